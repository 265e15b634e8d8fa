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
use crate::tls::identity;
use crate::{card, console, control, event_stream, license, manual, resource};
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::Uri;
use axum::routing::get;
use axum::{Router, middleware};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use tokio::sync::oneshot;

/// The thread that serves ports; dropping it ends the thread and closes every connection.
pub(crate) struct Serving {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Binds every port, then serves on a thread of its own.
pub(crate) fn start(mut options: Options) -> Result<(Arc<Shared>, Serving), StartError> {
    options.scenario.check().map_err(ScenarioError::Content)?;
    if let Some(prefix) = options.scenario.service_prefix.take() {
        options.service_prefix = prefix;
    }
    check_prefix(&options.service_prefix)?;
    let (ca_pem, config) = match options.tls {
        true => Some(identity()?).unzip(),
        false => (None, None),
    };
    let license = listen("license server", options.license_port)?;
    let card = listen("card client", options.card_port)?;
    let resource = listen("resource service", options.service_port)?;
    let control = listen("control interface", options.control_port)?;
    let letter = if options.tls { "s" } else { "" };
    let services = resource.local_addr()?;
    let mut urls = Urls {
        license: format!("http{letter}://{}", license.local_addr()?),
        card: format!("http://{}", card.local_addr()?),
        service: format!("http{letter}://{services}{}", options.service_prefix),
        socket: format!("ws{letter}://{services}"),
        control: format!("http://{}", control.local_addr()?),
        manual: None,
    };
    let manual = format!("{}{}", urls.control, manual::ROOT);
    urls.manual = options.manual.is_some().then_some(manual);
    let shared = Arc::new(Shared::new(options, urls, ca_pem));
    let gated = |listener, router, service, tls| Port {
        listener,
        router: gated(router, service, &shared),
        tls,
        switch: Arc::clone(shared.switch(service)),
    };
    let resources = resource::router(shared.base());
    let mut ports = vec![
        gated(license, license::router(), Service::License, config.clone()),
        gated(card, card::router(&shared), Service::Card, None),
        gated(resource, resources, Service::Resource, config),
    ];
    let port = Arc::<str>::from(control.local_addr()?.port().to_string());
    let guard = middleware::from_fn_with_state(port, console::guard);
    let in_both = middleware::map_response_with_state(Arc::clone(&shared), control::in_both);
    ports.push(Port {
        listener: control,
        router: control_port(&shared).layer(guard).layer(in_both),
        tls: None,
        switch: Arc::default(),
    });
    Ok((shared, run(ports)?))
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
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

fn control_port(shared: &Arc<Shared>) -> Router {
    let router = control::router()
        .route("/events", get(event_stream::events))
        .merge(console::router())
        .merge(manual::router());
    plain(router)
        .layer(DefaultBodyLimit::max(control::MAX_BODY))
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
    for port in ports {
        runtime.spawn(serve(port));
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
