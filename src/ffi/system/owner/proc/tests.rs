use super::*;

const USER: u32 = 1000;
/// 127.0.0.1:48367 and 127.0.0.1:50000.
const THEIRS: &str = "0100007F:BCEF";
const OURS: &str = "0100007F:C350";
const NOBODY: &str = "00000000:0000";
const THEIRS_MAPPED: &str = "0000000000000000FFFF00000100007F:BCEF";
const OURS_MAPPED: &str = "0000000000000000FFFF00000100007F:C350";
const ALL_MAPPED: &str = "0000000000000000FFFF000000000000:BCEF";
const ALL_V6: &str = "00000000000000000000000000000000:BCEF";
const NOBODY_V6: &str = "00000000000000000000000000000000:0000";

const OWN: Seen = Seen::Known(Owner::Own);
const UNKNOWN: Seen = Seen::SoFar(Owner::Unknown);

fn ends(ip: &str) -> ConnectionEnds {
    let end = |port: u16| SocketAddr::new(ip.parse().unwrap(), port);
    ConnectionEnds::new(end(48367), end(50000))
}

fn judged<R: Read>(open: impl Fn(Family) -> io::Result<R>) -> Seen {
    judge(open, &ends("127.0.0.1"), USER)
}

fn line(local: &str, remote: &str, state: &str, user: u32, inode: u32) -> String {
    format!(
        "   0: {local} {remote} {state} 00000000:00000000 00:00000000 00000000 {user:5}        0 {inode} 1 0 100 0 0 10 0      \n"
    )
}

fn listener(local: &str, user: u32) -> String {
    let nobody = match local.len() > 20 {
        true => NOBODY_V6,
        false => NOBODY,
    };
    line(local, nobody, "0A", user, 7)
}

fn held(user: u32) -> String {
    line(THEIRS, OURS, "01", user, 10)
}

/// The two tables with these lines, each a word and a user; the connection is held by a user, or waits.
fn tables(lines: &str) -> [String; 2] {
    let mut tables = [String::new(), String::new()];
    for text in lines.split_ascii_whitespace() {
        let (word, user) = text.split_once(':').unwrap();
        let user = user.parse().unwrap();
        let (table, line) = match word {
            "held" => (0, held(user)),
            "waits" => (0, line(THEIRS, OURS, "01", user, 0)),
            "at" => (0, listener(THEIRS, user)),
            "all" => (0, listener("00000000:BCEF", user)),
            "other_port" => (0, listener("0100007F:BCEE", user)),
            "other_address" => (0, listener("0200007F:BCEF", user)),
            "no_listener" => (0, line(THEIRS, NOBODY, "07", user, 3)),
            "held6" => (1, line(THEIRS_MAPPED, OURS_MAPPED, "01", user, 10)),
            "at6" => (1, listener(THEIRS_MAPPED, user)),
            "all_mapped6" => (1, listener(ALL_MAPPED, user)),
            "all6" => (1, listener(ALL_V6, user)),
            other => panic!("{other}"),
        };
        tables[table] += &line;
    }
    tables
}

/// Who accepted the connection owns it; until somebody has, whoever listens nearest to the address.
#[test]
fn an_owner_accepted_the_connection_or_listens() {
    let [service, stranger] = [Owner::Service, Owner::OtherSession];
    for (lines, seen) in [
        ("held:1000", OWN),
        ("all:5 held:0", Seen::Known(service)),
        ("at:1000 held:1001", Seen::Known(stranger)),
        ("held6:1000", OWN),
        ("waits:0 at:1000", OWN),
        ("waits:0 at:0", Seen::SoFar(service)),
        // The nearest one is given it, and of several as near the stranger counts.
        ("all:5 at:1000 waits:0", OWN),
        ("at:5 all:1000 waits:0", Seen::SoFar(stranger)),
        ("at:0 at:5 at:1000 waits:0", Seen::SoFar(stranger)),
        ("at:1000 at:0 waits:0", Seen::SoFar(service)),
        (
            "other_port:1000 other_address:1000 no_listener:1000 waits:0",
            UNKNOWN,
        ),
        // A listener of IPv6 may serve IPv4.
        ("waits:0 all6:1000", OWN),
        ("waits:0 all_mapped6:1000", OWN),
        ("waits:0 all:5 all6:1000", Seen::SoFar(stranger)),
        ("waits:0 at:5 at6:1000", Seen::SoFar(stranger)),
        // Without the connection nothing is known.
        ("", UNKNOWN),
        ("at:1000", Seen::SoFar(Owner::Own)),
    ] {
        let [tcp, tcp6] = tables(lines);
        let open = |family| match family {
            Family::V4 => Ok(tcp.as_bytes()),
            Family::V6 => Ok(tcp6.as_bytes()),
        };
        assert_eq!(judged(open), seen, "{lines}");
    }
    // For root, root is no service but itself.
    let text = held(0);
    assert_eq!(judge(|_| Ok(text.as_bytes()), &ends("127.0.0.1"), 0), OWN);
}

