// allocations.hpp - the unit tests' own operator new and delete: they fail on request, and look into what is
// given back. All of it is about the calling thread alone.

#ifndef UNIT_ALLOCATIONS_HPP
#define UNIT_ALLOCATIONS_HPP

#include <string_view>

/// How many allocations still succeed; below 0: all.
void allow_allocations(long number) noexcept;

/// From here on blocks that are given back are searched for this text; an empty one ends it. Nothing is copied.
void watch_for(std::string_view text) noexcept;

/// How many blocks with the text were given back since it is watched for.
long blocks_with_it() noexcept;

#endif
