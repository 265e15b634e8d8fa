//! What the pages are made from is the library's.

use testkit::header::schema::Schema;
use testkit::{Host, folders::root};

/// The defaults of the configuration, those of `timeouts` one by one.
#[test]
fn the_defaults_are_the_librarys() {
    let schema = Schema::read(root()).unwrap();
    let members = |name: &str| &schema.object(name).unwrap().members;
    let (handle, settings) = Host::try_open("{}");
    let _host = Host(handle);
    let settings = settings.ok().json;
    let times = members("Timeouts").iter();
    let times = times.map(|member| (member, &settings["timeouts"][&member.name]));
    let others = members("Configuration").iter();
    let others = others.map(|member| (member, &settings[&member.name]));
    let mut compared = 0;
    for (member, in_force) in times.chain(others) {
        // Of an object the defaults are those of its members.
        if let Some(stated) = member.default.as_ref().filter(|stated| *stated != "{}") {
            assert_eq!(*stated, in_force.to_string(), "{}", member.name);
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared} defaults");
}
