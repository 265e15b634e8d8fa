// refused.cpp - programs that must not compile, one for each number but 0, which is right (issue 12, point 25):
// their json_view would read a text that has ended.

#include "hr.hpp"

#include <string>

int main()
{
    hr::session session("{}");
#if REFUSED == 0
    const hr::result reply = session.state();
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
#endif
}
