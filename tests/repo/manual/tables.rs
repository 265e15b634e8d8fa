//! The tables are the header's, the schema's and the library's.

use std::collections::BTreeMap;

use testkit::header::schema::{Kind, Schema};
use testkit::{Host, folders::root};

use super::table;

/// Its keys, those of `timeouts` one by one, with the defaults of page, schema and library.
#[test]
fn the_configuration_is_the_schemas_and_the_librarys() {
    let schema = Schema::read(root()).unwrap();
    let members = |name: &str| &schema.object(name).unwrap().members;
    let mut described = BTreeMap::new();
    for member in members("Configuration") {
        if member.kind != Kind::Object("Timeouts".into()) {
            described.insert(member.name.clone(), &member.default);
            continue;
        }
        for time in members("Timeouts") {
            described.insert(format!("{}.{}", member.name, time.name), &time.default);
        }
    }
    let rows = table("docs/en/configuration.md", "Configuration");
    assert_eq!(rows.len(), described.len());
    let (handle, settings) = Host::try_open("{}");
    let _host = Host(handle);
    let settings = settings.ok().json;
    for row in rows {
        let (key, default) = (&row[0], &row[1]);
        let stated = described.get(key).unwrap_or_else(|| panic!("{key}"));
        let in_force = &settings[key.split('.').next().unwrap()];
        let in_force = key
            .split('.')
            .skip(1)
            .fold(in_force, |value, key| &value[key]);
        if let Some(stated) = stated
            && default != "{}"
        {
            assert_eq!((stated, &in_force.to_string()), (default, default), "{key}");
        }
        assert!(default != "none" || in_force.is_null(), "{key}");
    }
}
