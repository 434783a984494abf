import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import type { Webhook } from '../../channels/index.js';
import { answerRefusal, retryAfter, WebhookRefusal } from '../../channels/kit/index.js';
import { errorText } from '../../common/index.js';
import { ImbridgeAccounts, type WebhookEndpoint } from '../account/accounts.js';
import { NotConnected } from '../inbound/webhook-events.js';
import { DEFAULT_WEBHOOK_PATH } from '../settings/account-config.js';
import { readEvent, WebhookLimits } from './body.js';
import { WebhookAuthenticator } from './webhook-authenticator.js';

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
