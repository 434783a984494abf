import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import type { Webhook } from '../../channels/index.js';
import {
  answerRefusal,
  type JsonRecord,
  parseJson,
  recordOf,
  retryAfter,
  WebhookRefusal,
} from '../../channels/kit/index.js';
import { type BodyLimits, BodyUnread, errorText, readBody } from '../../common/index.js';
import { ImbridgeAccounts, type WebhookEndpoint } from '../account/accounts.js';
import { NotConnected } from '../inbound/webhook-events.js';
import { DEFAULT_WEBHOOK_PATH } from '../settings/account-config.js';
import { WebhookAuthenticator } from './webhook-authenticator.js';

/** Limits on the cost of a webhook. It is a class so that tests can provide other numbers. */
@Injectable()
export class WebhookLimits implements BodyLimits {
  readonly maxBytes: number = 1024 * 1024;
  readonly timeoutMs: number = 30_000;
}

interface WebhookEvent {
  readonly type: string;
  readonly data: unknown;
}

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_FIELDS = ['payload', 'data', 'message'] as const;

/** Reads and parses the event of an authenticated request. @throws WebhookRefusal 400, 408, 413 or 415. */
async function readEvent(request: IncomingMessage, limits: WebhookLimits): Promise<WebhookEvent> {
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

/** Includes a length, so that the answer is sent in one piece. */
const OK_HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': '2' };

const LATER = { headers: retryAfter(10) };
const NOT_CONNECTED = new WebhookRefusal(503, 'not connected', LATER);

/** Answers in the bridge's own way, not in that of the APIs, at the default path while no account uses it. */
const UNUSED: Webhook = {
  path: DEFAULT_WEBHOOK_PATH,
  admits: 'no caller, while no account of imbridge has this path',
  answer: async (request, response) => refuse(request, response, new WebhookRefusal(404, 'not found')),
};

/** The webhooks of all accounts; accounts may share a path. */
@Injectable()
export class ImbridgeWebhook {
  private readonly logger = new Logger('ImbridgeWebhook');

  constructor(
    private readonly accounts: ImbridgeAccounts,
    private readonly authenticator: WebhookAuthenticator,
    private readonly limits: WebhookLimits,
  ) {}

  declared(): readonly Webhook[] {
    const used = [...this.accounts.endpoints].map(([path, endpoint]): Webhook => ({
      path,
      admits: 'the bridge, by the webhook secret of an account',
      answer: this.answerAt(endpoint),
    }));
    return used.some(({ path }) => path === UNUSED.path) ? used : [...used, UNUSED];
  }

  /**
   * Never throws. The answer 200 `ok` means that the event is stored or need not be; the bridge does not look at it, but
   * an operator may.
   */
  private answerAt(endpoint: WebhookEndpoint): Webhook['answer'] {
    return async (request, response, caller) => {
      try {
        if (request.method !== 'POST')
          throw new WebhookRefusal(405, 'POST only', { headers: { Allow: 'POST' } });
        const account = this.authenticator.authenticate(request, caller, endpoint);
        const { type, data } = await readEvent(request, this.limits);
        await account.receive(type, data);
        response.writeHead(200, OK_HEADERS).end('ok');
      } catch (error) {
        refuse(request, response, this.refusalOf(error));
      }
    };
  }

  /** The bridge repeats no message that the sink could not store; the catch-up fetches it. */
  private refusalOf(error: unknown): WebhookRefusal {
    if (error instanceof WebhookRefusal) return error;
    if (error instanceof NotConnected) return NOT_CONNECTED;
    this.logger.error(`webhook event not stored: ${errorText(error)}`);
    return new WebhookRefusal(503, 'unavailable', LATER);
  }
}

/** In plain text, as the bridge writes its own. */
const refuse = (request: IncomingMessage, response: ServerResponse, refusal: WebhookRefusal): void =>
  answerRefusal(request, response, refusal, { type: 'text/plain', text: refusal.said });
