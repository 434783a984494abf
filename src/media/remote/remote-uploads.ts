import { request } from 'undici';
import { VERSION } from '../../common/index.js';
import { type AllowedHosts, Guard, RemoteProblem, type Resolve } from './guard.js';
import { pinnedAgent, systemResolve } from './pinned-connection.js';

const MAX_ANSWER_BYTES = 1024 * 1024;

export interface RemoteUpload {
  readonly url: string;
  readonly allowed: AllowedHosts;
  /** `GET` asks for the progress of the upload. */
  readonly method: 'GET' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The time limit of the whole call. */
  readonly timeoutMs: number;
}

export interface UploadAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined for a body that is not JSON or too long. */
  readonly json: unknown;
}

/**
 * Uploads bytes to addresses that someone else wrote, by the rules of `RemoteFiles`: only to checked addresses,
 * never with a credential of ours, without redirects or repeats.
 */
export class RemoteUploads {
  constructor(private readonly resolve: Resolve = systemResolve) {}

  /** @throws RemoteProblem `refused` before anything was sent; `failed` when the bytes may have arrived all the same */
  async call(
    { url: text, allowed, method, headers, body, timeoutMs }: RemoteUpload,
    signal: AbortSignal,
  ): Promise<UploadAnswer> {
    const { url, address } = await new Guard(allowed, this.resolve).check(text);
    const agent = pinnedAgent([address], { headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
    const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const own = { 'user-agent': `gatehouse/${VERSION}`, ...headers };
    try {
      const answer = await request(url, {
        dispatcher: agent,
        method,
        headers: own,
        signal: ends,
        body: body ?? null,
      });
      return {
        status: answer.statusCode,
        headers: answer.headers,
        json: await jsonIn(answer.body),
      };
    } catch (cause) {
      throw new RemoteProblem('failed', `no answer from ${url.hostname}`, { cause });
    } finally {
      void agent.destroy().catch(() => undefined);
    }
  }
}

/** Undefined for a body that breaks off, is too long or not JSON: the status, which has arrived, is enough. */
async function jsonIn(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > MAX_ANSWER_BYTES) return undefined;
    }
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    return undefined;
  }
}
