// The program only sends requests with undici: fetch, WebSocket and mocks are not loaded at the start.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const INDEX = createRequire(import.meta.url).resolve('undici');
/** Located beside undici's index, so that it finds the package's modules. */
const SENDING = join(dirname(INDEX), 'sending-only.js');

/**
 * Gives modules with `import … from 'undici'` only its `Agent` and its `request`: 12 MB less, half of it because
 * undici's fetch loads Node's own. `import('undici')` loads all of it, in a separate chunk.
 * @param build folder of our own compiled modules
 */
export const sendingOnly = (build) => ({
  name: 'of undici what sends',
  resolveId(id, importer, { kind }) {
    return id === 'undici' && kind === 'import-statement' && importer.startsWith(build) ? SENDING : null;
  },
  load: (id) => (id === SENDING ? sending(readFileSync(INDEX, 'utf8')) : null),
  transform(code, id) {
    if (id.startsWith(build)) refuseMissing(code, id);
  },
});

const NAMES = new Set(['Agent', 'request']);

/** A name that the bundle leaves out would be undefined in the program, and only there: tests run without a bundle. */
function refuseMissing(code, module) {
  const [, list = ''] = /^import \{([^}]*)\} from ['"]undici['"]/m.exec(code) ?? [];
  const names = list.split(',').map((each) => each.trim().split(' ')[0]);
  for (const name of names)
    if (name && !NAMES.has(name))
      throw new Error(
        `${module} imports ${name} of undici, which the bundle leaves out (scripts/bundle/undici.mjs)`,
      );
}

/** @throws when the index creates `request` in another way */
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
