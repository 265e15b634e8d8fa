; The setup for Windows: for one user, without an administrator. setup.py gives what is in ${...} and the lists of files.
;   /S        asks nothing        /D=FOLDER   where to (the last word, without quotes)
;   /PATH=1   puts bin into the user's PATH; /PATH=0 removes it. Without it an update leaves PATH as it is
; Exit status: 0 done, 1 given up by the person, 2 not done: Windows is too old, a file is in use or cannot be written.
; The uninstaller (/S as well) removes the files that the setup put there, each by its name, and nothing else: what a program
; or a person put into the folder stays, as do the journal and the configuration of the user, which are elsewhere.

Unicode true
ManifestDPIAware true
RequestExecutionLevel user
SetCompressor /SOLID lzma
SetDateSave off
CRCCheck force

!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh
!include WinVer.nsh
!include x64.nsh

!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\healthrecord"
!define MENU "$SMPROGRAMS\hr"

Name "hr ${VERSION}"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\hr"
InstallDirRegKey HKCU "${ENTRY}" InstallLocation
BrandingText " "

VIProductVersion ${NUMBERS}
VIAddVersionKey ProductName healthrecord
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "healthrecord: setup for developers"
VIAddVersionKey LegalCopyright "MIT OR Apache-2.0"
VIAddVersionKey OriginalFilename "hr-${VERSION}-setup.exe"

!ifdef SIGN
    !uninstfinalize '${SIGN} "%1"' = 0
!endif

!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
; The first serves where Windows speaks another one.
!insertmacro MUI_LANGUAGE French
!insertmacro MUI_LANGUAGE English

LangString FilesName ${LANG_FRENCH} "Bibliothèque, outils, manuel"
LangString FilesName ${LANG_ENGLISH} "Library, tools, manual"
LangString PathName ${LANG_FRENCH} "hr dans le PATH"
LangString PathName ${LANG_ENGLISH} "hr in PATH"
LangString FilesText ${LANG_FRENCH} "hr.dll en 32 et 64 bits, hr, le bac à sable, les en-têtes, les couches des langages et le manuel."
LangString FilesText ${LANG_ENGLISH} "hr.dll of 32 and 64 bit, hr, the sandbox, headers, the sources for other languages, and the manual."
LangString PathText ${LANG_FRENCH} "Les commandes hr et hr-sandbox dans toute fenêtre de commandes de cet utilisateur."
LangString PathText ${LANG_ENGLISH} "The commands hr and hr-sandbox in every command window of this user."
LangString TooOld ${LANG_FRENCH} "Il faut Windows 10 ou Windows Server 2016, ou une version plus récente."
LangString TooOld ${LANG_ENGLISH} "Windows 10 or Windows Server 2016, or newer, is needed."
LangString InUse ${LANG_FRENCH} "Un programme utilise $1. Fermez-le, puis recommencez ; rien n'a été modifié."
LangString InUse ${LANG_ENGLISH} "A program uses $1. Close it and try again; nothing was changed."
LangString NotRemoved ${LANG_FRENCH} "La version précédente n'a pas pu être retirée de $0."
LangString NotRemoved ${LANG_ENGLISH} "The previous version could not be removed from $0."

!define CONSOLE_FR "${MENU}\Console du bac à sable.lnk"
!define CONSOLE_EN "${MENU}\Sandbox console.lnk"
!define MANUAL_LINK_FR "${MENU}\Manuel de hr.lnk"
!define MANUAL_LINK_EN "${MENU}\hr manual.lnk"
!define DOCTOR "${MENU}\hr doctor.lnk"

; Ends, before anything was changed, where a program uses what lies in the folder $0.
!macro Use name
    StrCpy $1 "$0\${name}"
    ${If} ${FileExists} $1
        ClearErrors
        FileOpen $2 $1 a
        ${If} ${Errors}
            MessageBox MB_OK|MB_ICONSTOP "$(InUse)" /SD IDOK
            SetErrorLevel 2
            Quit
        ${EndIf}
        FileClose $2
    ${EndIf}
!macroend

!macro Functions un
Function ${un}RefuseWhatIsInUse
    !insertmacro Use bin\hr.exe
    !insertmacro Use bin\hr-sandbox.exe
    !insertmacro Use win32\bin\hr.dll
    !insertmacro Use win64\bin\hr.dll
FunctionEnd

