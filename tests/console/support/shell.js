// A command as a person pastes it into a terminal, with the variables that it names.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

import { run } from './process.js';

// Runs a `curl -i`; gives the status and the body, or null when the machine has no curl.
export async function repeat(t, command, variables) {
  if (spawnSync('curl', ['--version']).error) {
    assert.notEqual(process.env.HR_STRICT, '1', 'curl is not installed');
    t.diagnostic('NOT RUN: what is copied as curl (curl is not installed)');
    return null;
  }
  const text = await run('sh', ['-u', '-c', command], { env: variables });
  // A 100 Continue comes before the answer.
  const parts = text.split('\r\n\r\n');
  while (parts.length > 1 && /^HTTP\/1\.1 1\d\d/.test(parts[0])) parts.shift();
  const [head, ...rest] = parts;
  const body = rest.join('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body), text };
}
