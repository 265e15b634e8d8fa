// Many requests in little time, over a few connections that stay open.

import { Agent, request } from 'node:http';

const CONNECTIONS = 8;

export async function flood(address, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let left = count;
  const one = () => new Promise((done, wrong) => {
    const asked = request(address, { agent, method: 'POST' }, (reply) => reply.resume().on('end', done));
    asked.on('error', wrong).end();
  });
  const some = async () => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, some));
  } finally {
    agent.destroy();
  }
}
