// live.cpp - uploads to a sandbox, and what their callbacks may do:
//     live CONFIGURATION CARD_SERIAL PIN NOM PRENOM FILE
// For every document that the library calls accepted its SHA-256 is printed, one a line, so that the caller can
// compare them with what was stored.

#include "check.hpp"
#include "hr.hpp"

#include <cstdint>
#include <cstdio>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace {

struct own_exception {
    int number;
};

struct host {
    char **arguments;

    /// A session with the record open.
    hr::session session() const { return session(arguments[1]); }

    hr::session session(const std::string &configuration) const
    {
        hr::session session(configuration);
        session.ticket();
        for (const hr::card &card : session.ready().cards)
            if (card.serial == arguments[2])
                session.login(card.token, arguments[3]);
        session.patient_search(arguments[4], arguments[5]);
        session.dmp_open(session.patient_get().patient_id);
        return session;
    }

    hr::send_result send(hr::session &session) const
    {
        return session.dmp_send("255081416802538", arguments[6], std::nullopt, "10", "11503-0");
    }

    void accepted(const hr::send_result &sent) const { std::cout << sent.sha256 << '\n'; }

    /// The error that an upload ends with.
    std::optional<hr::error> refused(hr::session &session) const
    {
        try {
            accepted(send(session));
        } catch (const hr::error &error) {
            return error;
        }
        return std::nullopt;
    }

    /// The number that the callback of an upload throws.
    int thrown(hr::session &session) const
    {
        try {
            accepted(send(session));
        } catch (const own_exception &own) {
            return own.number;
        } catch (const hr::error &) {
            return -1;
        }
        return 0;
    }
};

