import { HttpClient, type HttpAnswer } from '../../common/http/client/index.js';
import { VERSION } from '../../common/index.js';
import { type AllowedHosts, Guard, RemoteProblem, type Resolve } from './guard.js';
import { pinnedLookup, systemResolve, WAIT_MS } from './pinned-connection.js';

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

/** `json` is undefined for a body that is not JSON or too long. */
export type UploadAnswer = Pick<HttpAnswer, 'status' | 'headers' | 'json'>;

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
    const client = new HttpClient({
      maxAnswerBytes: MAX_ANSWER_BYTES,
      connectTimeoutMs: WAIT_MS,
      lookup: pinnedLookup([address]),
    });
    const own = { 'user-agent': `gatehouse/${VERSION}`, ...headers };
    const answer = await client.exchange({ url: url.href, method, headers: own, body, timeoutMs, signal });
    void client.close().catch(() => undefined);
    if (answer.kind !== 'answered')
      throw new RemoteProblem('failed', `no answer from ${url.hostname}`, { cause: answer.error });
    // Without `kind`, by which an uploader tells the end of an upload from an answer.
    const { status, headers: answered, json } = answer;
    return { status, headers: answered, json };
  }
}
