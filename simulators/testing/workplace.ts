import type { Activity, Conversation } from '../workplace/common/types.js';
import type { WorkplaceSimulatorOptions } from '../workplace/options.js';
import { WorkplaceSimulator } from '../workplace/workplace-simulator.js';
import type { TestBot } from './bot.js';
import { startBot } from './bot.js';

/** 2026-01-21T10:40:00.123Z, the time of the first example in the wire document. */
export const START = 1_768_992_000_123;

/** A host's answer to a test's call; `json` is undefined for a body that is not JSON. */
export interface HostAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the bot's token for `service`, the directory's for `graph`, none elsewhere. Null: none. */
  readonly token?: string | null;
}

/** A simulator with a frozen clock and a bot that keeps its calls, new after each `start`. */
export class WorkplaceSetup {
  sut!: WorkplaceSimulator;
  bot!: TestBot;

  constructor(private readonly options: WorkplaceSimulatorOptions = {}) {}

  readonly start = async (): Promise<void> => {
    this.bot = await startBot();
    this.sut = await WorkplaceSimulator.start({
      now: () => START,
      botEndpoint: this.bot.url,
      ...this.options,
    });
  };

  readonly stop = async (): Promise<void> => {
    await this.sut.stop();
    await this.bot.close();
  };

  /** Requests a token from the login service. */
  async token(scope: 'bot' | 'graph'): Promise<string> {
    const resource = scope === 'bot' ? 'https://api.botframework.com' : 'https://graph.microsoft.com';
    const { json } = await this.login({ scope: `${resource}/.default` });
    return String(json?.access_token);
  }

  /** Calls the token endpoint with the right form, in which `form` replaces members. */
  async login(form: Readonly<Record<string, string>>, tenant = this.sut.app.tenantId): Promise<HostAnswer> {
    const whole = {
      grant_type: 'client_credentials',
      client_id: this.sut.app.appId,
      client_secret: this.sut.app.secret,
      ...form,
    };
    const url = `${this.sut.cloud.loginUrl}/${tenant}/oauth2/v2.0/token`;
    return answerOf(await fetch(url, { method: 'POST', body: new URLSearchParams(whole) }));
  }

  /** Calls `METHOD v3/…` of the connector. */
  async service(request: string, body?: unknown, options: CallOptions = {}): Promise<HostAnswer> {
    const token = options.token === undefined ? await this.token('bot') : options.token;
    const [method = '', path = ''] = request.split(' ');
    return fetchJson(`${this.sut.serviceUrl}${path}`, { method, body, ...options, token });
  }

  /** Calls `METHOD /v1.0/…` of Graph, or a complete URL. */
  async graph(request: string, body?: unknown, options: CallOptions = {}): Promise<HostAnswer> {
    const token = options.token === undefined ? await this.token('graph') : options.token;
    const [method = '', ...path] = request.split(' ');
    const target = path.join(' ');
    const url = target.startsWith('http') ? target : `${this.sut.cloud.graphUrl}${target}`;
    return fetchJson(url, { method, body, ...options, token });
  }

  /** Posts an activity to a conversation; its id may contain `;messageid=`. */
  send(conversation: Conversation | string, activity: Activity): Promise<HostAnswer> {
    const id = typeof conversation === 'string' ? conversation : conversation.id;
    return this.service(`POST v3/conversations/${encodeURIComponent(id)}/activities`, activity);
  }

  /** Waits for pending deliveries and returns the activities that the bot received. */
  async heard(): Promise<readonly Activity[]> {
    await this.sut.idle();
    return this.bot.received.map(({ activity }) => activity);
  }
}

async function fetchJson(
  url: string,
  { method, body, headers = {}, token }: CallOptions & { readonly method: string },
): Promise<HostAnswer> {
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
  });
  return answerOf(response);
}

async function answerOf(response: Response): Promise<HostAnswer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : undefined;
  return { status: response.status, headers: response.headers, text, json };
}
