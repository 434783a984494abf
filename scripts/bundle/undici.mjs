// Of undici the program sends requests only: its fetch, its WebSocket and its mocks stay out of what is loaded at start.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const INDEX = createRequire(import.meta.url).resolve('undici');
/** Beside its index, so that it finds the package's modules. */
const SENDING = join(dirname(INDEX), 'sending-only.js');

/**
 * Gives the modules that `import … from 'undici'` its `Agent` and its `request`, and nothing else: 12 MB less, half of
 * it because Node's own fetch is loaded with undici's. `import('undici')` gives all of it, in a chunk of its own.
 * @param build folder of our own compiled modules
 */
export const sendingOnly = (build) => ({
  name: 'of undici what sends',
  resolveId(id, importer, { kind }) {
    return id === 'undici' && kind === 'import-statement' && importer.startsWith(build) ? SENDING : null;
  },
  load: (id) => (id === SENDING ? sending(readFileSync(INDEX, 'utf8')) : null),
});

/** @throws when the index no longer makes `request` as it did */
function sending(index) {
  const [maker] = /^function makeDispatcher \(fn\) \{\n[^]*?^\}\n/m.exec(index) ?? [];
  if (!maker || !index.includes('module.exports.request = makeDispatcher(api.request)'))
    throw new Error(`${INDEX} has changed: its request is made in another way (scripts/bundle/undici.mjs)`);
  return `'use strict'
const Dispatcher = require('./lib/dispatcher/dispatcher')
const util = require('./lib/core/util')
const api = require('./lib/api')
const { InvalidArgumentError } = require('./lib/core/errors')
const { getGlobalDispatcher } = require('./lib/global')
Object.assign(Dispatcher.prototype, api)
exports.Agent = require('./lib/dispatcher/agent')
exports.request = makeDispatcher(api.request)
${maker}`;
}
