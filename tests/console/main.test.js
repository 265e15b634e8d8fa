// All tests of pages, in one process: they share a browser, and run one after the other.

import { after } from 'node:test';

import { end } from './support/browser.js';

import './arrival.js';
import './acting.js';
import './redraw.js';
import './outcomes.js';
import './live.js';
import './stream.js';
import './hostile.js';
import './access.js';
import './languages.js';
import './pictures.js';
import './browser-login.js';

after(end);
