// unit.cpp - what can be seen of the wrapper without a service. It is made of several files on purpose: the
// header must stand being included in each. With the argument `abi` only the version is looked at, for a run
// with another library.

#include "unit.hpp"

#include "check.hpp"
#include "hr.hpp"

#include <iostream>
#include <string_view>

int main(int count, char **arguments)
{
    if (count > 1 && arguments[1] == std::string_view("abi")) {
        try {
            hr::session session("{}");
            std::cout << "opened\n";
        } catch (const hr::abi_error &error) {
            std::cout << error.what() << '\n';
        }
        return 0;
    }
    test_json();
    test_errors();
    test_texts();
    test_sessions();
    test_log();
    test_memory();
    test_secrets();
    return report_checks("unit");
}
