// All tests of the console, in one process: they share a browser, and run one after the other.

import { after } from 'node:test';

import { end } from './support/browser.js';

import './origins.js';

after(end);
