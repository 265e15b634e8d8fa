//! `hr request`: any call of the resource service, after a login.

use crate::arguments::{Options, Request};
use crate::exit::Exit;
use crate::input;
use crate::library::Reply;
use crate::output::{end, escaped, say, usage};
use crate::talk::Talk;

pub(crate) fn run(options: &Options, arguments: &Request) -> Result<Exit, Exit> {
    let body = arguments.body.as_deref().map(input::text).transpose();
    let body = body.map_err(usage)?;
    let mut talk = Talk::open(options, &arguments.login)?;
    talk.connect()?;
    let (method, path) = (arguments.method.to_uppercase(), &arguments.path);
    let reply = talk.library.request(&method, path, body.as_deref());
    let show = |reply: &Reply| say(&escaped(&reply.object["raw"].to_string()));
    Ok(end(&reply, options.json, show))
}
