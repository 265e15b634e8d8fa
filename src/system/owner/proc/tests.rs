use super::*;

const USER: u32 = 1000;
const HEAD: &str = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
const ENDS: (&str, &str) = ("127.0.0.1:48367", "127.0.0.1:50000");
/// 127.0.0.1:48367 and 127.0.0.1:50000.
const THEIRS: &str = "0100007F:BCEF";
const OURS: &str = "0100007F:C350";
const NOBODY: &str = "00000000:0000";
const THEIRS_MAPPED: &str = "0000000000000000FFFF00000100007F:BCEF";
const OURS_MAPPED: &str = "0000000000000000FFFF00000100007F:C350";
const ALL_MAPPED: &str = "0000000000000000FFFF000000000000:BCEF";
const ALL_V6: &str = "00000000000000000000000000000000:BCEF";
const NOBODY_V6: &str = "00000000000000000000000000000000:0000";

fn ends((theirs, ours): (&str, &str)) -> ConnectionEnds {
    ConnectionEnds::new(theirs.parse().unwrap(), ours.parse().unwrap())
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

fn judged(tcp: &str, tcp6: &str) -> Seen {
    let open = |family| match family {
        Family::V4 => Ok(tcp.as_bytes()),
        Family::V6 => Ok(tcp6.as_bytes()),
    };
    judge(open, &ends(ENDS), USER)
}

fn table(lines: &[String]) -> String {
    format!("{HEAD}{}", lines.concat())
}

#[test]
fn whoever_accepted_the_connection_is_its_owner() {
    for (user, owner) in [
        (USER, Owner::Own),
        (0, Owner::Service),
        (1001, Owner::OtherSession),
        (65534, Owner::OtherSession),
        (u32::MAX, Owner::OtherSession),
    ] {
        let other = table(&[
            listener(THEIRS, USER),
            line(OURS, THEIRS, "01", USER, 8),
            line(THEIRS, "0100007F:C351", "01", USER, 9),
            line(THEIRS, OURS, "01", user, 10),
        ]);
        assert_eq!(judged(&other, ""), Seen::settled(owner), "{user}");
        let mapped = table(&[line(THEIRS_MAPPED, OURS_MAPPED, "01", user, 10)]);
        assert_eq!(judged(HEAD, &mapped), Seen::settled(owner), "{user}");
    }
}

#[test]
fn for_root_root_is_no_service_but_itself() {
    let text = table(&[line(THEIRS, OURS, "01", 0, 10)]);
    let others = table(&[line(THEIRS, OURS, "01", 1000, 10)]);
    let open = |text: String| move |_| Ok(std::io::Cursor::new(text.clone()));
    assert_eq!(judge(open(text), &ends(ENDS), 0).owner, Owner::Own);
    assert_eq!(
        judge(open(others), &ends(ENDS), 0).owner,
        Owner::OtherSession
    );
}

#[test]
fn a_connection_that_nobody_accepted_yet_is_its_listeners() {
    let waits = line(THEIRS, OURS, "01", 0, 0);
    for (listeners, owner) in [
        (vec![listener(THEIRS, USER)], Owner::Own),
        (vec![listener(THEIRS, 5)], Owner::OtherSession),
        (vec![listener(THEIRS, 0)], Owner::Service),
        // The nearest one is given it.
        (
            vec![listener("00000000:BCEF", 5), listener(THEIRS, USER)],
            Owner::Own,
        ),
        (
            vec![listener(THEIRS, 5), listener("00000000:BCEF", USER)],
            Owner::OtherSession,
        ),
        // Of several as near the stranger counts.
        (
            vec![listener(THEIRS, USER), listener(THEIRS, 5)],
            Owner::OtherSession,
        ),
        (
            vec![
                listener(THEIRS, 0),
                listener(THEIRS, 5),
                listener(THEIRS, USER),
            ],
            Owner::OtherSession,
        ),
        (
            vec![listener(THEIRS, USER), listener(THEIRS, 0)],
            Owner::Service,
        ),
        // Another port, another address, and a socket that does not listen.
        (
            vec![
                listener("0100007F:BCEE", USER),
                listener("0200007F:BCEF", USER),
                line(THEIRS, NOBODY, "07", USER, 3),
            ],
            Owner::Unknown,
        ),
    ] {
        let text = table(&[listeners.concat(), waits.clone()]);
        let settled = owner == Owner::Own;
        assert_eq!(judged(&text, HEAD), Seen { owner, settled }, "{text}");
    }
}

#[test]
fn a_listener_of_ipv6_may_serve_ipv4() {
    let waits = line(THEIRS, OURS, "01", 0, 0);
    for (v4, v6, owner) in [
        ("", ALL_V6, Owner::Own),
        ("", ALL_MAPPED, Owner::Own),
        ("", THEIRS_MAPPED, Owner::Own),
        ("00000000:BCEF", ALL_V6, Owner::OtherSession),
        ("00000000:BCEF", ALL_MAPPED, Owner::OtherSession),
        ("00000000:BCEF", THEIRS_MAPPED, Owner::Own),
        (THEIRS, ALL_V6, Owner::OtherSession),
    ] {
        let stranger = (!v4.is_empty()).then(|| listener(v4, 5));
        let tcp = table(&[stranger.unwrap_or_default(), waits.clone()]);
        let tcp6 = table(&[listener(v6, USER)]);
        assert_eq!(judged(&tcp, &tcp6).owner, owner, "{v4} {v6}");
    }
}

#[test]
fn ipv6_has_a_table_of_its_own() {
    const ONE: &str = "00000000000000000000000001000000";
    let ends = ends(("[::1]:48367", "[::1]:50000"));
    let connected = |user, inode| {
        let (theirs, ours) = (format!("{ONE}:BCEF"), format!("{ONE}:C350"));
        line(&theirs, &ours, "01", user, inode)
    };
    for (text, owner) in [
        (connected(5, 1), Owner::OtherSession),
        (connected(USER, 1), Owner::Own),
        (
            connected(0, 0) + &listener(ALL_V6, 5) + &listener(&format!("{ONE}:BCEF"), USER),
            Owner::Own,
        ),
        (connected(0, 0) + &listener(ALL_V6, 5), Owner::OtherSession),
        (connected(0, 0), Owner::Unknown),
    ] {
        let open = |family| {
            assert_eq!(family, Family::V6);
            Ok(text.as_bytes())
        };
        assert_eq!(judge(open, &ends, USER).owner, owner, "{text}");
    }
}

#[test]
fn a_missing_connection_is_not_settled() {
    assert_eq!(judged(HEAD, HEAD), Seen::so_far(Owner::Unknown));
    let listens = |user| judged(&table(&[listener(THEIRS, user)]), HEAD);
    assert_eq!(listens(5), Seen::so_far(Owner::OtherSession));
    assert_eq!(listens(USER), Seen::so_far(Owner::Own));
}

#[test]
fn a_line_of_another_form_is_ignored() {
    let good = line(THEIRS, OURS, "01", USER, 10);
    let hostile = [
        "\n",
        ":\n",
        "::::\n",
        "   0:\n",
        "   0: \n",
        "   0:\0\0\n",
        &format!("   0: {THEIRS}\n"),
        &format!("   0: {THEIRS} \n"),
        &format!("   0: {THEIRS} {OURS}\n"),
        &format!("   0: {THEIRS} {OURS} \n"),
        &format!("   0: {THEIRS} {OURS} 01 0:0 0:0 0\n"),
        &format!("   0: {THEIRS} {OURS} 01 0:0 0:0 0 5 0\n"),
        &format!("   0: {THEIRS} {OURS} 01 0:0 0:0 0 -5 0 7\n"),
        &format!("   0: {THEIRS} {OURS} 01 0:0 0:0 0 4294967296 0 7\n"),
        &format!("   0: {THEIRS} {OURS} 01 0:0 0:0 0 5 0 99999999999999999999999\n"),
        &format!("   0: {THEIRS} {OURS} 01 0:0 0:0 0 five 0 seven\n"),
        &format!("   0: {THEIRS} {NOBODY} 0A\n"),
        &format!("   0: {THEIRS} {NOBODY}0A 0:0 0:0 0 5 0 7\n"),
    ];
    let hostile = format!("{HEAD}{}", hostile.concat());
    assert_eq!(judged(&hostile, ""), Seen::so_far(Owner::Unknown));
    assert_eq!(judged(&(hostile + &good), ""), Seen::settled(Owner::Own));
    // The last line is not whole.
    let cut = good.trim_end();
    assert_eq!(judged(cut, ""), Seen::so_far(Owner::Unknown));

    let mut bytes = b"   0: \xff\xfe\n".to_vec();
    bytes.extend(format!("   0: {THEIRS} {OURS} 01 ").bytes());
    bytes.extend(b"\xff 0 0 5 0 7\n");
    bytes.extend(good.bytes());
    let open = |_| Ok(bytes.as_slice());
    assert_eq!(judge(open, &ends(ENDS), USER), Seen::settled(Owner::Own));
}

/// Gives what it has in steps, and an error in between.
struct Steps<'a>(&'a [u8], usize, bool);

