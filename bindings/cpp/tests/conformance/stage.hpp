// stage.hpp - what the driver gives, what is reported to it, and the chain that most behaviours begin with.

#ifndef CONFORMANCE_STAGE_HPP
#define CONFORMANCE_STAGE_HPP

#include "hr.hpp"

#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

inline std::string content_of(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::runtime_error("cannot read " + path);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/// The file that the driver wrote.
class stage {
public:
    explicit stage(const std::string &path) : json_(content_of(path)) {}

    std::string text(std::string_view key) const
    {
        const auto found = json_.member(key).get();
        if (!found)
            throw std::runtime_error("the stage has no text " + std::string(key));
        return *found;
    }

    std::string config(std::string_view key = "config") const { return json_.member(key).text(); }

private:
    hr::json json_;
};

/// One JSON object, member by member.
class report {
public:
    report &raw(std::string_view key, std::string_view json)
    {
        members_ += (members_.empty() ? "" : ",") + hr::json::of(key).text() + ':' + std::string(json);
        return *this;
    }

    report &text(std::string_view key, const std::optional<std::string> &value)
    {
        return raw(key, value ? hr::json::of(*value).text() : "null");
    }

    report &flag(std::string_view key, std::optional<bool> value)
    {
        return raw(key, !value ? "null" : *value ? "true" : "false");
    }

    report &number(std::string_view key, std::optional<std::int64_t> value)
    {
        return raw(key, value ? std::to_string(*value) : "null");
    }

    report &list(std::string_view key, const std::vector<std::string> &values)
    {
        std::string items;
        for (const std::string &value : values)
            items += (items.empty() ? "" : ",") + value;
        return raw(key, '[' + items + ']');
    }

    std::string json() const { return '{' + members_ + '}'; }

private:
    std::string members_;
};

template <class Word>
std::optional<std::string> word(const std::optional<Word> &found)
{
    return found ? std::optional<std::string>(found->word()) : std::nullopt;
}

inline std::string describe(const hr::error &error, const char *family)
{
    report out;
    const hr::error_details &said = error.details();
    out.text("family", family).number("code", said.code).text("name", said.name);
    out.text("operation", said.operation).text("at", said.at.word());
    out.text("outcome", word(said.outcome)).text("cause", said.cause);
    out.flag("has_french", !said.message_fr.empty() && !said.remedy_fr.empty());
    return out.json();
}

/// The error that a call ends with, its family taken from the type; "null" when it succeeds.
template <class Call>
std::string error_of(Call &&call)
{
    try {
        call();
        return "null";
    } catch (const hr::caller_error &error) {
        return describe(error, "caller");
    } catch (const hr::network_error &error) {
        return describe(error, "network");
    } catch (const hr::peer_error &error) {
        return describe(error, "peer");
    } catch (const hr::internal_error &error) {
        return describe(error, "internal");
    } catch (const hr::error &error) {
        return describe(error, "other");
    }
}

inline std::string find_card(const hr::cards &ready, const stage &stage, std::string *model = nullptr)
{
    for (const hr::card &card : ready.cards)
        if (card.json.get("/serial") == stage.text("card")) {
            if (model != nullptr)
                *model = card.modelText.get().value_or("");
            return card.token;
        }
    throw std::runtime_error("the card is not in the reader");
}

/// Steps 1 to 6 and 8, and what they gave.
struct chain {
    const stage &given;
    hr::session session;
    std::string model;
    std::optional<hr::login> login;
    std::optional<hr::answered> search;
    std::optional<hr::patient> patient;

    explicit chain(const stage &stage, std::string_view config = "config")
        : given(stage), session(given.config(config))
    {
    }

    chain &to_login()
    {
        session.ticket();
        const std::string token = find_card(session.ready(), given, &model);
        login = session.login(token, given.text("pin"));
        return *this;
    }

    chain &to_patient()
    {
        to_login();
        search = session.patient_search(given.text("nom"), given.text("prenom"));
        patient = session.patient_get();
        return *this;
    }

    chain &to_record()
    {
        to_patient();
        session.dmp_open(patient->patient_id);
        return *this;
    }

    hr::upload send(const hr::optional_text &filename = std::nullopt)
    {
        return session.dmp_send(patient->patient_id, given.text("document"), filename, given.text("activity_type"),
                                given.text("type_code"));
    }

    report sent(const hr::upload &result) const
    {
        report out;
        out.text("patient_id", patient->patient_id).text("sha256", result.sha256).number("bytes", result.bytes);
        out.text("next", result.next).number("http_status", result.http_status);
        out.flag("updateNeeded", patient->updateNeeded).flag("insQualified", patient->insQualified);
        out.flag("identified", login->identified).text("modelText", model);
        return out;
    }
};

#endif
