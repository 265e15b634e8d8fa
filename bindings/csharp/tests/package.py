"""The package: what is in it, what `pack` refuses, and where a program finds the library that it brings.

HR_LIBRARY, HR_RUN and HR_OUT as in behaviours.py. The .targets file is run by xbuild.
"""
import glob
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET
import zipfile

sys.dont_write_bytecode = True
TESTS = os.path.dirname(os.path.abspath(__file__))
HERE = os.path.dirname(TESTS)
sys.path.insert(0, TESTS)
from stubs import pe

OUT = os.environ["HR_OUT"]
RUN = os.environ.get("HR_RUN", "mono")
STANDARD = "HR_STANDARD" in os.environ  # HR_OUT has the assembly of dotnet build
ALLOWED = [] if STANDARD else ["--development"]
LIBRARY = os.environ["HR_LIBRARY"]
EXPECTED = {
    "lib/netstandard2.0/HealthRecord.dll", "lib/netstandard2.0/HealthRecord.xml", "runtimes/win-x86/native/hr.dll",
    "runtimes/win-x64/native/hr.dll", "runtimes/linux-x64/native/libhr.so", "build/HealthRecord.targets",
    "buildTransitive/HealthRecord.targets", "README.md", "LICENSE-MIT", "LICENSE-APACHE",
    "HealthRecord.nuspec", "_rels/.rels", "[Content_Types].xml",
} | ({"lib/netstandard2.0/HealthRecord.pdb"} if STANDARD else set())
PROJECT = """<?xml version="1.0" encoding="utf-8"?>
<Project DefaultTargets="Build" ToolsVersion="4.0" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
  <PropertyGroup>
    <TargetFrameworkIdentifier>{framework}</TargetFrameworkIdentifier>
    <TargetFrameworkVersion>v4.5</TargetFrameworkVersion>
    <OutputType>Exe</OutputType><AssemblyName>Host</AssemblyName><OutputPath>bin/</OutputPath>
    <NoCompilerStandardLib>false</NoCompilerStandardLib>
  </PropertyGroup>
  <ItemGroup><Compile Include="Host.cs" /></ItemGroup>
  <Import Project="$(MSBuildToolsPath)/Microsoft.CSharp.targets" />
  <Import Project="package/{folder}/HealthRecord.targets" />
  <Target Name="List"><WriteLinesToFile File="listed.txt" Lines="files:;@(None->'%(Link)')" Overwrite="true" /></Target>
</Project>
"""


