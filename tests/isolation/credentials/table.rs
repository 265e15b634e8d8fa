//! Which secret was seen where: four secrets, six destinations.

use serde::{Deserialize, Serialize};
use testkit::fault_proxy::{Endpoint, Oracle, SecretSighting};

/// The names that the fault proxy knows them by.
pub const SECRETS: [&str; 4] = ["license", "ticket", "pin", "bearer"];
const COLUMNS: [&str; 6] = [
    "license server",
    "card client",
    "resource service",
    "proxy",
    "redirect target",
    "another session",
];
const PROXY: usize = 3;
const REDIRECT: usize = 4;
const ANOTHER: usize = 5;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Secret {
    pub kind: usize,
    pub text: String,
    /// The session that it belongs to, by the number of its fault_proxy.
    pub home: usize,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Cell {
    right: usize,
    wrong: usize,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Table {
    cells: [[Cell; 6]; 4],
    bytes: usize,
    strays: Vec<String>,
}

impl Table {
    /// Looks through all that a fault_proxy received.
    pub fn search(&mut self, fault_proxy: usize, oracle: &Oracle, secrets: &[Secret]) {
        self.note(oracle, secrets, |secret, sighting| {
            let own = secret.home == fault_proxy;
            let column = match sighting.endpoint {
                Endpoint::Decoy => REDIRECT,
                _ if !own => ANOTHER,
                Endpoint::License => 0,
                Endpoint::Card => 1,
                Endpoint::Service => 2,
            };
            (column, own && sighting.belongs)
        });
    }

    /// Looks through all that the proxy received.
    pub fn search_proxy(&mut self, oracle: &Oracle, secrets: &[Secret]) {
        self.note(oracle, secrets, |_, _| (PROXY, false));
    }

    fn note(
        &mut self,
        oracle: &Oracle,
        secrets: &[Secret],
        place: impl Fn(&Secret, &SecretSighting) -> (usize, bool),
    ) {
        self.bytes += oracle.bytes();
        let named: Vec<_> = secrets
            .iter()
            .map(|secret| (SECRETS[secret.kind], secret.text.clone()))
            .collect();
        for sighting in oracle.sightings(&named) {
            let secret = &secrets[sighting.secret];
            let (column, right) = place(secret, &sighting);
            let cell = &mut self.cells[secret.kind][column];
            if right {
                cell.right += 1;
            } else {
                cell.wrong += 1;
                let name = SECRETS[secret.kind];
                self.strays
                    .push(format!("{name} at {}, {}", COLUMNS[column], sighting.part));
            }
        }
    }

    pub fn add(&mut self, other: Table) {
        for (row, others) in self.cells.iter_mut().zip(other.cells) {
            for (cell, other) in row.iter_mut().zip(others) {
                cell.right += other.right;
                cell.wrong += other.wrong;
            }
        }
        self.bytes += other.bytes;
        self.strays.extend(other.strays);
    }

    /// Where a secret was that has no business there, or was not where it had to be.
    fn is_wrong(&self, kind: usize, column: usize) -> bool {
        const HOME: [usize; 4] = [0, 1, 1, 2];
        let cell = self.cells[kind][column];
        cell.wrong > 0 || (column == HOME[kind]) != (cell.right > 0)
    }

    pub fn print_and_check(&self) {
        let mut text = format!("{:>10}", "");
        for column in COLUMNS {
            text += &format!("{column:>18}");
        }
        let mut wrong = 0;
        for (kind, row) in self.cells.iter().enumerate() {
            text += &format!("\n{:>10}", SECRETS[kind]);
            for (column, cell) in row.iter().enumerate() {
                let bad = self.is_wrong(kind, column);
                wrong += usize::from(bad);
                let mark = if bad { "!" } else { "" };
                text += &format!("{:>18}", format!("{mark}{}", cell.right + cell.wrong));
            }
        }
        println!("{text}\nbytes searched: {}", self.bytes);
        println!("wrong cells: {wrong} of 24");
        assert_eq!(wrong, 0, "{:#?}", self.strays);
    }
}

#[test]
fn a_secret_that_strays_makes_a_cell_wrong() {
    let mut table = Table::default();
    for (kind, column) in [(0, 0), (1, 1), (2, 1), (3, 2)] {
        assert!(table.is_wrong(kind, column), "never seen at home");
        table.cells[kind][column].right = 1;
        assert!(!table.is_wrong(kind, column));
    }
    for kind in 0..4 {
        for column in 0..6 {
            table.cells[kind][column].wrong += 1;
            assert!(table.is_wrong(kind, column));
        }
    }
}
