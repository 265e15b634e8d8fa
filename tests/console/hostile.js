// Whatever a program sends, it stays a text: no script of it runs, and the policy has nothing to stop.

import assert from 'node:assert/strict';

import { file } from './support/documents.js';
import { until } from './support/page.js';
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

consoleTest('a hostile file name, patient and program run no script', {}, async ({ sandbox, folder, open, send }) => {
  const page = await open();
  const traits = { nom: `"'>${IMAGE}`, prenom: `<script>${SCRIPT}</script>` };
  await sandbox.control('POST', '/patients', {
    ...traits,
    patient_id: '191029912345604',
    date_naissance: '1991-02-03',
    sexe: 'M',
    ins_qualified: true,
    alimentation_consent: true,
    note: IMAGE,
  });
  const path = await file(folder, 'a.txt', 'Une lettre');
  const filename = `${IMAGE}‮"';--.html`;
  const settings = { user_agent: IMAGE };
  const sent = await send({ files: { path, filename }, patient: traits, settings });
  assert.deepEqual(sent.outcomes, ['accepted']);

  const [last] = (await sandbox.control('GET', '/requests')).slice(-1);
  await page.rows(`[data-request-number="${last.number}"]`).waitFor();
  const detail = await page.openRow(last.number);
  await until(() => detail.innerText(), (text) => text.includes('onerror'));
  await page.goTo('act');
  assert.ok((await page.section('act').innerText()).includes(traits.nom));
  await page.goTo('documents');
  await page.document(1).getByRole('button').first().click();
  await until(() => page.section('documents').innerText(), (text) => text.includes(filename.replace('\u202e', '[U+202E]')) && text.includes(traits.nom));
  const download = await page.download(await page.link('document.download'));
  assert.ok(!/[/\\]/.test(download.suggestedFilename()), download.suggestedFilename());
  assert.ok(!(await page.section('documents').evaluate((element) => element.outerHTML)).includes('\u202e'), 'a mark turns a name');
  for (const section of ['outcomes', 'live']) await page.goTo(section);
  assert.equal(await page.tab.locator('img[src="x"], #app script').count(), 0);
  await untouched(page.tab);
});

for (const [kind, content] of [['HTML', HTML], ['SVG', SVG]]) {
  consoleTest(`a document of ${kind} is shown as a text and runs no script`, {}, async ({ sandbox, folder, open, send }) => {
    const page = await open({ hash: '#documents' });
    const name = `page.${kind.toLowerCase()}`;
    assert.deepEqual((await send({ files: await file(folder, name, content) })).outcomes, ['accepted']);
    await page.document(1).getByRole('button').first().click();
    await until(() => page.tab.locator('.document-text').innerText(), (text) => text.includes('onload='));
    await untouched(page.tab);

    const alone = await page.context.newPage();
    await alone.goto(`${sandbox.address}/documents/1/content`);
    assert.ok((await alone.innerText('body')).includes('onload='));
    await untouched(alone);
  });
}

const stopped = { browser: { expected: [/Content Security Policy|Trusted|violates/] } };

consoleTest('the policy stops what a mistake of the page would do', stopped, async ({ sandbox, open }) => {
  const page = await open();
  const tried = await page.tab.evaluate(async (elsewhere) => {
    const reported = [];
    document.addEventListener('securitypolicyviolation', (event) => reported.push(event.effectiveDirective));
    const refused = (attempt) => {
      try {
        attempt();
        return false;
      } catch {
        return true;
      }
    };
    const script = document.createElement('script');
    return {
      html: refused(() => { document.body.innerHTML += '<img src=x onerror="window.__hit = 1">'; }),
      inline: refused(() => { script.textContent = 'window.__hit = 1'; }),
      address: refused(() => { script.src = `${elsewhere}/console/js/main.js`; }),
      fetched: await fetch(elsewhere).then(() => false, () => true),
      picture: await new Promise((done) => {
        const image = new Image();
        image.onload = () => done(false);
        image.onerror = () => done(true);
        image.src = `${elsewhere}/console/icon.svg`;
      }),
      reported,
      hit: window.__hit ?? null,
    };
    // The same server by another name is another origin.
  }, sandbox.address.replace('127.0.0.1', 'localhost'));
  const { reported, hit, ...attempts } = tried;
  for (const [what, refused] of Object.entries(attempts)) assert.equal(refused, true, what);
  for (const directive of ['require-trusted-types-for', 'connect-src', 'img-src']) {
    assert.ok(reported.includes(directive), `${directive}: ${reported}`);
  }
  assert.equal(hit, null);
});
