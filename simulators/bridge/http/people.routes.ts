import type { BridgeCore } from '../core.js';
import type { Answer } from '../common/envelopes.js';
import { notFound } from '../common/envelopes.js';
import { validate } from '../common/validation.js';
import { handleJson } from '../messages/wire.js';
import type { Call, Json, Route } from './route.js';
import { numberOr, text } from './route.js';

const HANDLE_RULES = { address: 'string', with: 'array', offset: 'numeric|min:0', limit: 'numeric|min:1' };

/** Handles and contacts (imbridge-wire 2.10). */
export function peopleRoutes(core: BridgeCore): readonly Route[] {
  return [
    { method: 'post', path: '/handle/query', handle: ({ body }) => queryHandles(core, body) },
    {
      method: 'get',
      path: '/handle/availability/imessage',
      privateApi: true,
      handle: (call) => available(core, call),
    },
    { method: 'get', path: '/handle/:address', handle: (call) => findHandle(core, call) },
    { method: 'get', path: '/contact', handle: () => ({ data: core.addressBook.list() }) },
    { method: 'post', path: '/contact/query', handle: ({ body }) => queryContacts(core, body) },
  ];
}

function queryHandles(core: BridgeCore, body: Json): Answer {
  validate(body, HANDLE_RULES);
  const offset = numberOr(body.offset, Number.NaN);
  // A missing offset becomes NaN, which the database layer refuses.
  if (Number.isNaN(offset))
    throw new Error('Provided "skip" value is not a number. Please provide a numeric value.');
  const limit = numberOr(body.limit, 100);
  const wanted = text(body.address)?.replace('+', '');
  const found = core.store.handles.filter((each) => wanted === undefined || each.address.endsWith(wanted));
  const data = found.slice(offset, offset + limit).map(handleJson);
  return { data, metadata: { total: found.length, offset, limit, count: data.length } };
}

function findHandle(core: BridgeCore, { params }: Call): Answer {
  const handle = core.store.handles.find((each) => each.address === params.address);
  if (!handle) throw notFound('Handle does not exist!');
  return { data: handleJson(handle) };
}

function available(core: BridgeCore, { query }: Call): Answer {
  validate(query, { address: 'required|string' });
  return { data: { available: !core.faults.notOnIMessage.has(text(query.address) ?? '') } };
}

function queryContacts(core: BridgeCore, body: Json): Answer {
  validate(body, { addresses: 'array', extraProperties: 'array' });
  const addresses = (body.addresses ?? []) as unknown[];
  return { data: core.addressBook.query(addresses.map(String)) };
}
