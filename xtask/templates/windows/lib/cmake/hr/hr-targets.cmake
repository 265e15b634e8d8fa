# Wherever this folder was unpacked or moved to.
get_filename_component(_hr_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." REALPATH)

if(NOT TARGET hr::hr)
    add_library(hr::hr SHARED IMPORTED)
    set_target_properties(hr::hr PROPERTIES
        IMPORTED_LOCATION "${_hr_prefix}/bin/hr.dll"
        IMPORTED_IMPLIB "${_hr_prefix}/lib/hr.lib"
        INTERFACE_INCLUDE_DIRECTORIES "${_hr_prefix}/include")
    if(MINGW AND EXISTS "${_hr_prefix}/lib/libhr.dll.a")
        set_target_properties(hr::hr PROPERTIES IMPORTED_IMPLIB "${_hr_prefix}/lib/libhr.dll.a")
    endif()
endif()

unset(_hr_prefix)
