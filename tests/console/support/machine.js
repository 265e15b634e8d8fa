// Where things are; `cargo xtask console` says so in the environment, and by hand the defaults do.

import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(fileURLToPath(import.meta.url), '../../../..');
export const FOLDER = process.env.HR_CONSOLE ?? path.join(ROOT, 'target/console');
const BUILT = path.join(ROOT, 'target/release');

export const SANDBOX = process.env.HR_SANDBOX ?? path.join(BUILT, 'hr-sandbox');
export const PROGRAM = path.join(BUILT, 'hr');
const LIBRARY = process.env.HR_LIBRARY ?? path.join(BUILT, 'libhr.so');
export const CHROMIUM = process.env.CHROMIUM || 'chromium';
// What a program in Python needs to use the library.
export const PYTHON = { HR_LIBRARY: LIBRARY, PYTHONPATH: path.join(ROOT, 'bindings/python/src'), PYTHONIOENCODING: 'utf-8' };
// The pictures of the manual are renewed only on demand.
export const PICTURES = process.env.HR_BLESS === '1' ? path.join(ROOT, 'docs/images') : FOLDER;

// The modules lie below target/, where an import from here would not look for them.
export const modules = createRequire(path.join(FOLDER, 'package.json'));
