import { Agent } from 'undici';
import { VERSION } from '../../common/index.js';
import { type AnswerBody, AnswerStream } from './answer-stream.js';
import { statusFailure } from './call-failure.js';

const CONNECT_TIMEOUT_MS = 10_000;

const OWN_HEADERS = { 'content-type': 'application/json', 'user-agent': `gatehouse/${VERSION}` };

interface Place {
  readonly origin: string;
  readonly path: string;
}

export interface ServicePost {
  readonly url: string;
  /** Names in any case; the operator's own. */
  readonly custom?: Readonly<Record<string, string>>;
  /** Names in lower case; they stand over the operator's. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ServiceAnswer {
  /** The content type; empty when none was given. */
  readonly type: string;
  /** To be read or left. */
  readonly body: AnswerBody;
}

/** The connections to agents' models and services: follows no redirect, takes no endless answer, logs nothing. */
export class ServiceClient {
  private agent: Agent | undefined;
  /** The parts of the addresses that are called; they come from the configuration. */
  private readonly places = new Map<string, Place>();

  constructor(
    /** In messages: "the model", "the service". */
    private readonly noun: string,
    private readonly maxAnswerBytes: number,
  ) {}

  /** @throws RuntimeFailure for any status but 200, and what undici throws when the line or the signal ends the call. */
  async post({ url, custom, headers, body }: ServicePost, signal: AbortSignal): Promise<ServiceAnswer> {
    signal.throwIfAborted();
    const stream = new AnswerStream({ noun: this.noun, maxBytes: this.maxAnswerBytes }, signal);
    this.agent ??= newAgent();
    const { origin, path } = this.placeOf(url);
    const sent = { ...(custom && lowerCase(custom)), ...OWN_HEADERS, ...headers };
    this.agent.dispatch({ origin, path, method: 'POST', headers: sent, body }, stream);
    const { status, headers: answered } = await stream.head();
    if (status === 200) return { type: answered['content-type'] ?? '', body: stream };
    stream.leave();
    throw statusFailure(status, answered['retry-after']);
  }

  /** Cuts what is under way and frees the connections. */
  async close(): Promise<void> {
    const { agent } = this;
    this.agent = undefined;
    await agent?.destroy();
  }

  private placeOf(url: string): Place {
    const known = this.places.get(url);
    if (known) return known;
    const { origin, pathname, search } = new URL(url);
    const place = { origin, path: pathname + search };
    this.places.set(url, place);
    return place;
  }
}

function newAgent(): Agent {
  return new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    // The turn has its own time-out, and an agent may rightly think for minutes.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
