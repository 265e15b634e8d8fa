// A test with a sandbox and a browser of its own. After its body the page must have been clean: no error, no script or
// request that the policy stopped, nothing asked of another computer, unless the test says that it expects that.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

import { context } from './browser.js';
import { file, pdf } from './documents.js';
import { ConsolePage } from './page.js';
import { send } from './program.js';
import { Sandbox } from './sandbox.js';

const LONGEST_MS = 120_000;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export function consoleTest(name, options, body) {
  test(name, { timeout: options.timeout ?? LONGEST_MS }, async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hr-console-'));
    const opened = [];
    const sandbox = await Sandbox.start();
    const open = async (more = {}) => {
      const page = await openPage(sandbox, { ...options.browser, ...more });
      opened.push(page);
      return page;
    };
    try {
      // A letter of one page, unless the test says which files.
      const sent = async ({ files, ...more } = {}) =>
        send(sandbox, folder, files ?? (await file(folder, 'a.pdf', await pdf('Une lettre'))), more);
      await body({ t, sandbox, folder, open, send: sent });
      for (const page of opened) assert.deepEqual(page.troubles, [], 'the page had troubles');
    } catch (error) {
      await Promise.all(opened.map((page, at) => page.keep(`${name}-${at}`)));
      throw error;
    } finally {
      await Promise.all(opened.map((page) => page.context.close()));
      await sandbox.end();
      await rm(folder, { recursive: true });
    }
  });
}

async function openPage(sandbox, { address = sandbox.address, hash = '', expected = [], ...options }) {
  const own = await context({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options });
  own.setDefaultTimeout(15_000);
  const page = new ConsolePage(own, await own.newPage(), address);
  watch(page, expected);
  await page.tab.goto(`${address}/${hash}`);
  await page.connected();
  return page;
}

function watch(page, expected) {
  const note = (kind, text) => {
    if (!expected.some((form) => form.test(text))) page.troubles.push(`${kind}: ${text}`);
  };
  page.context.on('console', (message) => {
    if (message.type() === 'error') note('console', message.text());
  });
  page.context.on('weberror', (failure) => note('error', String(failure.error())));
  page.context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    // The browser's own parts, such as its viewer of PDFs, are not asked of the network.
    if (/^(http|ws)s?:$/.test(protocol) && !LOOPBACK.has(hostname)) note('request', request.url());
  });
}
