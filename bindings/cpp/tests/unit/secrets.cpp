// secrets.cpp - memory that the wrapper gives back holds no secret.

#include "../unit.hpp"

#include "../check.hpp"
#include "allocations.hpp"
#include "hr.hpp"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

static constexpr std::string_view secret = "q7-invented-secret";

/// How many blocks with the secret a call gives back.
template <class Call>
static long blocks_lost_by(Call &&call)
{
    watch_for(secret);
    try {
        call();
    } catch (const hr::error &) {
    }
    const long lost = blocks_with_it();
    watch_for({});
    return lost;
}

/// With characters that become longer in JSON, and every other key, so that a text which grew would be seen.
static hr::configuration full_settings()
{
    hr::configuration all;
    all.license_url = all.local_url = "http://127.0.0.1:1";
    all.license_bearer = std::string(300, '"') + std::string(secret);
    all.license_auth = hr::license_auth::raw;
    all.ticket_method = hr::ticket_method::get;
    all.card_client_owners = {hr::card_client_owners::service, hr::card_client_owners::http_sys};
    all.card_form = hr::card_form::bearer;
    all.identified_field = "/" + std::string(300, '\x01');
    all.timeouts.emplace().call_ms = 2;
    all.proxy = "http://user:" + std::string(secret) + "@127.0.0.1:1";
    all.journal = "/" + std::string(300, '\x01') + "/no/such/folder";
    all.journal_days = 30;
    all.max_reply_bytes = 2147483647;
    all.allow_plain_http = false;
    all.language = hr::language::fr;
    all.user_agent = std::string(300, '\\');
    return all;
}

static void settings_are_wiped()
{
    const hr::configuration refused = full_settings();
    hr::configuration taken = refused;
    taken.license_bearer = std::string(secret);
    taken.identified_field = "/identified";
    taken.journal = std::nullopt;
    taken.user_agent = "essai";

    CHECK(blocks_lost_by([&] { CHECK(hr::json::from(refused).text().size() > 300 * 5); }) == 1); // it is the caller's
    CHECK(blocks_lost_by([&] { CHECK(!hr::json::from(refused).is_null()); }) == 0);
    CHECK(throws<hr::caller_error>([&] { hr::session session(refused); }));
    CHECK(blocks_lost_by([&] { hr::session session(refused); }) == 0);
    CHECK(!throws<hr::error>([&] { hr::session session(taken); }));
    CHECK(blocks_lost_by([&] { hr::session session(taken); }) == 0);
}

static void arguments_are_wiped()
{
    hr::session session("{}");
    const std::string own(secret);
    CHECK(blocks_lost_by([&] { session.ticket_set(own); }) == 0);
    CHECK(blocks_lost_by([&] { session.session_set("http://127.0.0.1:9/service", own); }) == 0);
    CHECK(blocks_lost_by([&] { session.login("token", own); }) == 0);
}

/// Longer than any buffer of a stream, and once refused for a NUL character.
static void settings_in_a_file_are_wiped()
{
    const auto path = std::filesystem::temp_directory_path() / ("hr-secrets-" + std::to_string(hr::session("{}").handle()));
    for (const bool refused : {false, true}) {
        std::ofstream(path) << "{\"license_bearer\":\"" << secret << "\"," << std::string(20'000, ' ')
                            << "\"license_url\":\"http://127.0.0.1:1\"" << std::string(refused ? 1 : 0, '\0') << '}';
        CHECK(blocks_lost_by([&] {
            CHECK(refused == throws<std::invalid_argument>([&] { hr::client read(path); }));
        }) == 0);
    }
    std::filesystem::remove(path);
}

/// Of a request too, and of what a host asked to be written.
static void texts_are_wiped()
{
    hr::client client("{}");
    hr::find_request who;
    who.patient.emplace().nom = std::string(secret);
    CHECK(blocks_lost_by([&] { (void)client.find(who); }) == 0);
    CHECK(blocks_lost_by([&] { CHECK(hr::detail::merged(hr::json::from(who), hr::json::from(who)).get("/patient")); }) <= 1);
}

void test_secrets()
{
    settings_in_a_file_are_wiped();
    texts_are_wiped();
    settings_are_wiped();
    arguments_are_wiped();
}
