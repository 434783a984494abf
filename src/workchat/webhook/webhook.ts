import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import {
  type BodyFault,
  type BodyLimits,
  BodyUnread,
  type Clock,
  errorText,
  FailureLimiter,
  readBody,
} from '../../common/index.js';
import type { WorkchatSettings } from '../settings/settings.js';
import type { Activity, InvokeAnswer } from '../service/wire/activity.js';
import {
  type BotAdapter,
  type CallAnswer,
  KeysUnavailable,
  KeyUnknown,
  type VerifiedToken,
} from '../service/wire/bot-adapter.js';
import {
  claimsOf,
  CORRECTABLE,
  type CorrectableReason,
  mismatch,
  refuse,
  unauthorized,
  unavailable,
} from './claims.js';
import { type JsonRecord, parseJson, recordOf, WebhookRefusal } from '../../channels/kit/index.js';

/** Messages have about 100 KB, and cards and mentions come on top (wire 2.5, 3.4). */
const BODY_LIMITS: BodyLimits = { maxBytes: 1024 * 1024, timeoutMs: 30_000 };

/** @throws WebhookRefusal 400, 408, 413 or 415 */
async function readObject(request: IncomingMessage, limits: BodyLimits): Promise<JsonRecord> {
  refuseOtherTypes(request);
  const text = (await readBytes(request, limits)).toString('utf8');
  const fields = recordOf(parseJson(text)?.value);
  if (!fields) throw new WebhookRefusal(400, 'Bad request', { reason: 'the body is not a JSON object' });
  return fields;
}

function refuseOtherTypes({ headers }: IncomingMessage): void {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  if (type !== 'application/json' || !isPlain)
    throw new WebhookRefusal(415, 'Send JSON', { reason: 'the body is not JSON' });
}

const REFUSALS: Record<BodyFault, () => WebhookRefusal> = {
  'body.large': () => new WebhookRefusal(413, 'Payload too large'),
  'body.pieces': () =>
    new WebhookRefusal(400, 'Bad request', { reason: 'the body arrived in too many small pieces' }),
  'body.late': () =>
    new WebhookRefusal(408, 'Request timeout', { reason: 'the body was not received in time' }),
  'body.cut': () => new WebhookRefusal(400, 'Bad request', { reason: 'the body was cut off' }),
};

async function readBytes(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  try {
    return await readBody(request, limits);
  } catch (error) {
    throw error instanceof BodyUnread ? REFUSALS[error.type]() : error;
  }
}

/**
 * Processes an activity; resolves once it is stored, with the answer of an invoke. Throws when it could not be stored.
 */
export type TakeActivity = (activity: Activity) => Promise<InvokeAnswer | undefined>;

/** A refused call that said to be the platform's. */
export interface RefusedCall {
  readonly reason: CorrectableReason;
  /** Epoch ms. */
  readonly at: number;
}

export interface WorkchatWebhookParts {
  readonly settings: Pick<WorkchatSettings, 'credentials' | 'cloud' | 'webhook'>;
  readonly adapter: BotAdapter;
  readonly clock: Clock;
  readonly limits?: BodyLimits;
}

const isCorrectable = (reason: string): reason is CorrectableReason =>
  Object.values<string>(CORRECTABLE).includes(reason);

/**
 * Handles the platform's calls. The checks run in this order: path and method, the token's claims, its signature, the
 * body, and whether the body matches the token (wire 2.2). A call is answered 200 only after its activity is stored.
 */
export class WorkchatWebhook {
  private readonly logger = new Logger('Workchat');
  private readonly failures: FailureLimiter;
  private refused: RefusedCall | undefined;

  constructor(
    private readonly parts: WorkchatWebhookParts,
    private readonly take: TakeActivity,
  ) {
    // Only limits log lines. It blocks no caller, because behind a tunnel all calls have the same address.
    this.failures = new FailureLimiter(parts.clock, Infinity);
  }

  /** The last call that was refused although it named the platform; undefined when one was accepted after it. */
  get lastRefused(): RefusedCall | undefined {
    return this.refused;
  }

  /** Never throws. */
  async answer(request: IncomingMessage, response: ServerResponse, caller: string): Promise<void> {
    try {
      respond(response, await this.pass(request));
    } catch (error) {
      refuse(request, response, this.refusalOf(error, caller));
    }
  }

  private async pass(request: IncomingMessage): Promise<CallAnswer> {
    const { settings, adapter, clock, limits = BODY_LIMITS } = this.parts;
    this.checkTarget(request);
    const { authorization } = request.headers;
    const expected = { appId: settings.credentials.appId, cloud: settings.cloud };
    const claimed = claimsOf(authorization, expected, clock.now());
    const admission = await this.verified(authorization ?? '', claimed);
    const body = await readObject(request, limits);
    const refusal = mismatch(body, claimed, settings.credentials.tenantId);
    if (refusal) throw refusal;
    if (typeof body.type !== 'string' || body.type === '')
      throw new WebhookRefusal(400, 'Bad request', { reason: 'the activity has no type' });
    this.refused = undefined;
    return adapter.receive(admission, body as Activity, this.take);
  }

  private checkTarget({ url = '', method }: IncomingMessage): void {
    const [path] = url.split('?', 1);
    if (path !== this.parts.settings.webhook.path) throw new WebhookRefusal(404, 'Not found');
    if (method !== 'POST')
      throw new WebhookRefusal(405, 'POST only', { reason: 'another method', headers: { Allow: 'POST' } });
  }

  private async verified(...call: Parameters<BotAdapter['verify']>): Promise<VerifiedToken> {
    const { adapter } = this.parts;
    try {
      return await adapter.verify(...call).catch((error: unknown) => {
        if (error instanceof KeyUnknown) return adapter.verifyAnew(...call);
        throw error;
      });
    } catch (error) {
      if (error instanceof KeysUnavailable)
        throw unavailable(`the platform's keys are unavailable: ${errorText(error)}`);
      throw unauthorized(errorText(error));
    }
  }

  /** Logs a call that could not be stored, and the first of other refusals per minute and address or fault. */
  private refusalOf(error: unknown, caller: string): WebhookRefusal {
    const refusal = error instanceof WebhookRefusal ? error : unavailable(`not stored: ${errorText(error)}`);
    const { reason } = refusal;
    if (isCorrectable(reason)) this.refused = { reason, at: this.parts.clock.now() };
    const isFault = refusal.status >= 500;
    const isNews = refusal !== error || this.failures.failed(isFault ? refusal.reason : caller) === 1;
    if (isNews && isFault) this.logger.error(`cannot accept a call: ${refusal.reason}`);
    else if (isNews)
      this.logger.warn(`call from ${caller} rejected with ${refusal.status}: ${refusal.reason}`);
    return refusal;
  }
}

function respond(response: ServerResponse, { status, body }: CallAnswer): void {
  if (response.destroyed) return;
  if (body === undefined) {
    response.writeHead(status, { 'Content-Length': '0' }).end();
    return;
  }
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': length })
    .end(text);
}
