// patient.hpp - who is looked for, and who is found. A patient is made by a search of a client alone, so that no text can
// be mistaken for one.

#ifndef HR_PATIENT_HPP
#define HR_PATIENT_HPP

#include "hr/error.hpp"
#include "hr/json.hpp"
#include "hr/settings.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace hr {

namespace detail {

/// The first member of a structure whose members are given by name alone: with designated initializers or one by one.
struct by_name {
    explicit by_name() = default;
};

/// One for each client, so that a patient of another one is noticed.
struct client_identity {
};

} // namespace detail

/// Who is looked for: at least one of these, passed as given, up to 1,024 bytes each. The interface does not show their
/// formats. In C++20 `{.nom = "EXEMPLE", .prenom = "Hélène"}`.
struct traits {
    detail::by_name by_name{};
    setting_text nom{};
    setting_text prenom{};
    setting_text date_naissance{};
    setting_text sexe{};

    std::string json() const
    {
        std::string out;
        detail::json_members<std::string> all(out);
        all.add("nom", nom);
        all.add("prenom", prenom);
        all.add("date_naissance", date_naissance);
        all.add("sexe", sexe);
        all.end();
        return out;
    }
};

/// A patient whom a search of a client found. It holds what the search was for and who was meant, which a deposit compares
/// with whom the service answers for. Copies are the same patient.
class patient {
public:
    /// The NIR, for the functions of a session.
    const std::string &patient_id() const & noexcept { return id_; }
    std::string patient_id() && { return std::move(id_); }

    /// The parameters as the service wrote them, JSON.
    const std::string &parameters() const & noexcept { return parameters_; }
    std::string parameters() && { return std::move(parameters_); }

    bool insQualified() const noexcept { return qualified_; }
    bool alimentationConsent() const noexcept { return consent_; }

    /// Both, when the patient was read; a deposit looks again.
    bool may_receive() const noexcept { return qualified_ && consent_; }

private:
    friend class dmp_client;
    friend class found_unverified;

    std::string traits_, id_, parameters_;
    bool qualified_, consent_;
    std::shared_ptr<const detail::client_identity> of_;

    patient(std::string traits, json_view found, json_view parameters,
            std::shared_ptr<const detail::client_identity> of)
        : traits_(std::move(traits)), id_(detail::text_or(found, "patient_id")), parameters_(parameters.source()),
          qualified_(parameters["insQualified"].boolean().value_or(false)),
          consent_(parameters["alimentationConsent"].boolean().value_or(false)), of_(std::move(of))
    {
    }
};

/// One patient has these traits, and nobody else.
struct found_one {
    hr::patient patient;
};

/// Several patients have them: search with more traits. Nobody was read.
struct found_several {
    std::string choices; ///< the list as the service wrote it, JSON with names: keep it out of logs
    std::size_t count = 0;
    std::string sentence_fr;
};

/// Nobody has them.
struct found_nobody {
    std::string sentence_fr;
};

/// The service answered for this patient, and others may have the same traits: without settings::patients_pointer the
/// library cannot count them. A person compares before anything is sent.
class found_unverified {
public:
    /// The parameters as the service wrote them, JSON.
    const std::string &parameters() const & noexcept { return seen_.parameters_; }
    std::string parameters() && { return std::move(seen_.parameters_); }

    /// A person compared and is sure that this is the patient. Never call it by program.
    patient confirm() const { return seen_; }

private:
    friend class dmp_client;

    patient seen_;

    explicit found_unverified(patient seen) : seen_(std::move(seen)) {}
};

using find_result = std::variant<found_one, found_several, found_nobody, found_unverified>;

namespace detail {

template <class... Functions>
struct overloads : Functions... {
    using Functions::operator()...;
};

template <class... Functions>
overloads(Functions...) -> overloads<Functions...>;

} // namespace detail

/// Calls the function for what was found, one of those given. One that is missing does not compile.
template <class... Functions>
decltype(auto) match(const find_result &found, Functions &&...functions)
{
    return std::visit(detail::overloads{std::forward<Functions>(functions)...}, found);
}

} // namespace hr

#endif
