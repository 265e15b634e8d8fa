// A page of another origin, which tries in every way a page has to act on the control port.

import { once } from 'node:events';
import { createServer } from 'node:http';

// Serves `html` at every path; gives its port.
export async function serve(html) {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: server.address().port, end };
}

// The script of the page; `attempts` holds what each way ended with. `control` is the control port's address.
export function attacker(control) {
  return `<!doctype html><meta charset="utf-8"><title>foreign</title><body><script>
const control = ${JSON.stringify(control)};
const remove = JSON.stringify({ serial: '2000000001' });
const attempts = {};
const waiting = [];
function attempt(name, promise) {
  waiting.push(promise.then((value) => { attempts[name] = String(value); }, (error) => { attempts[name] = 'failed'; }));
}
function loaded(element, where) {
  return new Promise((done) => {
    element.onload = () => done('loaded');
    element.onerror = () => done('failed');
    where(element);
    document.body.append(element);
  });
}
const read = (options, path) => fetch(control + path, options).then((reply) => reply.text());
attempt('read the state', read({}, '/state'));
attempt('read the requests', read({ credentials: 'include' }, '/requests'));
attempt('JSON', read({ method: 'POST', headers: { 'content-type': 'application/json' }, body: remove }, '/cards/remove'));
attempt('plain text', read({ method: 'POST', body: remove }, '/cards/remove'));
attempt('without an answer', read({ method: 'POST', mode: 'no-cors', body: remove }, '/cards/remove'));
attempt('a beacon', Promise.resolve(navigator.sendBeacon(control + '/reset', '')));
attempt('an event stream', new Promise((done) => {
  const source = new EventSource(control + '/events');
  source.onopen = () => done('open');
  source.onerror = () => { source.close(); done('failed'); };
}));
attempt('an image', loaded(new Image(), (image) => { image.src = control + '/console/icon.svg'; }));
attempt('a script', loaded(document.createElement('script'), (script) => { script.src = control + '/console/js/main.js'; }));
attempt('a style', loaded(document.createElement('link'), (link) => {
  link.rel = 'stylesheet';
  link.href = control + '/console/css/base.css';
}));
for (const [name, action, encoding] of [
  ['a form', '/cards/remove', 'text/plain'],
  ['a form for a reset', '/reset', 'application/x-www-form-urlencoded'],
]) {
  const frame = document.createElement('iframe');
  frame.name = name;
  document.body.append(frame);
  const form = document.createElement('form');
  form.method = 'POST';
  form.enctype = encoding;
  form.action = control + action;
  form.target = name;
  const field = document.createElement('input');
  // As text/plain this is {"serial":"2000000001","x":"="} in the body.
  field.name = '{"serial":"2000000001","x":"';
  field.value = '"}';
  form.append(field);
  document.body.append(form);
  attempt(name, new Promise((done) => {
    frame.onload = () => done('answered');
    form.submit();
  }));
}
const frame = document.createElement('iframe');
frame.id = 'console';
attempt('a frame', loaded(frame, (frame) => { frame.src = control + '/'; }));
window.finished = Promise.all(waiting).then(() => attempts);
</script>`;
}
