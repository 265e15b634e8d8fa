//! One port: it serves its router, and stops and starts listening when its switch says so.

use crate::connection::Maker;
use crate::outage::ListenSwitch;
use crate::reset::Acceptor;
use axum::Router;
use axum_server::Handle;
use axum_server::tls_rustls::{RustlsAcceptor, RustlsConfig};
use socket2::{Domain, Socket, Type};
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

/// Connections that still answer when their port stops listening get this long.
const GRACE: Duration = Duration::from_secs(1);

/// How often a socket is tried that is not free yet.
const AGAIN: Duration = Duration::from_millis(2);

/// As many as the standard library lets wait.
const BACKLOG: i32 = 128;

/// What listens where.
pub(crate) struct Port {
    pub listener: TcpListener,
    pub router: Router,
    pub tls: Option<RustlsConfig>,
    pub switch: Option<Arc<ListenSwitch>>,
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
    let Some(switch) = switch else {
        return serve_once(listener, router, tls, Handle::new()).await;
    };
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
    match tls {
        Some(config) => {
            let acceptor = RustlsAcceptor::new(config).acceptor(Acceptor);
            server.acceptor(acceptor).serve(Maker(router)).await
        }
        None => server.acceptor(Acceptor).serve(Maker(router)).await,
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
                tokio::time::sleep(AGAIN).await;
            }
            Err(error) => return Err(error),
        }
    }
}