class Package(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.natives = os.path.join(self.folder, "natives")
        for name, data in (("win-x86/hr.dll", pe(0x014C)), ("win-x64/hr.dll", pe(0x8664))):
            self.write("natives/" + name, data)
        self.copied("natives/linux-x64/libhr.so")

    def write(self, name, data):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def copied(self, name):
        with open(LIBRARY, "rb") as file:
            return self.write(name, file.read())

    def pack(self, *more):
        command = [os.path.join(HERE, "pack"), "--assembly", OUT, "--natives", self.natives, "--output", self.folder]
        return subprocess.run([*command, *more], capture_output=True, text=True)

    def unpacked(self):
        done = self.pack(*ALLOWED)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with zipfile.ZipFile(done.stdout.strip()) as package:
            self.assertIsNone(package.testzip())
            package.extractall(os.path.join(self.folder, "package"))
            return set(package.namelist())

    def test_every_path_of_the_nuspec_is_there(self):
        self.assertEqual(self.unpacked(), EXPECTED)
        package = os.path.join(self.folder, "package")
        with open(os.path.join(package, "runtimes/linux-x64/native/libhr.so"), "rb") as packed, open(LIBRARY, "rb") as own:
            self.assertEqual(packed.read(), own.read())
        nuspec = ET.parse(os.path.join(package, "HealthRecord.nuspec")).getroot()
        space = nuspec.tag[:nuspec.tag.index("}") + 1]
        text = {child.tag[len(space):]: child.text for child in nuspec.find(space + "metadata")}
        self.assertIsNone(nuspec.find(space + "files"))
        self.assertEqual((text["id"], text["version"]), ("HealthRecord", workspace_version()))
        self.assertIn(text["readme"], EXPECTED)
        self.assertNotIn("$", ET.tostring(nuspec, encoding="unicode"))
        types = ET.parse(os.path.join(package, "[Content_Types].xml")).getroot()
        known = {item.get("Extension") or item.get("PartName") for item in types}
        for name in EXPECTED - {"[Content_Types].xml"}:
            extension = os.path.splitext(name)[1][1:] or "rels" if name.startswith("_rels") else os.path.splitext(name)[1][1:]
            self.assertIn(extension or "/" + name, known, name)

    def test_the_same_input_gives_the_same_bytes(self):
        packages = []
        for _ in range(2):
            with open(self.pack(*ALLOWED).stdout.strip(), "rb") as file:
                packages.append(file.read())
        self.assertEqual(*packages)

    def test_swapped_or_missing_libraries_are_refused(self):
        library = self.write("natives/win-x86/hr.dll", pe(0x8664))
        for said in "is not a library for win-x86", "win-x86/hr.dll is missing":
            done = self.pack(*ALLOWED)
            self.assertEqual(done.returncode, 1)
            self.assertIn(said, done.stderr)
            if os.path.exists(library):
                os.remove(library)
        self.assertFalse([name for name in os.listdir(self.folder) if name.endswith(".nupkg")])

    @unittest.skipIf(STANDARD, "the assembly is one of dotnet build")
    def test_an_assembly_of_monos_compiler_is_not_for_publishing(self):
        done = self.pack()
        self.assertEqual(done.returncode, 1)
        self.assertIn("not built for netstandard2.0", done.stderr)

    @unittest.skipIf(shutil.which("xbuild") is None, "xbuild is not installed")
    def test_a_framework_program_gets_the_libraries_where_the_wrapper_looks(self):
        self.unpacked()
        self.write("Host.cs", b"public static class Host { public static void Main() { } }")
        expected = {"x86/hr.dll": "win-x86/native/hr.dll", "x64/hr.dll": "win-x64/native/hr.dll",
                    "x64/libhr.so": "linux-x64/native/libhr.so"}
        for folder in "build", "buildTransitive":
            shutil.rmtree(os.path.join(self.folder, "bin"), ignore_errors=True)
            self.xbuild("Build", folder=folder, framework=".NETFramework")
            for name, source in expected.items():
                with open(os.path.join(self.folder, "bin", name), "rb") as copied:
                    with open(os.path.join(self.folder, "package/runtimes", source), "rb") as packed:
                        self.assertEqual(copied.read(), packed.read())
        for framework, files in ((".NETFramework", 3), (".NETCoreApp", 0)):
            self.xbuild("List", folder="build", framework=framework)
            with open(os.path.join(self.folder, "listed.txt")) as file:
                self.assertEqual(len(file.read().split()), 1 + files, framework)

    def xbuild(self, target, **values):
        project = self.write("Host.csproj", PROJECT.format(**values).encode())
        command = ["xbuild", "/nologo", "/verbosity:quiet", "/target:" + target, project]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def where(self, *layout, how="where", **environment):
        """What the wrapper finds in a program folder with these files: (relative place, what is copied there)."""
        program = tempfile.mkdtemp(dir=self.folder)
        for name in "HealthRecord.UnitTests.exe", "HealthRecord.dll", "HealthRecord.UnitTests.runtimeconfig.json":
            if os.path.exists(os.path.join(OUT, name)):
                shutil.copy(os.path.join(OUT, name), program)
        for place, source in layout:
            os.makedirs(os.path.dirname(os.path.join(program, place)), exist_ok=True)
            shutil.copy(source, os.path.join(program, place))
        kept = {name: value for name, value in os.environ.items() if name != "HR_LIBRARY"}
        done = subprocess.run([RUN, os.path.join(program, "HealthRecord.UnitTests.exe"), how], capture_output=True,
                              text=True, env={**kept, **environment}, cwd="/")
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout.strip().replace(program + "/", "")

    def test_where_the_library_is_found(self):
        wrong, other = os.path.join(OUT, "stubs", "libhr-x86.so"), self.copied("elsewhere/libhr.so")
        for place in "libhr.so", "x64/libhr.so", "runtimes/linux-x64/native/libhr.so":
            self.assertEqual(self.where((place, LIBRARY), HR_LIBRARY=other), (0, place))
        self.assertEqual(self.where(("x64/libhr.so", LIBRARY), ("libhr.so", wrong)), (0, "x64/libhr.so"))
        self.assertEqual(self.where(("x64/libhr.so", wrong), ("libhr.so", LIBRARY)), (0, "libhr.so"))
        self.assertEqual(self.where(("libhr.so", wrong), HR_LIBRARY=other)[1].split(":")[0], "WrongArchitecture")
        self.assertEqual(self.where(HR_LIBRARY=other), (0, other))
        self.assertEqual(self.where(("libhr.so", LIBRARY), how="embedded"), (0, "libhr.so"))
        system = os.path.dirname(self.copied("system/libhr.so"))  # the last of all
        self.assertEqual(self.where(LD_LIBRARY_PATH=system), (0, "libhr.so"))

    def test_the_library_that_is_checked_is_the_one_that_is_called(self):
        def bound(to):
            if RUN.endswith("mono"):
                config = f'<configuration><dllmap dll="hr" target="{to}" /></configuration>'
                return self.where(("HealthRecord.dll.config", self.write("config", config.encode())), HR_LIBRARY=LIBRARY)
            return self.where(how="resolver", HR_LIBRARY=LIBRARY, HR_OTHER=to)

        self.assertEqual(bound(LIBRARY), (0, LIBRARY))
        for other in self.copied("elsewhere/libhr.so"), os.path.join(OUT, "stubs", "libhr-x86.so"), self.folder:
            code, said = bound(other)
            self.assertEqual(code, 1, other)
            self.assertTrue(said.startswith(f"NotLoadable: {LIBRARY}: calls would go to another library: "), said)

    def test_what_is_said_when_it_is_not_found(self):
        wrong = ("libhr.so", os.path.join(OUT, "stubs", "libhr-x86.so"))
        for layout, said in ((), "FileMissing: libhr.so: not in "), ([wrong], "WrongArchitecture: "):
            code, found = self.where(*layout)
            self.assertEqual((code, found[:len(said)]), (1, said), found)


class Sources(unittest.TestCase):
    def test_a_signed_program_with_attributes_of_its_own_takes_them(self):
        host = """using System.Diagnostics.CodeAnalysis; using System.Runtime.InteropServices;
            [assembly: DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
            public class Host { [AllowNull, MaybeNull] public string Title = null; }"""
        sources = glob.glob(os.path.join(HERE, "src", "*.cs"))
        with tempfile.TemporaryDirectory() as folder:
            code, key, assembly = (os.path.join(folder, name) for name in ("Host.cs", "host.snk", "Host.dll"))
            with open(code, "w") as file:
                file.write(host)
            subprocess.run(["sn", "-q", "-k", key], check=True, capture_output=True)
            command = ["mcs", "-warnaserror", "-target:library", "-keyfile:" + key, "-out:" + assembly, code, *sources]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))
            named = subprocess.run(["sn", "-q", "-v", assembly], capture_output=True, text=True)
            self.assertEqual(named.returncode, 0, named.stdout)


