// journal.hpp - a document in doubt, as the journal states it.

#ifndef CONFORMANCE_JOURNAL_HPP
#define CONFORMANCE_JOURNAL_HPP

#include "stage.hpp"

#include <string>

inline std::string described(const hr::recorded_upload &upload)
{
    report out;
    out.text("entry", upload.entry).text("time", upload.time).text("ended", upload.ended);
    out.text("outcome", word(upload.outcome)).flag("doubt", upload.doubt).flag("permitted", upload.permitted);
    out.flag("found", upload.found).flag("in_use", upload.in_use).number("bytes", upload.bytes);
    out.text("reference", upload.reference).text("name", upload.name).number("http_status", upload.http_status);
    return out.flag("damaged", upload.damaged).json();
}

inline report run_journal(const stage &stage)
{
    chain chain(stage, "config_journal");
    hr::session &session = chain.to_record().session;
    report out;
    hr::journal_filter wanted;
    try {
        chain.send();
    } catch (const hr::error &lost) {
        wanted.entry = lost.details().entry;
        wanted.sha256 = lost.details().sha256;
        out.text("completed", lost.details().journal);
    }
    wanted.outcome = hr::outcome::unknown;
    wanted.doubt = true;
    wanted.since = "2000-01-01T00:00:00Z";
    wanted.limit = 1;
    const hr::journal listed = session.journal(wanted);
    out.text("entry", wanted.entry).raw("before", described(listed.entries.at(0))).flag("more", listed.more);
    out.number("doubts", listed.doubts).number("uploads", listed.uploads);
    out.number("damaged", listed.damaged).number("torn", listed.torn);
    hr::journal_filter none;
    none.reference = "none";
    out.number("referenced", static_cast<std::int64_t>(session.journal(none).entries.size()));
    session.dmp_resend_allow(*wanted.entry);
    out.flag("permitted", session.journal().entries.at(0).permitted);
    session.dmp_found(*wanted.entry);
    out.raw("after", described(session.journal().entries.at(0)));
    hr::session without(stage.config());
    return out.list("errors", {error_of([&] { (void)without.journal(); }),
                               error_of([&] { hr::session other(stage.config("config_no_journal")); })});
}

#endif
