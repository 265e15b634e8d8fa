// refused.cpp - programs that must not compile, one for each number but 0, which is right: they would take one text for
// another, or throw a result away.

#include "hr.hpp"

#include <string>

int main()
{
    hr::session session("{}");
#if REFUSED == 0
    hr::traits traits;
    traits.nom = "EXEMPLE";
    return session.state().next == "hr_ticket" ? 0 : 1;
#elif REFUSED == 1
    session.patient_search("A", nullptr);
#elif REFUSED == 2
    session.login("token", nullptr);
#elif REFUSED == 3
    hr::client("{}").session().ticket();
#elif REFUSED == 4
    const hr::traits traits{"EXEMPLE", "Hélène"};
#elif REFUSED == 5
    const hr::document_file document{"lettre.pdf", "11503-0", "10"};
#elif REFUSED == 6
    hr::client("{}").deposit({});
#elif REFUSED == 7
    session.connect();
#elif REFUSED == 8
    session.state();
#elif REFUSED == 9
    if (hr::optional_text("A"))
        return 1;
#elif REFUSED == 10
    const std::string *text = &hr::json::of("a").text();
    return text != nullptr;
#elif REFUSED == 11
    hr::take_log_exception();
#endif
}