class Texts(unittest.TestCase):
    def test_the_readme_shows_the_examples(self):
        with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
            readme = file.read()
        for name, lines in ("QuickStart", 61), ("SendDocument", 80), ("Outbox", 114):
            with open(os.path.join(HERE, "examples", name + ".cs"), encoding="utf-8") as file:
                example = file.read()
            self.assertLessEqual(example.count("\n"), lines, name)
            self.assertEqual("```csharp\n" + example + "```\n" in readme, name != "Outbox", name)

    def test_debuggers_find_symbols_and_sources(self):
        project = ET.parse(os.path.join(HERE, "HealthRecord.csproj")).getroot()
        references = [item.get("Include") for item in project.iter("PackageReference")]
        self.assertEqual(references, ["Microsoft.SourceLink.GitHub"])
        text = {item.tag: item.text for item in project.find("PropertyGroup[TargetFramework]")}
        self.assertEqual([text[name] for name in ("DebugType", "PublishRepositoryUrl")], ["portable", "true"])
        with open(os.path.join(HERE, "HealthRecord.nuspec"), encoding="utf-8") as file:
            nuspec = file.read()
        self.assertIn('<repository type="git" url="$repository$" commit="$commit$" />', nuspec)
        self.assertIn('target="lib/netstandard2.0/HealthRecord.pdb"', nuspec)


def workspace_version():
    with open(os.path.join(HERE, "..", "..", "Cargo.toml"), encoding="utf-8") as file:
        return next(line.split('"')[1] for line in file if line.startswith("version = "))


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    sys.exit(1 if failed else 0)