#[test]
fn ipv6_has_a_table_of_its_own() {
    const ONE: &str = "00000000000000000000000001000000";
    let (theirs, ours) = (format!("{ONE}:BCEF"), format!("{ONE}:C350"));
    let waits = line(&theirs, &ours, "01", 0, 0);
    let stranger = Owner::OtherSession;
    for (text, seen) in [
        (line(&theirs, &ours, "01", 5, 1), Seen::Known(stranger)),
        (
            waits.clone() + &listener(ALL_V6, 5) + &listener(&theirs, USER),
            OWN,
        ),
        (waits + &listener(ALL_V6, 5), Seen::SoFar(stranger)),
    ] {
        let open = |family| {
            assert_eq!(family, Family::V6);
            Ok(text.as_bytes())
        };
        assert_eq!(judge(open, &ends("::1"), USER), seen, "{text}");
    }
}

#[test]
fn a_line_of_another_form_is_ignored() {
    let mut bytes = b"   0: \xff\xfe\n\n:\n   0:\n   0: \n".to_vec();
    for rest in [
        "",
        " ",
        " 01 0:0 0:0 0",
        " 01 0:0 0:0 0 5 0",
        " 01 0:0 0:0 0 -5 0 7",
        " 01 0:0 0:0 0 4294967296 0 7",
        " 01 0:0 0:0 0 5 0 99999999999999999999999",
    ] {
        bytes.extend(format!("   0: {THEIRS} {OURS}{rest}\n").bytes());
    }
    bytes.extend(format!("   0: {THEIRS} {NOBODY} 0A\n").bytes());
    assert_eq!(judged(|_| Ok(bytes.as_slice())), UNKNOWN);
    // The last line is not whole.
    bytes.extend(held(USER).trim_end().bytes());
    assert_eq!(judged(|_| Ok(bytes.as_slice())), UNKNOWN);
    bytes.push(b'\n');
    assert_eq!(judged(|_| Ok(bytes.as_slice())), OWN);
}

/// Errors by their numbers, a line without an end, and a table without one.
#[test]
fn an_owner_is_unknown_where_the_tables_are_closed() {
    let closed = Seen::Known(Owner::Unknown);
    let failed = |error| judged(|_| Err::<&[u8], _>(io::Error::from_raw_os_error(error)));
    for error in [libc::ENOENT, libc::EACCES, libc::ENOSYS] {
        assert_eq!(failed(error), closed, "{error}");
    }
    for error in [libc::EMFILE, libc::ENOMEM, libc::EIO] {
        assert_eq!(failed(error), Seen::SoFar(Owner::NotAsked), "{error}");
    }
    assert_eq!(judged(|_| Ok(io::repeat(b' '))), closed);
    let long = listener(THEIRS, USER).repeat(LONGEST as usize / 100);
    assert_eq!(judged(|_| Ok(long.as_bytes())), closed);
    // Without IPv6 there is no second table.
    let text = listener(THEIRS, USER);
    let open = |family| match family {
        Family::V4 => Ok(text.as_bytes()),
        Family::V6 => Err(io::ErrorKind::NotFound.into()),
    };
    assert_eq!(judged(open), Seen::SoFar(Owner::Own));
}
