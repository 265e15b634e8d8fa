# A program that asks for a version gets that one or a later one of the same major version, before 1.0 of the same
# minor version, since each may change anything; one that asks for a range gets what lies in it.
set(PACKAGE_VERSION "{{ VERSION }}")
set(PACKAGE_VERSION_COMPATIBLE TRUE)
set(PACKAGE_VERSION_EXACT FALSE)

string(REGEX MATCH "^(0\\.)?[0-9]+" _hr_series "${PACKAGE_VERSION}")
string(REGEX MATCH "^(0\\.)?[0-9]+" _hr_wanted "${PACKAGE_FIND_VERSION}")
if(PACKAGE_FIND_VERSION_RANGE)
    if(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION_MIN
        OR PACKAGE_VERSION VERSION_GREATER PACKAGE_FIND_VERSION_MAX
        OR (PACKAGE_FIND_VERSION_RANGE_MAX STREQUAL "EXCLUDE"
            AND PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION_MAX))
        set(PACKAGE_VERSION_COMPATIBLE FALSE)
    endif()
elseif(PACKAGE_FIND_VERSION_COUNT)
    if(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION
        OR NOT _hr_wanted STREQUAL _hr_series)
        set(PACKAGE_VERSION_COMPATIBLE FALSE)
    elseif(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
        set(PACKAGE_VERSION_EXACT TRUE)
    endif()
endif()
unset(_hr_series)
unset(_hr_wanted)

# The libraries are of one kind of processor.
if(CMAKE_SIZEOF_VOID_P AND NOT CMAKE_SIZEOF_VOID_P EQUAL {{ POINTER }})
    set(PACKAGE_VERSION "${PACKAGE_VERSION} ({{ TARGET }})")
    set(PACKAGE_VERSION_UNSUITABLE TRUE)
endif()