impl Read for Steps<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.2 = !self.2;
        if self.2 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let amount = self.1.min(room.len());
        (&mut self.0).take(amount as u64).read(room)
    }
}

#[test]
fn lines_are_whole_whatever_the_steps_they_come_in() {
    let mut lines = vec![line("0100007F:0001", OURS, "01", 5, 3); 300];
    lines.push(line(THEIRS, OURS, "01", USER, 10));
    let text = table(&lines);
    for step in [1, 7, 149, 4096, 8192, 100_000] {
        let open = |_| Ok(Steps(text.as_bytes(), step, false));
        assert_eq!(
            judge(open, &ends(ENDS), USER),
            Seen::settled(Owner::Own),
            "{step}"
        );
    }
}

/// The same line again and again.
struct Endless(std::iter::Cycle<std::slice::Iter<'static, u8>>);

impl Read for Endless {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        for (place, byte) in room.iter_mut().zip(&mut self.0) {
            *place = *byte;
        }
        Ok(room.len())
    }
}

#[test]
fn an_owner_is_unknown_where_the_tables_are_closed() {
    let unknown = Seen::settled(Owner::Unknown);
    let denied = |_| Err::<&[u8], _>(io::ErrorKind::PermissionDenied.into());
    assert_eq!(judge(denied, &ends(ENDS), USER), unknown);
    let absent = |_| Err::<&[u8], _>(io::ErrorKind::NotFound.into());
    assert_eq!(judge(absent, &ends(ENDS), USER), unknown);
    // A line without an end, and a table without one.
    let open = |_| Ok(io::repeat(b' '));
    assert_eq!(judge(open, &ends(ENDS), USER), unknown);
    let open = |_| Ok(Endless(HEAD.as_bytes().iter().cycle()));
    assert_eq!(judge(open, &ends(ENDS), USER), unknown);
    // Without IPv6 there is no second table.
    let text = table(&[listener(THEIRS, USER)]);
    let open = |family| match family {
        Family::V4 => Ok(text.as_bytes()),
        Family::V6 => Err(io::ErrorKind::NotFound.into()),
    };
    assert_eq!(judge(open, &ends(ENDS), USER).owner, Owner::Own);
}

#[test]
fn a_lack_of_resources_is_not_a_closed_table() {
    let seen = |error| {
        let open = |_| -> io::Result<&[u8]> { Err(io::Error::from_raw_os_error(error)) };
        judge(open, &ends(ENDS), USER)
    };
    for error in [libc::ENOENT, libc::EACCES, libc::EPERM, libc::ENOSYS] {
        assert_eq!(seen(error), Seen::settled(Owner::Unknown), "{error}");
    }
    for error in [libc::EMFILE, libc::ENFILE, libc::ENOMEM, libc::EIO] {
        assert_eq!(seen(error), Seen::so_far(Owner::NotAsked), "{error}");
    }
}
