// Whatever a program sends, it stays a text, and no page of another origin can act.

import assert from 'node:assert/strict';

import { context } from './support/browser.js';
import { file } from './support/documents.js';
import { Listener } from './support/listener.js';
import { SECTIONS, until } from './support/page.js';
import { consoleTest } from './support/test.js';

const SCRIPT = 'window.top.__hit = window.__hit = 1';
const IMAGE = `<img src=x onerror="${SCRIPT}">`;
const HTML = `<!doctype html><html><body onload="${SCRIPT}"><script>${SCRIPT}</script>${IMAGE}<h1>Bonjour</h1>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script></svg>`;

async function untouched(tab) {
  for (const frame of tab.frames()) {
    const hit = await frame.evaluate(() => window.__hit).catch(() => undefined);
    assert.equal(hit, undefined, frame.url());
  }
}

consoleTest('a hostile file name, patient, program and document run no script', {}, async ({ sandbox, folder, open, send }) => {
  const page = await open();
  const traits = { nom: `"'>${IMAGE}`, prenom: `<script>${SCRIPT}</script>` };
  const patient = { patient_id: '191029912345604', date_naissance: '1991-02-03', sexe: 'M', ins_qualified: true, alimentation_consent: true };
  await sandbox.control('POST', '/patients', { ...traits, ...patient, note: IMAGE });
  const filename = `${IMAGE}\u202e"';--.html`;
  const files = [await file(folder, filename, HTML), await file(folder, 'b.svg', SVG)];
  const sent = await send({ files, patient: traits, settings: { user_agent: IMAGE } });
  assert.deepEqual(sent.outcomes, ['accepted', 'accepted']);

  const number = (await sandbox.numbers()).at(-1);
  await page.rows(`[data-request-number="${number}"]`).waitFor();
  const detail = await page.openRow(number);
  await until(() => detail.innerText(), (text) => text.includes('onerror'));
  await page.goTo('act');
  assert.ok((await page.section('act').innerText()).includes(traits.nom));
  await page.goTo('documents');
  for (const one of [1, 2]) {
    await page.document(one).getByRole('button').first().click();
    await until(() => page.tab.locator('.document-text').innerText(), (text) => text.includes('onload='));
    const alone = await page.context.newPage();
    await alone.goto(`${sandbox.address}/documents/${one}/content`);
    assert.ok((await alone.innerText('body')).includes('onload='));
    await untouched(alone);
  }
  const shown = await page.section('documents').innerText();
  assert.ok(shown.includes(filename.replace('\u202e', '[U+202E]')) && shown.includes(traits.nom));
  for (const section of SECTIONS) await page.goTo(section);
  assert.equal(await page.tab.locator('img[src="x"], #app script').count(), 0);
  await untouched(page.tab);
});

class Foreign extends Listener {
  pass(asked, answer) {
    answer.setHeader('content-type', 'text/html').end('<!doctype html>');
  }
}

// 127.0.0.1 is of the same site as the console, localhost of another one. What programs may send is tested in sandbox/tests.
for (const host of ['127.0.0.1', 'localhost']) {
  consoleTest(`a page of another origin (${host}) cannot act`, {}, async ({ sandbox }) => {
    const before = await sandbox.control('GET', '/state');
    const foreign = await Foreign.start();
    const own = await context();
    try {
      const tab = await own.newPage();
      await tab.goto(`http://${host}:${new URL(foreign.address).port}/`);
      const failed = await tab.evaluate(async (control) => {
        const ends = (promise) => promise.then(() => false, () => true);
        const loads = (tag, properties) => ends(new Promise((loaded, refused) => {
          const element = Object.assign(document.createElement(tag), properties, { onload: loaded, onerror: refused });
          document.body.append(element);
        }));
        const remove = { method: 'POST', body: '{"serial":"2000000001"}' };
        navigator.sendBeacon(`${control}/reset`, '');
        return Promise.all([
          ends(fetch(`${control}/state`)),
          ends(fetch(`${control}/cards/remove`, remove)),
          ends(fetch(`${control}/cards/remove`, { ...remove, mode: 'no-cors' })),
          loads('img', { src: `${control}/console/icon.svg` }),
          loads('script', { src: `${control}/console/js/main.js` }),
        ]);
      }, sandbox.address);
      assert.deepEqual(failed, [true, true, true, true, true]);
      assert.deepEqual(await sandbox.control('GET', '/state'), before);
      // A link to the console works.
      await tab.evaluate((control) => { location.href = `${control}/`; }, sandbox.address);
      await tab.waitForURL(`${sandbox.address}/`);
    } finally {
      await own.close();
      await foreign.end();
    }
  });
}
