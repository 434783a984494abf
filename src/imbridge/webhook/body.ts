import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { type BodyLimits, BodyUnread, readBody } from '../../common/index.js';
import { type JsonRecord, parseJson, recordOf, WebhookRefusal } from '../../channels/kit/index.js';

/** Limits on the cost of a webhook. It is a class so that tests can provide other numbers. */
@Injectable()
export class WebhookLimits implements BodyLimits {
  readonly maxBytes: number = 1024 * 1024;
  readonly timeoutMs: number = 30_000;
}

export interface WebhookEvent {
  readonly type: string;
  readonly data: unknown;
}

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_FIELDS = ['payload', 'data', 'message'] as const;

/** Reads and parses the event of an authenticated request. @throws WebhookRefusal 400, 408, 413 or 415. */
export async function readEvent(request: IncomingMessage, limits: WebhookLimits): Promise<WebhookEvent> {
  const { headers } = request;
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isForm = type === FORM_TYPE;
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  // A body without a content type is read as the bridge's own form.
  if (!isPlain || (!isForm && type !== '' && !JSON_TYPE.test(type)))
    throw new WebhookRefusal(415, 'send JSON');
  const body = await readBody(request, limits).catch(refusalOf);
  const text = body.toString('utf8');
  return isForm ? formEvent(new URLSearchParams(text)) : jsonEvent(text);
}

function formEvent(form: URLSearchParams): WebhookEvent {
  const text = FORM_FIELDS.map((name) => form.get(name)).find((value) => typeof value === 'string');
  if (typeof text !== 'string') throw new WebhookRefusal(400, 'invalid payload');
  const type = form.get('type');
  return type === null ? jsonEvent(text) : jsonEvent(JSON.stringify({ type, data: parseJson(text)?.value }));
}

function jsonEvent(text: string): WebhookEvent {
  const event = recordOf(parseJson(text)?.value);
  if (typeof event?.type !== 'string') throw new WebhookRefusal(400, 'invalid payload');
  return { type: event.type, data: withChat(dataIn(event.data), event) };
}

/** Parses an object that was sent as text (wire 3.2). */
const dataIn = (data: unknown): unknown =>
  typeof data === 'string' ? (parseJson(data)?.value ?? data) : data;

/** Some events have the chat next to the message. */
function withChat(data: unknown, { chatGuid }: JsonRecord): unknown {
  const row = recordOf(data);
  return row && typeof chatGuid === 'string' && row.chats === undefined ? { chatGuid, ...row } : data;
}

const REFUSALS = {
  'body.large': { status: 413, text: 'body too large' },
  'body.pieces': { status: 400, text: 'body in too many small chunks' },
  'body.late': { status: 408, text: 'body not received in time' },
  'body.cut': { status: 400, text: 'body cut off' },
} as const;

function refusalOf(error: unknown): never {
  if (!(error instanceof BodyUnread)) throw error;
  const { status, text } = REFUSALS[error.type];
  throw new WebhookRefusal(status, text);
}
