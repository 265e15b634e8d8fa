# Wherever this folder was unpacked or moved to. A link to the folder is followed: /lib may be one to /usr/lib.
get_filename_component(_hr_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." REALPATH)

if(NOT TARGET hr::hr AND EXISTS "${_hr_prefix}/lib/{{ SHARED_FILE }}")
    add_library(hr::hr SHARED IMPORTED)
    set_target_properties(hr::hr PROPERTIES
        IMPORTED_LOCATION "${_hr_prefix}/lib/{{ SHARED_FILE }}"
        IMPORTED_SONAME "{{ SONAME }}"
        INTERFACE_INCLUDE_DIRECTORIES "${_hr_prefix}/include")
endif()

if(NOT TARGET hr::hr-static AND EXISTS "${_hr_prefix}/lib/libhr.a")
    add_library(hr::hr-static STATIC IMPORTED)
    set_target_properties(hr::hr-static PROPERTIES
        IMPORTED_LOCATION "${_hr_prefix}/lib/libhr.a"
        INTERFACE_COMPILE_DEFINITIONS "HR_STATIC"
        INTERFACE_INCLUDE_DIRECTORIES "${_hr_prefix}/include"
        INTERFACE_LINK_LIBRARIES "{{ NATIVE_LIST }}")
endif()

unset(_hr_prefix)