void stopped(const host &host)
{
    hr::session session = host.session();
    session.progress([](std::int64_t done, std::int64_t) { return done < 500'000; });
    const auto error = host.refused(session);
    CHECK(error && error->code() == hr::code::cancelled && error->outcome() == "incomplete");
    CHECK(!session.end_of_upload());
    session.progress(nullptr);
    host.accepted(host.send(session));
}

void thrown_midway(const host &host)
{
    hr::session session = host.session();
    int calls = 0;
    session.progress([&](std::int64_t done, std::int64_t) {
        calls++;
        return done < 500'000 ? true : throw own_exception{7};
    });
    CHECK(host.thrown(session) == 7 && calls > 2);
    const auto end = session.end_of_upload();
    CHECK(end && !end->accepted());
    try {
        end->get();
        CHECK(false);
    } catch (const hr::caller_error &error) {
        CHECK(error.code() == hr::code::cancelled && error.outcome() == "incomplete" && !error.in_doubt());
    }
}

/// The document is stored by then: the exception must not hide it (issue 12, point 28).
void thrown_at_the_end(const host &host)
{
    hr::session session = host.session();
    session.progress([](std::int64_t done, std::int64_t total) { return done < total ? true : throw own_exception{8}; });
    const hr::send_result sent = host.send(session);
    host.accepted(sent);
    const auto end = session.end_of_upload();
    CHECK(end && end->accepted() && end->get().sha256 == sent.sha256 && end->get().http_status == 201);
    CHECK(throws<own_exception>([&] { std::rethrow_exception(end->thrown()); }));
}

/// Nor may it hide that nobody knows. The library's answer is played: it has no memory to say more.
void thrown_in_doubt()
{
    const auto slot = std::make_shared<hr::detail::progress_slot>();
    slot->function = std::make_shared<const hr::progress_function>(
        [](std::int64_t, std::int64_t) -> bool { throw own_exception{11}; });
    const auto ends_with = [&](std::int32_t code) {
        try {
            hr::detail::upload_scope(slot).run("hr_dmp_send", [&](char **) {
                hr_cpp_on_progress(slot.get(), 0, 1);
                return code;
            });
        } catch (const hr::error &error) {
            return error.in_doubt();
        }
        return false;
    };
    CHECK(ends_with(HR_E_IN_DOUBT) && !slot->end->accepted());
    CHECK(ends_with(HR_OK) && !slot->end->accepted());
    CHECK(throws<own_exception>([&] { std::rethrow_exception(slot->end->thrown()); }));
}

/// A second call that finds the session busy must not take the exception of the first.
void thrown_beside_a_busy_call(const host &host)
{
    hr::session session = host.session();
    bool first = true, busy = false, unchanged = false;
    session.progress([&](std::int64_t, std::int64_t) -> bool {
        if (!std::exchange(first, false))
            return true;
        std::thread([&] { busy = host.refused(session)->code() == hr::code::busy; }).join();
        busy = busy && host.refused(session)->code() == hr::code::busy;
        try {
            session.progress(nullptr);
        } catch (const hr::error &error) {
            unchanged = error.code() == hr::code::busy;
        }
        throw own_exception{9};
    });
    CHECK(host.thrown(session) == 9 && busy && unchanged && !session.end_of_upload()->accepted());
}

/// An upload inside the callback of another one, on the same thread.
void nested(const host &host)
{
    hr::session outer = host.session(), inner = host.session();
    int inner_calls = 0, outer_calls = 0, from_inner = 0;
    inner.progress([&](std::int64_t, std::int64_t) { return inner_calls++ == 0 ? true : throw own_exception{10}; });
    outer.progress([&](std::int64_t, std::int64_t) {
        if (outer_calls++ == 1)
            from_inner = host.thrown(inner);
        return true;
    });
    host.accepted(host.send(outer));
    CHECK(from_inner == 10 && inner_calls == 2 && outer_calls > 10);
    CHECK(inner.end_of_upload() && !outer.end_of_upload());
}

void moved(const host &host)
{
    hr::session from = host.session();
    int calls = 0;
    from.progress([&](std::int64_t, std::int64_t) { return ++calls > 0; });
    hr::session to = std::move(from);
    host.accepted(host.send(to));
    CHECK(calls > 10);
}

void closed_by_the_callback(const host &host)
{
    hr::session session = host.session();
    session.progress([&](std::int64_t, std::int64_t) {
        session.close();
        return true;
    });
    CHECK(host.refused(session)->code() == hr::code::cancelled);
    CHECK(host.refused(session)->code() == hr::code::handle);
}

void from_memory(const host &host)
{
    hr::session session = host.session();
    std::int64_t last = -1;
    session.progress([&](std::int64_t done, std::int64_t) { return (last = done) >= 0; });
    const std::string document = std::string("a note\0with a NUL", 17);
    const hr::send_result sent = session.dmp_send_bytes("255081416802538", document, "note.txt", "10", "11503-0");
    CHECK(sent.bytes == 17 && last == 17 && !sent.next && session.state().open_records == 1);
    host.accepted(sent);
}

/// What was accepted is listed, also by another session; then the journal disappears while the document is being sent.
void recorded(const host &host)
{
    const std::string path = std::string(host.arguments[6]) + ".hrj";
    const std::string journal = "{\"journal\":" + hr::json_string(path);
    hr::session session = host.session(journal + ',' + std::string(host.arguments[1]).substr(1));
    const hr::send_result sent = host.send(session);
    host.accepted(sent);
    hr::journal_filter wanted;
    wanted.sha256 = sent.sha256;
    wanted.doubt = false;
    hr::session other(journal + '}');
    const hr::journal_result listed = other.journal(wanted);
    CHECK(!sent.journal && listed.uploads == 1 && listed.doubts == 0 && !listed.more && listed.entries.size() == 1);
    CHECK(listed.entries[0].outcome == "accepted" && listed.entries[0].bytes == sent.bytes && listed.entries[0].ended);
    CHECK(throws<hr::caller_error>([&] { other.dmp_found(listed.entries[0].entry.value()); }));

    session.progress([&](std::int64_t done, std::int64_t) {
        if (done > 0)
            std::remove(path.c_str());
        return true;
    });
    const hr::send_result unrecorded = host.send(session);
    host.accepted(unrecorded);
    CHECK(unrecorded.journal == "not_completed" && unrecorded.outcome == "accepted");
    const auto refused = host.refused(session);
    CHECK(refused && refused->code() == hr::code::journal && refused->reason() == "journal_replaced");
    CHECK(refused && !refused->journal() && refused->outcome() == "not_sent");
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 7)
        return 2;
    const host host{arguments};
    stopped(host);
    thrown_midway(host);
    thrown_at_the_end(host);
    thrown_in_doubt();
    thrown_beside_a_busy_call(host);
    nested(host);
    moved(host);
    closed_by_the_callback(host);
    from_memory(host);
    recorded(host);
    return report_checks("live");
}
