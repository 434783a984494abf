import { Agent } from 'undici';
import { VERSION } from '../../common/index.js';
import { type ResponseBody, type ResponseHead, ResponseStream, wholeText } from './response-stream.js';
import { type RefusalMeaning, statusFailure } from './call-failure.js';

/** The most bytes of a refusal that are read: it says in its first lines what it is about. */
const MAX_BYTES = 64 * 1024;
/** How long a refusal may take to arrive, ms. */
const MAX_MS = 2_000;

/** The beginning of a refusal's body, as far as it arrives in time; a connection that breaks ends it. */
export async function refusalText(body: Pick<ResponseBody, 'read'>): Promise<string> {
  const taken: Uint8Array[] = [];
  let left = MAX_BYTES;
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), MAX_MS);
  try {
    while (left > 0) {
      const bytes = await Promise.race([body.read(), late]);
      if (!bytes) break;
      taken.push(bytes.subarray(0, left));
      left -= bytes.length;
    }
  } catch {
    // The status alone says enough.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(taken).toString();
}

const CONNECT_TIMEOUT_MS = 10_000;

const OWN_HEADERS = { 'content-type': 'application/json', 'user-agent': `gatehouse/${VERSION}` };

interface Place {
  readonly origin: string;
  readonly path: string;
}

interface ServiceCall {
  readonly url: string;
  /** The operator's own headers, in any case. */
  readonly custom?: Readonly<Record<string, string>> | undefined;
  /** Names in lower case; these take precedence over the operator's. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface ServicePost extends ServiceCall {
  readonly body: string;
  /** Finds out from the beginning of a refusal's body what it means. The text is read for this alone, and not kept. */
  readonly readRefusal?: (status: number, text: string) => RefusalMeaning | undefined;
}

export interface ServiceAnswer {
  /** The content type; empty when none was given. */
  readonly type: string;
  /** The caller must read it or leave it. */
  readonly body: ResponseBody;
}

/** A call that any status answers. */
export interface ServiceQuestion extends ServiceCall {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly body?: string | undefined;
}

export interface ServiceReply {
  readonly status: number;
  readonly headers: ResponseHead['headers'];
  /** The whole body of a 200; of any other status its beginning, as far as it arrives in time. */
  readonly text: string;
}

/** Connects to the models and services of agents: follows no redirect, bounds every answer, logs nothing. */
export class ServiceClient {
  private agent: Agent | undefined;
  /** The parsed addresses; few, because they all come from the configuration. */
  private readonly places = new Map<string, Place>();

  constructor(
    /** The name of the other side in messages: "the model", "the service". */
    private readonly noun: string,
    private readonly maxAnswerBytes: number,
  ) {}

  /**
   * @throws RuntimeFailure for any status but 200; undici's error when the connection breaks; the signal's reason after
   * an abort.
   */
  async post(call: ServicePost, signal: AbortSignal): Promise<ServiceAnswer> {
    const { url, custom, headers, body, readRefusal } = call;
    const stream = this.dispatch({ url, custom, headers, method: 'POST', body }, signal);
    const { status, headers: answered } = await stream.head();
    if (status === 200) return { type: answered['content-type'] ?? '', body: stream };
    const meaning = readRefusal && status >= 400 ? readRefusal(status, await refusalText(stream)) : undefined;
    stream.leave();
    throw statusFailure(status, answered['retry-after'], meaning);
  }

  /**
   * @throws RuntimeFailure for an answer that is too large; undici's error when the connection breaks; the signal's reason
   * after an abort.
   */
  async request(question: ServiceQuestion, signal: AbortSignal): Promise<ServiceReply> {
    const stream = this.dispatch(question, signal);
    const { status, headers } = await stream.head();
    const text = await (status === 200 ? wholeText(stream) : refusalText(stream));
    stream.leave();
    return { status, headers, text };
  }

  /** Cuts off open calls and frees the connections. */
  async close(): Promise<void> {
    const { agent } = this;
    this.agent = undefined;
    await agent?.destroy();
  }

  private dispatch(call: ServiceQuestion, signal: AbortSignal): ResponseStream {
    signal.throwIfAborted();
    const { url, custom, headers, method, body = null } = call;
    const stream = new ResponseStream({ noun: this.noun, maxBytes: this.maxAnswerBytes }, signal);
    this.agent ??= newAgent();
    const sent = { ...(custom && lowerCase(custom)), ...OWN_HEADERS, ...headers };
    this.agent.dispatch({ ...this.placeOf(url), method, headers: sent, body }, stream);
    return stream;
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
    // No time-out here, because the turn has its own and an agent may rightly think for minutes.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