; The user's PATH and the folder $0: with $1 "add" it is there afterwards, with "remove" it is not, with "find" nothing
; changes. $R0 is 1 where it was there before. A PATH may be longer than the texts of this language, which would cut it:
; so it stays in memory of the system's, and its kind (with variables in it or not) stays too.
Function ${un}Path
    StrCpy $R0 0
    StrCpy $8 0
    System::Call 'advapi32::RegCreateKeyExW(p 0x80000001, w "Environment", i 0, p 0, i 0, i 3, p 0, *p .r2, p 0) i .r9'
    ${If} $9 <> 0
        Return
    ${EndIf}
    System::Call 'advapi32::RegQueryValueExW(p r2, w "Path", p 0, *i .r3, p 0, *i .r4) i .r9'
    ${If} $9 <> 0
        StrCpy $3 2
        StrCpy $4 0
    ${EndIf}
    StrLen $5 $0
    ; Room for the folder, a semicolon and the end.
    IntOp $6 $4 + 4096
    System::Alloc $6
    Pop $6
    ${If} $4 <> 0
        System::Call 'advapi32::RegQueryValueExW(p r2, w "Path", p 0, p 0, p r6, *i r4) i .r9'
    ${EndIf}
    ; $7: where the folder begins, as a whole part between semicolons.
    StrCpy $7 $6
    ${Do}
        System::Call 'shlwapi::StrStrIW(p r7, w r0) p .r7'
        ${If} $7 = 0
            ${ExitDo}
        ${EndIf}
        IntOp $9 $7 - 2
        StrCpy $R1 59
        ${If} $7 <> $6
            System::Call '*$9(&i2 .R1)'
        ${EndIf}
        IntOp $8 $5 * 2
        IntOp $8 $8 + $7
        System::Call '*$8(&i2 .R2)'
        ${If} $R1 = 59
            ${If} $R2 = 59
            ${OrIf} $R2 = 0
                StrCpy $R0 1
                ${ExitDo}
            ${EndIf}
        ${EndIf}
        IntOp $7 $7 + 2
    ${Loop}
    StrCpy $R3 ""
    ${If} $1 == "add"
    ${AndIf} $R0 = 0
        StrCpy $R3 changed
        System::Call 'kernel32::lstrlenW(p r6) i .r9'
        ${If} $9 > 0
            IntOp $9 $9 * 2
            IntOp $9 $9 + $6
            IntOp $9 $9 - 2
            System::Call '*$9(&i2 .R1)'
            ${If} $R1 <> 59
                System::Call 'kernel32::lstrcatW(p r6, w ";")'
            ${EndIf}
        ${EndIf}
        System::Call 'kernel32::lstrcatW(p r6, w r0)'
    ${ElseIf} $1 == "remove"
    ${AndIf} $R0 = 1
        StrCpy $R3 changed
        ; With one of its semicolons.
        ${If} $R2 = 59
            IntOp $8 $8 + 2
        ${ElseIf} $7 <> $6
            IntOp $7 $7 - 2
        ${EndIf}
        System::Call 'kernel32::lstrlenW(p r8) i .r9'
        IntOp $9 $9 + 1
        IntOp $9 $9 * 2
        System::Call 'kernel32::RtlMoveMemory(p r7, p r8, i r9)'
    ${EndIf}
    ${If} $R3 == changed
        System::Call 'kernel32::lstrlenW(p r6) i .r9'
        ${If} $9 = 0
            System::Call 'advapi32::RegDeleteValueW(p r2, w "Path")'
        ${Else}
            IntOp $9 $9 + 1
            IntOp $9 $9 * 2
            System::Call 'advapi32::RegSetValueExW(p r2, w "Path", i 0, i r3, p r6, i r9)'
        ${EndIf}
        SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
    ${EndIf}
    System::Call 'advapi32::RegCloseKey(p r2)'
    System::Free $6
FunctionEnd
!macroend
!insertmacro Functions ""
!insertmacro Functions "un."

; Windows on ARM runs these of 32 bit in each of its versions.
!macro Programs from
    File "${from}/bin/hr.exe"
    File "${from}/bin/hr-sandbox.exe"
!macroend

