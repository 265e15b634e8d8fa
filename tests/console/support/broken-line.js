// A proxy between the browser and the sandbox, whose connections a test can break. The browser names the console's own
// address, so the page's origin stays the true one.

import { once } from 'node:events';
import { createServer, request } from 'node:http';

export class BrokenLine {
  static async start() {
    const line = new BrokenLine();
    line.server = createServer((asked, answer) => line.pass(asked, answer));
    line.server.listen(0, '127.0.0.1');
    await once(line.server, 'listening');
    return line;
  }

  streams = 0;
  refusing = false;
  // Of an event stream no more comes through once it is so many bytes long.
  longest = Infinity;
  stalled = 0;

  get address() {
    return `http://127.0.0.1:${this.server.address().port}`;
  }

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

  async end() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
