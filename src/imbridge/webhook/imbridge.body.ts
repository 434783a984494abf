import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { parseJson, recordOf } from '../client/imbridge.json.js';
import { WebhookRefusal } from './imbridge.refusal.js';

/** What a webhook may cost; a class so that tests can provide other numbers. */
@Injectable()
export class WebhookLimits {
  readonly maxBytes: number = 1024 * 1024;
  readonly readTimeoutMs: number = 30_000;
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
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isForm = type === FORM_TYPE;
  const isPlain = (request.headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  if (!isPlain || (!isForm && !JSON_TYPE.test(type))) throw new WebhookRefusal(415, 'send JSON');
  const text = (await readBody(request, limits)).toString('utf8');
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
  return { type: event.type, data: event.data };
}

function readBody(request: IncomingMessage, { maxBytes, readTimeoutMs }: WebhookLimits): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
    };
    const refuse = (refusal: WebhookRefusal) => {
      finish();
      request.pause();
      reject(refusal);
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > maxBytes) refuse(tooLarge());
    };
    const onEnd = () => {
      finish();
      resolve(Buffer.concat(chunks));
    };
    const onClose = () => refuse(new WebhookRefusal(400, 'body cut off'));
    const timer = setTimeout(
      () => refuse(new WebhookRefusal(408, 'body not received in time')),
      readTimeoutMs,
    );
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

const tooLarge = (): WebhookRefusal => new WebhookRefusal(413, 'body too large');
