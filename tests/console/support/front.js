// Stands before a server, and keeps what it was asked and what it answered, as it came.

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export class Front {
  static async start() {
    const front = new Front();
    front.server = createServer((asked, answer) => front.pass(asked, answer));
    front.server.listen(0, '127.0.0.1');
    await once(front.server, 'listening');
    return front;
  }

  exchanges = [];
  // What a test does before an exchange is answered. It may change the answer's status and body, or give 'cut'.
  meddle = () => {};

  get address() {
    return `http://127.0.0.1:${this.server.address().port}`;
  }

  leadTo(address) {
    this.behind = address;
  }

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

  async end() {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
