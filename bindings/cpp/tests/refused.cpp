// refused.cpp - programs that must not compile, one for each number but 0, which is right: they would read a text that has
// ended (issue 12, point 25), or take one text for another or for a patient.

#include "hr.hpp"

#include <string>

int main()
{
    hr::session session("{}");
#if REFUSED == 0
    const hr::result reply = session.state();
    hr::traits traits;
    traits.nom = "EXEMPLE";
    return hr::json_view(reply.json)["next"].exists() ? 0 : 1;
#elif REFUSED == 1
    return hr::json_view(session.state().json)["next"].exists() ? 0 : 1;
#elif REFUSED == 2
    const hr::json_view view(std::string("{}"));
    return view.exists() ? 0 : 1;
#elif REFUSED == 3
    for (const hr::json_view card : hr::json_view(session.ready().raw)["cards"])
        return card.exists() ? 0 : 1;
#elif REFUSED == 4
    return hr::json_view(hr::session("{}").opened().json).exists() ? 0 : 1;
#elif REFUSED == 5
    return hr::json_view(hr::error(hr::error_details()).raw()).exists() ? 0 : 1;
#elif REFUSED == 6
    session.patient_search("A", nullptr);
#elif REFUSED == 7
    session.login("token", nullptr);
#elif REFUSED == 8
    hr::dmp_client("{}").session().ticket();
#elif REFUSED == 9
    const hr::document_path path(nullptr);
#elif REFUSED == 10
    const hr::traits traits{"EXEMPLE", "Hélène"};
#elif REFUSED == 11
    const hr::document document{"lettre.pdf", "11503-0", "10"};
#elif REFUSED == 12
    const hr::patient patient("{}", hr::json_view("{}"), hr::json_view("{}"), nullptr);
#elif REFUSED == 13
    hr::dmp_client(std::string("{}")).send("255081416802538", hr::document());
#elif REFUSED == 14
    hr::match(hr::find_result(hr::found_nobody()), [](const hr::found_one &) {}, [](const hr::found_several &) {},
              [](const hr::found_nobody &) {});
#endif
}
