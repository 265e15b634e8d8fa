# find_package(hr CONFIG REQUIRED) gives the targets
#   hr::hr          the shared library
#   hr::hr-static   the static library, with what it needs from the platform
include("${CMAKE_CURRENT_LIST_DIR}/hr-targets.cmake")
