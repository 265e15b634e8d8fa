// One headless Chromium for all tests; each test gets a context of its own, with an empty profile.

import { existsSync } from 'node:fs';
import path from 'node:path';

import { CHROMIUM, modules } from './machine.js';

const { chromium } = modules('playwright-core');
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let launched = null;

function browser() {
  launched ??= chromium.launch({ executablePath: found(), args: ARGUMENTS });
  return launched;
}

// Playwright takes a path only.
function found() {
  const folders = CHROMIUM.includes('/') ? [''] : process.env.PATH.split(path.delimiter);
  const files = folders.map((folder) => path.join(folder, CHROMIUM));
  const file = files.find((file) => existsSync(file));
  if (!file) throw new Error(`no ${CHROMIUM} on the search path`);
  return file;
}

export async function context(options) {
  return (await browser()).newContext(options);
}

export async function end() {
  await (await launched)?.close();
}