Section "$(FilesName)" Files
    SectionIn RO
    ; The previous version, which may be in another folder.
    ReadRegStr $0 HKCU "${ENTRY}" InstallLocation
    ${If} $0 != ""
    ${AndIf} ${FileExists} "$0\uninstall.exe"
        Call RefuseWhatIsInUse
        ExecWait '"$0\uninstall.exe" /S /UPDATE=1 _?=$0' $3
        ${If} $3 <> 0
            MessageBox MB_OK|MB_ICONSTOP "$(NotRemoved)" /SD IDOK
            SetErrorLevel 2
            Quit
        ${EndIf}
        ${If} $0 != $INSTDIR
            Delete "$0\uninstall.exe"
            RMDir $0
        ${EndIf}
    ${EndIf}
    !include "${SCRATCH}/puts.nsh"
    SetOutPath "$INSTDIR\bin"
    ${If} ${IsNativeAMD64}
        !insertmacro Programs "${WIN64}"
    ${Else}
        !insertmacro Programs "${WIN32}"
    ${EndIf}
    WriteUninstaller "$INSTDIR\uninstall.exe"

    WriteRegStr HKCU "${ENTRY}" DisplayName "hr ${VERSION}"
    WriteRegStr HKCU "${ENTRY}" DisplayVersion "${VERSION}"
    WriteRegStr HKCU "${ENTRY}" Publisher "The healthrecord authors"
    WriteRegStr HKCU "${ENTRY}" DisplayIcon "$INSTDIR\bin\hr.exe"
    WriteRegStr HKCU "${ENTRY}" InstallLocation "$INSTDIR"
    WriteRegStr HKCU "${ENTRY}" UninstallString '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${ENTRY}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${ENTRY}" EstimatedSize ${KILOBYTES}
    WriteRegDWORD HKCU "${ENTRY}" NoModify 1
    WriteRegDWORD HKCU "${ENTRY}" NoRepair 1

    ; An entry starts in the user's own folder.
    SetOutPath $PROFILE
    CreateDirectory "${MENU}"
    CreateShortcut "${DOCTOR}" "$INSTDIR\bin\hr.exe"
    ${If} $LANGUAGE = ${LANG_FRENCH}
        CreateShortcut "${CONSOLE_FR}" "$INSTDIR\bin\hr-sandbox.exe" "serve --open --lang fr"
        CreateShortcut "${MANUAL_LINK_FR}" "$INSTDIR\${MANUAL_FR}"
    ${Else}
        CreateShortcut "${CONSOLE_EN}" "$INSTDIR\bin\hr-sandbox.exe" "serve --open --lang en"
        CreateShortcut "${MANUAL_LINK_EN}" "$INSTDIR\${MANUAL_EN}"
    ${EndIf}
SectionEnd

Section /o "$(PathName)" InPath
SectionEnd

; After the files: whether the folder shall be in PATH, whatever it was before.
Section -
    StrCpy $0 "$INSTDIR\bin"
    StrCpy $1 remove
    ${If} ${SectionIsSelected} ${InPath}
        StrCpy $1 add
    ${EndIf}
    Call Path
SectionEnd

!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
    !insertmacro MUI_DESCRIPTION_TEXT ${Files} $(FilesText)
    !insertmacro MUI_DESCRIPTION_TEXT ${InPath} $(PathText)
!insertmacro MUI_FUNCTION_DESCRIPTION_END

Function .onInit
    ${IfNot} ${AtLeastWin10}
        MessageBox MB_OK|MB_ICONSTOP "$(TooOld)" /SD IDOK
        SetErrorLevel 2
        Quit
    ${EndIf}
    ; As it is: with the folder of the previous version in PATH, the new one shall be too.
    ReadRegStr $0 HKCU "${ENTRY}" InstallLocation
    StrCpy $R0 0
    ${If} $0 != ""
        StrCpy $0 "$0\bin"
        StrCpy $1 find
        Call Path
    ${EndIf}
    ${GetParameters} $R4
    ClearErrors
    ${GetOptions} $R4 "/PATH=" $R5
    ${IfNot} ${Errors}
        StrCpy $R0 $R5
    ${EndIf}
    ${If} $R0 = 1
        !insertmacro SelectSection ${InPath}
    ${EndIf}
FunctionEnd

Section Uninstall
    StrCpy $0 $INSTDIR
    Call un.RefuseWhatIsInUse
    StrCpy $0 "$INSTDIR\bin"
    StrCpy $1 remove
    Call un.Path
    !include "${SCRATCH}/deletes.nsh"
    Delete "$INSTDIR\bin\hr.exe"
    Delete "$INSTDIR\bin\hr-sandbox.exe"
    RMDir "$INSTDIR\bin"
    Delete "${DOCTOR}"
    Delete "${CONSOLE_FR}"
    Delete "${CONSOLE_EN}"
    Delete "${MANUAL_LINK_FR}"
    Delete "${MANUAL_LINK_EN}"
    RMDir "${MENU}"
    DeleteRegKey HKCU "${ENTRY}"
    ; The setup, which updates, has put this one into its place and runs it there.
    ${GetParameters} $R4
    ClearErrors
    ${GetOptions} $R4 "/UPDATE=" $R5
    ${If} ${Errors}
        Delete "$INSTDIR\uninstall.exe"
        RMDir "$INSTDIR"
    ${EndIf}
SectionEnd
