import type { BridgeCore } from '../core.js';
import type { Answer } from '../common/envelopes.js';
import { validate } from '../common/validation.js';
import type { Call, Route } from './route.js';
import { text } from './route.js';

/** Webhook registration with the defects of 1.9.9 (imbridge-wire 2.9). */
export function webhookRoutes(core: BridgeCore): readonly Route[] {
  return [
    { method: 'get', path: '/webhook', handle: (call) => list(core, call) },
    { method: 'post', path: '/webhook', handle: (call) => register(core, call) },
    { method: 'delete', path: '/webhook/:id', handle: (call) => remove(core, call) },
  ];
}

function list({ registry }: BridgeCore, { query }: Call): Answer {
  // The real rule set names a rule that its validator does not know.
  validate(query, { id: 'number' });
  const url = text(query.url);
  const data = url === undefined ? registry.list() : registry.list().filter((each) => each.url === url);
  if (data.length === 0 && url !== undefined) {
    throw new TypeError("Cannot read properties of null (reading 'id')");
  }
  return { message: 'Successfully fetched webhooks!', data };
}

function register({ registry, events }: BridgeCore, { body }: Call): Answer {
  validate(body, { url: 'required|string', events: 'required|array' });
  const row = registry.register(String(body.url), body.events as unknown[]);
  events.emit('change');
  return { message: 'Successfully created webhook!', data: row };
}

function remove({ registry, events }: BridgeCore, { params }: Call): Answer {
  const id = Number(params.id);
  if (!Number.isInteger(id)) throw new Error('SQLITE_ERROR: no such column: NaN');
  registry.remove(id);
  events.emit('change');
  return { message: 'Successfully deleted webhook!' };
}
