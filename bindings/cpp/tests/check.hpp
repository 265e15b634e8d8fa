// check.hpp - counts what holds and prints what does not. Used by one thread at a time.

#ifndef CHECK_HPP
#define CHECK_HPP

#include <iostream>
#include <string>

inline int checks_passed = 0;
inline int checks_failed = 0;

inline void note(bool holds, const char *fact, const char *file, int line)
{
    ++(holds ? checks_passed : checks_failed);
    if (!holds)
        std::cerr << file << ':' << line << ": does not hold: " << fact << '\n';
}

/// Whether a call throws just this type, or one derived from it.
template <class Exception, class Call>
bool throws(Call &&call)
{
    try {
        call();
    } catch (const Exception &) {
        return true;
    } catch (...) {
    }
    return false;
}

inline int report_checks(const char *what)
{
    std::cout << what << ": " << checks_passed << " checks hold, " << checks_failed << " do not\n";
    return checks_failed == 0 && checks_passed > 0 ? 0 : 1;
}

#define CHECK(...) note(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

#endif
