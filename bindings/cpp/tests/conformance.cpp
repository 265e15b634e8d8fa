// conformance.cpp - shows one behaviour of the wrapper, for a driver that compares all languages:
//     conformance BEHAVIOUR STAGE
// STAGE is a JSON file with configurations, card, patient and document. One JSON object comes out, on one line;
// it prints what was observed. The end is 0 unless the program itself broke.

#include "conformance/edges.hpp"
#include "conformance/journal.hpp"
#include "conformance/misuse.hpp"
#include "conformance/stage.hpp"
#include "conformance/steps.hpp"
#include "conformance/threads.hpp"

#include <exception>
#include <iostream>
#include <string_view>

namespace {

struct behaviour {
    std::string_view name;
    report (*run)(const stage &stage);
};

constexpr behaviour behaviours[] = {
    {"chain", run_chain},
    {"chain_bearer", run_chain_bearer},
    {"accents", run_accents},
    {"big_number", run_big_number},
    {"wrong_pin", run_wrong_pin},
    {"right_pin_after", run_right_pin_after},
    {"opposed", run_opposed},
    {"lost_reply", run_lost_reply},
    {"cancel", run_cancel},
    {"cancel_waiting", run_cancel_waiting},
    {"progress", run_progress},
    {"callback_exception", run_callback_exception},
    {"log", run_log},
    {"two_threads", run_two_threads},
    {"use_after_close", run_use_after_close},
    {"collected", run_collected},
    {"bad_config", run_bad_config},
    {"interior_nul", run_interior_nul},
    {"unknown_code", run_unknown_code},
    {"all_methods", run_all_methods},
    {"reason_and_entry", run_reason_and_entry},
    {"journal", run_journal},
    {"null_optional_text", run_null_optional_text},
    {"callback_ends_accepted_upload", run_callback_ends_accepted_upload},
    {"out_of_memory_after_accept", run_out_of_memory_after_accept},
    {"exit_while_logging", run_exit_while_logging},
    {"exit_while_closing", run_exit_while_closing},
    {"negative_sign_culture", run_negative_sign_culture},
};

} // namespace

int main(int count, char **arguments)
{
    if (count != 3) {
        std::cerr << "usage: conformance BEHAVIOUR STAGE\n";
        return 2;
    }
    try {
        for (const behaviour &one : behaviours)
            if (one.name == arguments[1]) {
                std::cout << one.run(stage(arguments[2])).json() << '\n';
                return 0;
            }
        std::cerr << "no such behaviour\n";
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
    }
    return 2;
}
