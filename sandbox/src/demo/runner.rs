//! Makes the calls in the order that `next` gives.

use super::document::{Content, Document};
use super::step::{Request, Step};
use super::summary;
use super::terminal::Terminal;
use crate::host::{Host, Labels, Reply, Traits};
use hr::code::HR_E_CARD_STATUS;
use hr_sandbox::{LoggedRequest, Patient, Sandbox};
use percent_encoding::percent_decode_str;
use serde_json::json;
use std::io;
use std::time::Instant;

/// The card that logs in, and the patient.
pub(super) struct Participants {
    pub serial: String,
    pub pin: String,
    pub patient: Patient,
}

/// Values from earlier results that later calls need.
#[derive(Default)]
struct Known {
    token: String,
    situation: String,
    patient_id: String,
}

pub(super) struct Runner<'a> {
    sandbox: &'a Sandbox,
    participants: &'a Participants,
    document: &'a Document,
    host: Host,
    first: String,
    known: Known,
    /// Requests in the log that belong to earlier calls.
    logged: usize,
}

impl<'a> Runner<'a> {
    pub(super) fn start(
        sandbox: &'a Sandbox,
        participants: &'a Participants,
        document: &'a Document,
    ) -> Result<Runner<'a>, String> {
        let (host, reply) = Host::open(&sandbox.config_json())
            .map_err(|refused| format!("hr_open: {}", refused.text("remedy")))?;
        Ok(Runner {
            sandbox,
            participants,
            document,
            host,
            first: reply.text("next").to_owned(),
            known: Known::default(),
            logged: 0,
        })
    }

    /// Follows `next` to its end or to the first failure, while `between` the calls says so. The text says what else is
    /// wrong.
    pub(super) fn run(
        &mut self,
        terminal: &mut Terminal,
        between: &mut dyn FnMut() -> bool,
    ) -> io::Result<(Vec<Step>, Option<String>)> {
        let mut steps: Vec<Step> = Vec::new();
        let mut next = self.first.clone();
        while !next.is_empty() {
            if !steps.is_empty() && !between() {
                return Ok((steps, Some("stopped before its end".into())));
            }
            let asked = steps.iter().any(|step| step.function == next);
            let Some(step) = (!asked).then(|| self.make(&next, terminal)).flatten() else {
                return Ok((steps, Some(format!("`next` asks for {next}, out of place"))));
            };
            terminal.step(&step)?;
            next = step.reply.text("next").to_owned();
            let refused = step.number == 3 && step.reply.code == HR_E_CARD_STATUS;
            let failed = !step.reply.is_ok();
            steps.push(step);
            if refused {
                self.retry_login(terminal, &mut steps, between)?;
            }
            if failed {
                break;
            }
        }
        Ok((steps, None))
    }

    /// Presents the same PIN to the same card, as a program does that retries.
    fn retry_login(
        &mut self,
        terminal: &mut Terminal,
        steps: &mut Vec<Step>,
        between: &mut dyn FnMut() -> bool,
    ) -> io::Result<()> {
        terminal.retry_login()?;
        for function in ["hr_ready", "hr_login"] {
            if between()
                && let Some(step) = self.make(function, terminal)
            {
                terminal.step(&step)?;
                steps.push(step);
            }
        }
        Ok(())
    }

    /// Makes one call; `None` if the function is not one of the nine steps.
    fn make(&mut self, function: &str, terminal: &mut Terminal) -> Option<Step> {
        let start = Instant::now();
        let (number, function, reply) = self.call(function, terminal)?;
        let time = start.elapsed();
        if reply.is_ok() {
            self.learn(function, &reply);
        }
        Some(Step {
            number,
            function,
            request: self.request(),
            time,
            summary: summary::of(function, &reply),
            reply,
        })
    }

    fn call(&self, function: &str, terminal: &Terminal) -> Option<(u8, &'static str, Reply)> {
        let (host, known, patient) = (&self.host, &self.known, &self.participants.patient);
        Some(match function {
            "hr_ticket" => (1, "hr_ticket", host.ticket()),
            "hr_ready" => (2, "hr_ready", host.ready()),
            "hr_login" => (
                3,
                "hr_login",
                host.login(&known.token, &self.participants.pin),
            ),
            "hr_profile_put" => (4, "hr_profile_put", host.profile_put(&json!({}))),
            "hr_profile_select" => {
                let reply = host.profile_select(&known.situation);
                (4, "hr_profile_select", reply)
            }
            "hr_patient_search" => {
                let traits = Traits {
                    nom: &patient.nom,
                    prenom: &patient.prenom,
                    date_naissance: &patient.date_naissance,
                    sexe: &patient.sexe,
                };
                (5, "hr_patient_search", host.patient_search(&traits))
            }
            "hr_patient_get" => (6, "hr_patient_get", host.patient_get()),
            "hr_patient_update" => {
                let reply = host.patient_update(&json!({ "insQualified": true }));
                (7, "hr_patient_update", reply)
            }
            "hr_dmp_open" => (8, "hr_dmp_open", host.dmp_open(&known.patient_id)),
            "hr_dmp_send" => self.send(terminal),
            _ => return None,
        })
    }

    fn send(&self, terminal: &Terminal) -> (u8, &'static str, Reply) {
        let patient_id = &self.known.patient_id;
        let labels = Labels {
            filename: &self.document.name,
            activity_type: "10",
            type_code: "11503-0",
        };
        let bar = terminal.bar(self.document);
        let watch = |done, total| bar.set(done, total);
        self.host.watched(&watch, || match &self.document.content {
            Content::File(path) => {
                let reply = self.host.dmp_send(patient_id, path, &labels);
                (9, "hr_dmp_send", reply)
            }
            Content::Made(data) => {
                let reply = self.host.dmp_send_bytes(patient_id, data, &labels);
                (9, "hr_dmp_send_bytes", reply)
            }
        })
    }

    fn learn(&mut self, function: &str, reply: &Reply) {
        let (value, known) = (&reply.value, &mut self.known);
        let text = |found: Option<&str>| found.unwrap_or_default().to_owned();
        match function {
            "hr_ready" => {
                let cards = value["cards"].as_array().into_iter().flatten();
                let card = cards
                    .into_iter()
                    .find(|card| card["serial"] == *self.participants.serial);
                known.token = text(card.and_then(|card| card["token"].as_str()));
            }
            "hr_profile_put" => {
                known.situation = text(value["raw"]["situations"][0]["id"].as_str());
            }
            "hr_patient_get" => known.patient_id = reply.text("patient_id").to_owned(),
            _ => {}
        }
    }

    /// The request that arrived since the previous call, from the sandbox's request log.
    fn request(&mut self) -> Option<Request> {
        let all = self.sandbox.requests();
        let seen = all.get(self.logged..)?.last()?;
        self.logged = all.len();
        Some(Request {
            method: seen.method.clone(),
            path: self.template(seen),
            status: seen.status,
        })
    }

    fn template(&self, seen: &LoggedRequest) -> String {
        let service_url = self.sandbox.service_url();
        let base = seen.service == hr_sandbox::Service::Resource;
        let prefix = service_url.splitn(4, '/').nth(3).filter(|_| base);
        let prefix = format!("/{}", prefix.unwrap_or_default().trim_end_matches('/'));
        let path = match prefix.as_str() {
            "/" => &*seen.path,
            prefix => seen.path.strip_prefix(prefix).unwrap_or(&seen.path),
        };
        let parts = path.split('/').map(|part| {
            let decoded = percent_decode_str(part).decode_utf8_lossy();
            match &*decoded {
                "" => part,
                id if id == self.known.patient_id => "{patient_id}",
                id if id == self.known.situation => "{situation.id}",
                _ => part,
            }
        });
        parts.collect::<Vec<_>>().join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn a_run_reaches_the_ninth_step_and_an_upload_reports_its_progress() {
        let (sandbox, participants) = crate::demo::fixture("run");
        let document = Document::made();
        let mut runner = Runner::start(&sandbox, &participants, &document)
            .ok()
            .unwrap();
        let (steps, problem) = runner.run(&mut Terminal::new(false), &mut || true).unwrap();
        assert_eq!(problem, None);
        let numbers: Vec<_> = steps.iter().map(|step| step.number).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 4, 5, 6, 7, 8, 9]);

        let reported = RefCell::new(Vec::new());
        let watch = |done, total| reported.borrow_mut().push((done, total));
        let labels = Labels {
            filename: "long.bin",
            activity_type: "",
            type_code: "",
        };
        let data = vec![7; 300_000];
        let send = || {
            runner
                .host
                .dmp_send_bytes(&runner.known.patient_id, &data, &labels)
        };
        assert!(runner.host.watched(&watch, send).is_ok());
        let first = reported.take();
        assert_eq!(first.first(), Some(&(0, 300_000)));
        assert_eq!(first.last(), Some(&(300_000, 300_000)));
        assert!(first.len() > 3 && first.is_sorted(), "{first:?}");
        assert!(send().is_ok());
        assert_eq!(
            reported.take(),
            [],
            "nothing is reported once `watched` has ended"
        );
    }
}
