/* host.hpp - what the examples need of the system: a person at the console, and a place for the journal. */
#ifndef HOST_HPP
#define HOST_HPP

#include "hr.hpp"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <shellapi.h>
#else
#include <termios.h>
#include <unistd.h>
#endif

/// What main was given. On Windows, main itself has it in the code page, where it may have lost letters; link with shell32.
inline std::vector<std::filesystem::path> given_to_main(int count, char **arguments)
{
#ifdef _WIN32
    static_cast<void>(arguments);
    wchar_t **const typed = CommandLineToArgvW(GetCommandLineW(), &count);
#else
    char **const typed = arguments;
#endif
    return std::vector<std::filesystem::path>(typed, typed + count);
}

/// Shows what is typed on a terminal, or not; elsewhere nothing changes.
inline void echo(bool on)
{
#ifdef _WIN32
    const HANDLE terminal = GetStdHandle(STD_INPUT_HANDLE);
    DWORD mode = 0;
    if (!GetConsoleMode(terminal, &mode))
        return;
    mode = on ? mode | ENABLE_ECHO_INPUT : mode & ~static_cast<DWORD>(ENABLE_ECHO_INPUT);
    SetConsoleMode(terminal, mode);
#else
    termios mode{};
    if (tcgetattr(STDIN_FILENO, &mode) != 0)
        return;
    mode.c_lflag = on ? mode.c_lflag | ECHO : mode.c_lflag & ~static_cast<tcflag_t>(ECHO);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &mode);
#endif
}

/// What was typed before a question was shown, such as a PIN twice, does not answer it. Elsewhere than on a terminal nothing is lost.
inline void forget_typed()
{
#ifdef _WIN32
    FlushConsoleInputBuffer(GetStdHandle(STD_INPUT_HANDLE));
#else
    tcflush(STDIN_FILENO, TCIFLUSH);
#endif
}

/// The end of the input is no answer: an empty text. What is no terminal gives UTF-8.
inline std::string typed(const std::string &prompt)
{
    forget_typed();
    std::cout << prompt << ", ou rien : " << std::flush;
    std::string line;
#ifdef _WIN32
    // std::cin has what was typed in the console's code page.
    const HANDLE terminal = GetStdHandle(STD_INPUT_HANDLE);
    if (DWORD mode = 0; GetConsoleMode(terminal, &mode)) {
        std::array<wchar_t, 4096> wide{};
        DWORD units = 0;
        ReadConsoleW(terminal, wide.data(), static_cast<DWORD>(wide.size()), &units, nullptr);
        if (wide[0] == 0x1A) // Ctrl-Z
            units = 0;
        line.resize(3 * units);
        line.resize(static_cast<std::size_t>(WideCharToMultiByte(CP_UTF8, 0, wide.data(), static_cast<int>(units),
                                                                 line.data(), static_cast<int>(line.size()), nullptr, nullptr)));
        SecureZeroMemory(wide.data(), sizeof(wide)); // it may be a PIN
    } else
#endif
        std::getline(std::cin, line);
    while (!line.empty() && (line.back() == '\r' || line.back() == '\n'))
        line.pop_back();
    return line;
}

inline std::string typed_pin()
{
    echo(false);
    std::string pin = typed("Code de la carte");
    echo(true);
    std::cout << '\n';
    return pin;
}

/// Shows a question, and gives what can be chosen, numbered from 1 on: for a PIN and an update nothing.
inline std::vector<hr::choice> shown(const hr::question &asked)
{
    std::vector<hr::choice> offered;
    const bool is_typed = asked.kind == hr::ask::pin || asked.kind == hr::ask::update;
    std::cout << '\n' << asked.sentence_fr << '\n';
    for (const hr::choice &choice : asked.choices) {
        if (is_typed || choice.value.is_null()) {
            std::cout << "  -  " << choice.label_fr << '\n';
            continue;
        }
        offered.push_back(choice);
        std::cout << "  " << offered.size() << "  " << choice.label_fr << '\n';
    }
    return offered;
}

/// The choice whose number a person types; where there is none, nothing.
inline hr::answer chosen(const std::vector<hr::choice> &offered)
{
    while (!offered.empty()) {
        const std::string line = typed("Numéro");
        if (line.empty())
            return {};
        for (std::size_t at = 0; at < offered.size(); at++)
            if (line == std::to_string(at + 1))
                return offered[at];
        std::cout << "Ce numéro n'est pas dans la liste.\n";
    }
    return {};
}

/// One journal for this user, wherever the list lies: see docs/en/journal.md.
inline std::filesystem::path journal()
{
    const char *const windows = std::getenv("LOCALAPPDATA"), *const home = std::getenv("HOME");
    if (windows == nullptr && home == nullptr)
        throw std::runtime_error("neither LOCALAPPDATA nor HOME says where the journal lies");
    const std::filesystem::path base = windows != nullptr ? windows : home;
    const std::filesystem::path folder = base / (windows != nullptr ? "Vendor" : ".local/state/vendor");
    std::filesystem::create_directories(folder);
    return folder / "uploads.hrj";
}

#endif
