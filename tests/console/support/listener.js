// Servers of a test's own, and what stands before another server: a line that breaks, and one that keeps what it passes.

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export class Listener {
  static async start() {
    const listener = new this();
    listener.server = createServer((asked, answer) => listener.pass(asked, answer));
    listener.server.listen(0, '127.0.0.1');
    await once(listener.server, 'listening');
    return listener;
  }

  get address() {
    return `http://127.0.0.1:${this.server.address().port}`;
  }

  async end() {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

// A proxy between the browser and the sandbox, whose connections a test can break. The browser names the console's own
// address, so the page's origin stays the true one.
export class BrokenLine extends Listener {
  streams = 0;
  refusing = false;
  // Of an event stream no more comes through once it is so many bytes long.
  longest = Infinity;
  stalled = 0;

  pass(asked, answer) {
    if (this.refusing) {
      asked.socket.destroy();
      return;
    }
    const to = new URL(asked.url);
    const stream = to.pathname === '/events';
    if (stream) this.streams += 1;
    const headers = { ...asked.headers };
    delete headers['proxy-connection'];
    const { method } = asked;
    const on = request(to, { method, headers, agent: false }, (reply) => {
      answer.writeHead(reply.statusCode, reply.headers);
      if (!stream || this.longest === Infinity) {
        reply.pipe(answer);
        return;
      }
      let passed = 0;
      reply.on('data', (bytes) => {
        if (passed > this.longest) return;
        passed += bytes.length;
        answer.write(bytes);
        if (passed > this.longest) this.stalled += 1;
      });
    });
    on.on('error', () => asked.socket.destroy());
    answer.on('close', () => on.destroy());
    asked.pipe(on);
  }

  // Ends every connection with a reset; nothing comes through before `mend`.
  cut() {
    this.refusing = true;
    this.server.closeAllConnections();
  }

  mend() {
    this.refusing = false;
    this.longest = Infinity;
  }
}

// Stands before the server at `behind`, and keeps what it was asked and what it answered, as it came.
export class Front extends Listener {
  behind = null;
  exchanges = [];
  // What a test does before an exchange is answered. It may change the answer's status and body, or give 'cut'.
  meddle = () => {};

  of(path, method = 'POST') {
    return this.exchanges.filter((exchange) => exchange.path === path && exchange.method === method);
  }

  async pass(asked, answer) {
    const { method, url: path, headers, rawHeaders } = asked;
    const body = await buffer(asked);
    const exchange = { method, path, headers, body, status: 0, answer: '' };
    // All that came, for those who look for a secret in it.
    exchange.came = [method, path, ...rawHeaders, body].join('\n');
    this.exchanges.push(exchange);
    const forward = request(this.behind + path, { method, headers, agent: false }).end(body);
    const [reply] = await once(forward, 'response');
    exchange.status = reply.statusCode;
    exchange.answer = String(await buffer(reply));
    // Never with the question that a browser asks before its request.
    if (method !== 'OPTIONS' && (await this.meddle(exchange)) === 'cut') {
      asked.socket.resetAndDestroy();
      return;
    }
    // Of a connection that was used before, and breaks, Chromium sends the request again by itself.
    const length = Buffer.byteLength(exchange.answer);
    answer.writeHead(exchange.status, { ...reply.headers, connection: 'close', 'content-length': length });
    answer.end(exchange.answer);
  }
}
