//! One port: it serves its router, and stops and starts listening when its switch says so; a fault turns that.

use crate::call::Service;
use crate::connection::Acceptor;
use crate::fault::Picked;
use crate::shared::Shared;
use axum::Router;
use axum_server::Handle;
use axum_server::tls_rustls::{RustlsAcceptor, RustlsConfig};
use socket2::{Domain, Socket, Type};
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// Connections that still answer when their port stops listening get this long.
const GRACE: Duration = Duration::from_secs(1);

/// How often a socket is tried that is not free yet.
const AGAIN: Duration = Duration::from_millis(2);

/// As many as the standard library lets wait.
const BACKLOG: i32 = 128;

pub(crate) struct Port {
    pub listener: TcpListener,
    pub router: Router,
    pub tls: Option<RustlsConfig>,
    pub switch: Arc<ListenSwitch>,
}

/// Serves until the runtime ends.
pub(crate) async fn serve(port: Port) {
    report(serve_in_turns(port).await);
}

fn report(ended: io::Result<()>) {
    if let Err(error) = ended {
        let _ = writeln!(io::stderr(), "hr-sandbox: a listener ended: {error}");
    }
}

async fn serve_in_turns(port: Port) -> io::Result<()> {
    let Port {
        mut listener,
        router,
        tls,
        switch,
    } = port;
    loop {
        let address = listener.local_addr()?;
        let handle = Handle::new();
        let served = serve_once(listener, router.clone(), tls.clone(), handle.clone());
        tokio::spawn(async { report(served.await) });
        switch.report(true);
        switch.until_wanted(false).await;
        handle.graceful_shutdown(Some(GRACE));
        // The port stays taken, so that nobody else gets it meanwhile.
        let bound = bind_again(address).await?;
        switch.report(false);
        switch.until_wanted(true).await;
        bound.listen(BACKLOG)?;
        listener = bound.into();
        listener.set_nonblocking(true)?;
    }
}

async fn serve_once(
    listener: TcpListener,
    router: Router,
    tls: Option<RustlsConfig>,
    handle: Handle<SocketAddr>,
) -> io::Result<()> {
    let server = axum_server::from_tcp(listener)?.handle(handle);
    let router = router.into_make_service_with_connect_info::<SocketAddr>();
    match tls {
        Some(config) => {
            let acceptor = RustlsAcceptor::new(config).acceptor(Acceptor);
            server.acceptor(acceptor).serve(router).await
        }
        None => server.acceptor(Acceptor).serve(router).await,
    }
}

/// Binds a socket that does not listen, once the one before is closed.
async fn bind_again(address: SocketAddr) -> io::Result<Socket> {
    loop {
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
        // Connections of the listener before may go on a while. Elsewhere this would take a port that is in use.
        #[cfg(unix)]
        socket.set_reuse_address(true)?;
        match socket.bind(&address.into()) {
            Ok(()) => return Ok(socket),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                sleep(AGAIN).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// How long an answer waits for its service to stop or start listening.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whether one service is to listen, and whether it does.
#[derive(Debug)]
pub(crate) struct ListenSwitch {
    wanted: watch::Sender<bool>,
    actual: watch::Sender<bool>,
}

impl Default for ListenSwitch {
    fn default() -> ListenSwitch {
        ListenSwitch {
            wanted: watch::Sender::new(true),
            actual: watch::Sender::new(true),
        }
    }
}

impl ListenSwitch {
    /// Returns when this is wanted of the listener.
    pub(crate) async fn until_wanted(&self, listening: bool) {
        // The sender is this switch's own, so that it cannot be gone.
        let mut wanted = self.wanted.subscribe();
        let _ = wanted.wait_for(|it| *it == listening).await;
    }

    pub(crate) fn report(&self, listening: bool) {
        self.actual.send_replace(listening);
    }

    fn want(&self, listening: bool) {
        self.wanted.send_replace(listening);
    }

    async fn until(&self, listening: bool) {
        let mut actual = self.actual.subscribe();
        let _ = timeout(PATIENCE, actual.wait_for(|it| *it == listening)).await;
    }
}

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
            shared.switch(service).until(false).await;
        }
    }
}

impl Drop for Outage {
    fn drop(&mut self) {
        let (shared, service) = (Arc::clone(&self.shared), self.service);
        let (id, time) = (self.id, self.time);
        shared.state().begin_outage(id);
        let down = shared.state().faults.keep_down(service);
        shared.switch(service).want(!down);
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
        shared.switch(service).want(true);
        shared.switch(service).until(true).await;
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
