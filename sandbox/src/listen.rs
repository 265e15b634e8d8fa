//! One port: it serves its router, and stops and starts listening when its switch says so.

use crate::connection::Acceptor;
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
        switch.report_down(false);
        switch.until_wanted_down(true).await;
        handle.graceful_shutdown(Some(GRACE));
        // The port stays taken, so that nobody else gets it meanwhile.
        let bound = bind_again(address).await?;
        switch.report_down(true);
        switch.until_wanted_down(false).await;
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

/// Whether one service is to be down, which means that it does not listen, and whether it is.
#[derive(Default)]
pub(crate) struct ListenSwitch {
    wanted: watch::Sender<bool>,
    actual: watch::Sender<bool>,
}

impl ListenSwitch {
    /// Returns when this is wanted of the listener.
    async fn until_wanted_down(&self, down: bool) {
        // The sender is this switch's own, so that it cannot be gone.
        let mut wanted = self.wanted.subscribe();
        let _ = wanted.wait_for(|it| *it == down).await;
    }

    fn report_down(&self, down: bool) {
        self.actual.send_replace(down);
    }

    pub(crate) fn want_down(&self, down: bool) {
        self.wanted.send_replace(down);
    }

    pub(crate) async fn until_down(&self, down: bool) {
        let mut actual = self.actual.subscribe();
        let _ = timeout(PATIENCE, actual.wait_for(|it| *it == down)).await;
    }
}
