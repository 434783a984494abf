import { randomUUID } from 'node:crypto';
import type { BridgeCore } from '../core.js';
import type { Answer } from '../common/envelopes.js';
import { badRequest } from '../common/envelopes.js';
import { validate } from '../common/validation.js';
import { readForm } from './form.js';
import type { Call, Json, Route } from './route.js';
import { text } from './route.js';
import { fieldsOf, sentForm } from './send.routes.js';

const RULES = {
  chatGuid: 'required|string',
  tempGuid: 'string',
  effectId: 'string',
  subject: 'string',
  selectedMessageGuid: 'string',
  partIndex: 'numeric|min:0',
  parts: 'required|array',
  ddScan: 'boolean',
};

/** Messages of several parts with mentions, and the upload they need (imbridge-wire 2.4 and 2.5). */
export function multipartRoutes(core: BridgeCore): readonly Route[] {
  return [
    { method: 'post', path: '/attachment/upload', privateApi: true, handle: (call) => upload(core, call) },
    { method: 'post', path: '/message/multipart', handle: ({ body }) => sendParts(core, body) },
  ];
}

function upload(core: BridgeCore, { raw }: Call): Answer {
  const file = readForm(raw).files.get('attachment');
  if (!file || file.content.byteLength === 0) throw badRequest('Attachment not provided or was empty!');
  const path = `${randomUUID()}/${file.name}`;
  core.uploads.set(path, file);
  return { data: { path } };
}

async function sendParts(core: BridgeCore, body: Json): Promise<Answer> {
  validate(body, RULES);
  const parts = body.parts as readonly unknown[];
  for (const part of parts) refuseBadPart(core, part);
  const tempGuid = text(body.tempGuid);
  if (core.outbox.isInFlight(tempGuid)) throw badRequest('Message is already queued to be sent!');
  const guid = core.random.guid();
  const row = await core.outbox.send({
    chatGuid: text(body.chatGuid) ?? '',
    method: 'private-api',
    tempGuid,
    errorTitle: 'Message Send Error',
    fields: { ...fieldsOf(body), guid, text: joinedText(parts), partCount: parts.length },
    attachments: parts.flatMap((part) => attachmentOf(core, part as Json, guid)),
  });
  return { message: 'Message sent!', data: { ...sentForm(row, true), ...(tempGuid ? { tempGuid } : {}) } };
}

function refuseBadPart(core: BridgeCore, part: unknown): void {
  if (typeof part !== 'object' || part === null) throw badRequest('Each part must be a dictionary');
  const { partIndex, text: words, attachment, name, mention } = part as Json;
  if (partIndex === undefined || partIndex === null) throw badRequest('Each part must have a partIndex');
  if (typeof partIndex !== 'number') throw badRequest('Each partIndex must be a number');
  if (!words && !attachment) throw badRequest('Each part must have either a text or attachment');
  if (attachment && !name) throw badRequest('Each attachment must have a name');
  const path = text(attachment);
  if (path !== undefined && !core.uploads.has(path)) throw badRequest(`Attachment '${path}' does not exist`);
  if (mention && !words) throw badRequest('A mention must have text');
}

const joinedText = (parts: readonly unknown[]): string =>
  parts.map((part) => text((part as Json).text) ?? '').join('');

function attachmentOf(core: BridgeCore, part: Json, guid: string) {
  const upload = core.uploads.get(text(part.attachment) ?? '');
  if (!upload) return [];
  const file = {
    name: text(part.name) ?? upload.name,
    mimeType: upload.contentType,
    content: upload.content,
  };
  return [core.people.attachmentRow(file, guid, true)];
}
