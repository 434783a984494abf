import { VERSION } from '../../common/index.js';
import { type AllowedHosts, type Checked, Guard, RemoteProblem, type Resolve } from './guard.js';
import { type Connect, pinnedConnect, type RemoteAnswer, systemResolve } from './pinned-connection.js';

/** The number of redirects that are followed. */
const MAX_HOPS = 5;
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': `gatehouse/${VERSION}` };

/** A credential for hosts that ask for one. */
export interface HostCredentials {
  /**
   * Whether a host may receive any credential. Once a redirect has led to a host that may not, none is sent any more.
   */
  readonly mayReceive: (host: string) => boolean;
  /** Whether this URL may be read with a credential, because a credential opens more than files at its host. */
  readonly mayRead: (url: URL) => boolean;
  /** Values for the Authorization header, in the order in which they are tried; unavailable ones are left out. */
  readonly authorizationsFor: (host: string) => AsyncIterable<string>;
}

/** The address to fetch, and the rules for it. */
export interface RemoteRequest {
  readonly url: string;
  readonly allowed: AllowedHosts;
  /** Without these, no credential is ever sent. */
  readonly credentials?: HostCredentials;
  /** An answer that states a larger size is not read at all. */
  readonly maxBytes: number;
}

export interface RemoteFile {
  /** The type that the other side states. */
  readonly mimeType?: string;
  /** Can be read once. @throws RemoteProblem when it breaks off */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Fetches files from addresses that someone else wrote (workchat-wire 6, steps 3 to 7). No other code may do that. The
 * first try is without a credential. Only checked addresses are used, and each redirect is checked like the first
 * address.
 */
export class RemoteFiles {
  constructor(
    private readonly resolve: Resolve = systemResolve,
    private readonly connect: Connect = pinnedConnect,
  ) {}

  /** @throws RemoteProblem */
  async open(wanted: RemoteRequest, signal: AbortSignal): Promise<RemoteFile> {
    const guard = new Guard(wanted.allowed, this.resolve);
    let target = await guard.check(wanted.url);
    // Once a redirect has left the listed hosts, no host receives a credential any more, wherever the chain leads.
    let { credentials } = wanted;
    for (let hops = 0; hops <= MAX_HOPS; hops++) {
      if (credentials && !credentials.mayReceive(target.url.hostname)) credentials = undefined;
      const answer = await this.request(target, credentials, signal);
      const next = nextIn(answer);
      if (next === undefined) return fileIn(answer, wanted.maxBytes);
      answer.cancel();
      target = await guard.check(next, target.url);
    }
    throw new RemoteProblem('refused', 'too many redirects');
  }

  private async request(
    target: Checked,
    credentials: HostCredentials | undefined,
    signal: AbortSignal,
  ): Promise<RemoteAnswer> {
    let answer = await this.get(target, {}, signal);
    if (!credentials?.mayRead(target.url) || !wantsCredentials(answer)) return answer;
    for await (const authorization of credentials.authorizationsFor(target.url.hostname)) {
      answer.cancel();
      answer = await this.get(target, { authorization }, signal);
      if (!wantsCredentials(answer)) break;
    }
    return answer;
  }

  private async get(
    target: Checked,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<RemoteAnswer> {
    try {
      return await this.connect(target, { ...HEADERS, ...headers }, signal);
    } catch (cause) {
      signal.throwIfAborted();
      throw new RemoteProblem('failed', `no answer from ${target.url.hostname}`, { cause });
    }
  }
}

const wantsCredentials = ({ status }: RemoteAnswer): boolean => status === 401 || status === 403;

function nextIn({ status, headers }: RemoteAnswer): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? (headers.location ?? '') : undefined;
}

/** @throws RemoteProblem */
function fileIn(answer: RemoteAnswer, maxBytes: number): RemoteFile {
  const { headers, chunks } = answer;
  const problem = problemOf(answer, maxBytes);
  if (problem) {
    answer.cancel();
    throw problem;
  }
  const type = headers['content-type'];
  return { chunks: whole(chunks), ...(type === undefined ? {} : { mimeType: type }) };
}

function problemOf({ status, headers }: RemoteAnswer, maxBytes: number): RemoteProblem | undefined {
  if (status === 401 || status === 403) return new RemoteProblem('denied', `HTTP ${status}`);
  if (status === 404 || status === 410) return new RemoteProblem('gone', `HTTP ${status}`);
  if (status !== 200) return new RemoteProblem('failed', `HTTP ${status}`);
  if (Number(headers['content-length'] ?? 0) > maxBytes) return new RemoteProblem('too-large', 'too large');
  return undefined;
}

async function* whole(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (cause) {
    throw new RemoteProblem('failed', 'the download ended early', { cause });
  }
}
