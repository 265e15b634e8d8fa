//! Four listeners and the thread that serves them.

use crate::bilingual::quoted;
use crate::call::Service;
use crate::intercept::intercept;
use crate::listen::{Port, serve};
use crate::mask;
use crate::options::{Options, StartError, check_prefix};
use crate::refusal::Refusal;
use crate::scenario::ScenarioError;
use crate::shared::{Shared, Urls};
use crate::tls::{Identity, identity};
use crate::{card, console, control, event_stream, license, manual, random, resource};
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::Uri;
use axum::{Router, middleware};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use tokio::sync::oneshot;

/// A running server; dropping it stops the thread and closes every connection.
pub(crate) struct Running {
    pub shared: Arc<Shared>,
    pub ca_pem: Option<String>,
    _serving: Serving,
}

/// The thread that serves ports; dropping it ends the thread.
struct Serving {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Binds every port, then serves on a thread of its own.
pub(crate) fn start(mut options: Options) -> Result<Running, StartError> {
    options.scenario.check().map_err(ScenarioError::Content)?;
    if let Some(prefix) = options.scenario.service_prefix.take() {
        options.service_prefix = prefix;
    }
    check_prefix(&options.service_prefix)?;
    let tls = if options.tls { Some(identity()?) } else { None };
    let license = listen("license server", options.license_port)?;
    let card = listen("card client", options.card_port)?;
    let resource = listen("resource service", options.service_port)?;
    let control = listen("control interface", options.control_port)?;
    let letter = if options.tls { "s" } else { "" };
    let mut urls = Urls {
        license: format!("http{letter}://{}", license.local_addr()?),
        card: format!("http://{}", card.local_addr()?),
        service: format!(
            "http{letter}://{}{}",
            resource.local_addr()?,
            options.service_prefix
        ),
        socket: format!("ws{letter}://{}", resource.local_addr()?),
        control: format!("http://{}", control.local_addr()?),
        manual: None,
    };
    let manual = options.manual.take();
    urls.manual = manual
        .is_some()
        .then(|| format!("{}{}", urls.control, manual::ROOT));
    let port = control.local_addr()?.port();
    let shared = Arc::new(Shared::new(options, urls, &random::bytes(32)));
    let config = tls.as_ref().map(|identity| identity.config.clone());
    let gated = |listener, router, service, tls| Port {
        listener,
        router: gated(router, service, &shared),
        tls,
        switch: Arc::clone(shared.switch(service)),
    };
    let resources = resource::router(shared.base());
    let ports = vec![
        gated(license, license::router(), Service::License, config.clone()),
        gated(card, card::router(&shared), Service::Card, None),
        gated(resource, resources, Service::Resource, config),
        Port {
            listener: control,
            router: guarded(control_port().merge(manual::router(manual)), port, &shared),
            tls: None,
            switch: Arc::default(),
        },
    ];
    Ok(Running {
        shared,
        ca_pem: tls.map(|Identity { ca_pem, .. }| ca_pem),
        _serving: run(ports)?,
    })
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// One port beside those of a sandbox; dropping it closes it.
pub(crate) struct Alone {
    pub url: String,
    _serving: Serving,
}

/// A port that programs of this machine alone may use, and pages of its own.
pub(crate) fn start_alone(
    service: &'static str,
    port: u16,
    router: Router,
) -> Result<Alone, StartError> {
    let listener = listen(service, port)?;
    let address = listener.local_addr()?;
    let port = Arc::<str>::from(address.port().to_string());
    let router = router.layer(middleware::from_fn_with_state(port, console::guard));
    let port = Port {
        listener,
        router,
        tls: None,
        switch: Arc::default(),
    };
    Ok(Alone {
        url: format!("http://{address}"),
        _serving: run(vec![port])?,
    })
}

fn listen(service: &'static str, port: u16) -> Result<TcpListener, StartError> {
    let failed = |source| StartError::Listen {
        service,
        port,
        source,
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    Ok(listener)
}

/// Refusals in JSON where axum would answer by itself.
fn plain(router: Router<Arc<Shared>>) -> Router<Arc<Shared>> {
    router
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
}

fn gated(router: Router<Arc<Shared>>, service: Service, shared: &Arc<Shared>) -> Router {
    let gate = (Arc::clone(shared), service);
    plain(router)
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(gate, intercept))
        .with_state(Arc::clone(shared))
}

fn control_port() -> Router<Arc<Shared>> {
    control::router()
        .merge(console::router())
        .merge(event_stream::router())
}

fn guarded(router: Router<Arc<Shared>>, port: u16, shared: &Arc<Shared>) -> Router {
    let port = Arc::<str>::from(port.to_string());
    plain(router)
        .layer(DefaultBodyLimit::max(control::MAX_BODY))
        .layer(middleware::from_fn_with_state(port, console::guard))
        .layer(middleware::map_response_with_state(
            Arc::clone(shared),
            control::in_both,
        ))
        .with_state(Arc::clone(shared))
}

async fn unknown(uri: Uri) -> Refusal {
    match uri.path().contains("//") {
        true => refusal!(NOT_FOUND, "path.doubled"),
        false => refusal!(NOT_FOUND, "path.unknown", path = quoted(uri.path())),
    }
}

async fn wrong_method(request: Request) -> Refusal {
    let method = mask::method(request.method().as_str());
    refusal!(METHOD_NOT_ALLOWED, "method.wrong", method)
}

fn run(ports: Vec<Port>) -> Result<Serving, StartError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    {
        let _inside = runtime.enter();
        for port in ports {
            runtime.spawn(serve(port));
        }
    }
    let (stop, stopped) = oneshot::channel::<()>();
    let thread = thread::Builder::new()
        .name("hr-sandbox".into())
        .spawn(move || {
            // Ends when the sender is dropped; dropping the runtime then drops every task.
            let _ = runtime.block_on(stopped);
        })?;
    Ok(Serving {
        stop: Some(stop),
        thread: Some(thread),
    })
}
