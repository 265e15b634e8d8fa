// A page of another origin can neither read nor do anything, whatever it tries.

import assert from 'node:assert/strict';

import { attacker, serve } from './support/foreign.js';
import { context } from './support/browser.js';
import { consoleTest } from './support/test.js';

// 127.0.0.1 is of the same site as the console, localhost of another one.
for (const host of ['127.0.0.1', 'localhost']) {
  consoleTest(`a page of another origin (${host}) cannot act`, {}, async ({ sandbox }) => {
    const before = await sandbox.control('GET', '/state');
    const foreign = await serve(attacker(sandbox.address));
    const own = await context();
    try {
      const tab = await own.newPage();
      await tab.goto(`http://${host}:${foreign.port}/`);
      const attempts = await tab.evaluate(() => window.finished);
      const ways = Object.keys(attempts);
      assert.ok(ways.length >= 12, ways.join());
      for (const way of ways.filter((way) => !/beacon|form|frame/.test(way))) {
        assert.equal(attempts[way], 'failed', way);
      }
      const shown = tab.frames().find((frame) => frame.url().startsWith(sandbox.address));
      assert.ok(!shown || !(await shown.content()).includes('/console/'), 'the console shows in a frame');
      assert.deepEqual(await sandbox.control('GET', '/state'), before);
      await tab.evaluate((control) => { location.href = `${control}/`; }, sandbox.address);
      await tab.waitForURL(`${sandbox.address}/`);
    } finally {
      await own.close();
      foreign.end();
    }
  });
}
