import type { BridgeCore } from '../core.js';
import type { Answer } from '../common/envelopes.js';
import { notFound } from '../common/envelopes.js';
import type { AttachmentRow } from '../common/types.js';
import { validate } from '../common/validation.js';
import { converted, restAttachment } from '../messages/wire.js';
import type { Call, Route } from './route.js';

const DOWNLOAD_RULES = {
  original: 'boolean',
  force: 'boolean',
  height: 'numeric|min:1',
  width: 'numeric|min:1',
  quality: 'string|in:good,better,best',
};

/** Attachments: metadata and bytes (imbridge-wire 2.8). */
export function attachmentRoutes(core: BridgeCore): readonly Route[] {
  return [
    { method: 'get', path: '/attachment/:guid', handle: (call) => find(core, call) },
    { method: 'get', path: '/attachment/:guid/download', handle: (call) => download(core, call) },
    {
      method: 'get',
      path: '/attachment/:guid/download/force',
      privateApi: true,
      handle: (call) => download(core, call),
    },
  ];
}

function find(core: BridgeCore, { params }: Call): Answer {
  const row = core.store.attachmentByGuid(params.guid ?? '');
  if (!row) throw notFound('Attachment does not exist!');
  return { data: restAttachment(row, { attachmentMetadata: true }) };
}

/** A conversion changes only the type; the bytes stay the same. */
function download(core: BridgeCore, { params, query }: Call): Answer {
  validate(query, DOWNLOAD_RULES);
  const row = core.store.attachmentByGuid(params.guid ?? '');
  if (!row) throw missing(core);
  if (row.content === null) throw new Error('Attachment does not exist in disk!');
  const isOriginal = query.original === 'true' || query.original === '1';
  return { file: { content: row.content, contentType: typeOf(row, isOriginal) } };
}

/** The Private API, when on, answers an unknown guid with a 500. */
const missing = (core: BridgeCore): Error =>
  core.host.privateApi ? new Error('Attachment not found!') : notFound('Attachment does not exist!');

function typeOf(row: AttachmentRow, isOriginal: boolean): string {
  return (isOriginal ? row.mimeType : converted(row).mimeType) ?? 'application/octet-stream';
}
