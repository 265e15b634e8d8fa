//! Faults that keep a service from listening for a while.

use crate::call::Service;
use crate::fault::Picked;
use crate::shared::Shared;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

/// The outage that a fault brings behind the answer to its request. It begins when this is dropped, which it also is
/// when the client leaves.
pub(crate) struct Outage {
    shared: Arc<Shared>,
    service: Service,
    id: u64,
    time: Duration,
}

impl Outage {
    /// Gets ready when the fault asks for it.
    pub(crate) fn prepare(shared: &Arc<Shared>, picked: &Picked) -> Option<Outage> {
        let time = Duration::from_millis(picked.fault.down_ms);
        let service = picked.fault.call.service().filter(|_| !time.is_zero())?;
        Some(Outage {
            shared: Arc::clone(shared),
            service,
            id: picked.applied.id,
            time,
        })
    }

    /// Returns when the service has stopped listening.
    pub(crate) async fn begin(self) {
        let (shared, service, id) = (Arc::clone(&self.shared), self.service, self.id);
        drop(self);
        if shared.state().faults.is_down(id) {
            shared.switch(service).until_down(true).await;
        }
    }
}

impl Drop for Outage {
    fn drop(&mut self) {
        let (shared, service) = (Arc::clone(&self.shared), self.service);
        let (id, time) = (self.id, self.time);
        shared.state().begin_outage(id);
        let down = shared.state().faults.keep_down(service);
        shared.switch(service).want_down(down);
        tokio::spawn(async move {
            tokio::select! {
                () = sleep(time) => {}
                () = removed(&shared, id) => {}
            }
            let ended = shared.state().end_outage(id);
            listen_unless_down(&shared, service).await;
            if let Some(title) = ended {
                shared.state().said_that_it_listens(service, &title);
            }
        });
    }
}

/// Returns once every service listens that no fault keeps down.
pub(crate) async fn settled(shared: &Shared) {
    for service in [Service::License, Service::Card, Service::Resource] {
        listen_unless_down(shared, service).await;
    }
}

async fn listen_unless_down(shared: &Shared, service: Service) {
    if !shared.state().faults.keep_down(service) {
        shared.switch(service).want_down(false);
        shared.switch(service).until_down(false).await;
    }
}

/// Returns when the fault no longer keeps its service down.
async fn removed(shared: &Shared, id: u64) {
    let mut events = shared.state().events.subscribe();
    while shared.state().faults.is_down(id) {
        if events.changed().await.is_err() {
            return;
        }
    }
}
