//! The report of a whole run.

use super::document::Document;
use super::report::Report;
use super::runner::Runner;
use super::terminal::Terminal;

/// The differences of a run whose report was changed afterwards.
fn after(change: impl FnOnce(&mut Report)) -> Vec<String> {
    let (sandbox, participants) = super::fixture("report");
    let document = Document::made();
    let mut runner = Runner::start(&sandbox, &participants, &document)
        .ok()
        .unwrap();
    let (steps, problem) = runner.run(&mut Terminal::new(false), &mut || true).unwrap();
    let mut report = Report {
        document: &document,
        steps,
        problem,
        stored: sandbox.documents(),
        requests: sandbox.requests().len(),
        presentations: sandbox.pin_presentations(&participants.serial),
    };
    change(&mut report);
    report.differences()
}

#[test]
fn nothing_that_differs_passes() {
    assert_eq!(after(|_| {}), [""; 0]);
    let changes: [fn(&mut Report); 9] = [
        |report| report.stored[0].sha256.replace_range(..1, "x"),
        |report| report.stored[0].bytes += 1,
        |report| report.stored.clear(),
        |report| report.stored.push(report.stored[0].clone()),
        |report| report.steps[9].reply.value["sha256"] = "x".into(),
        |report| report.steps[9].reply.value["bytes"] = 1.into(),
        |report| report.steps[2].reply.value["http_status"] = 201.into(),
        |report| report.requests += 1,
        |report| report.presentations = 2,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        assert_eq!(after(change).len(), 1, "change {number}");
    }
}
