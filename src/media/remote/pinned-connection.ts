import { lookup } from 'node:dns/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { HttpClient } from '../../common/http/client/index.js';
import type { Checked, Resolve } from './guard.js';

/** The beginning of an answer. Its owner must read the chunks to their end, or cancel. */
export interface RemoteAnswer {
  readonly status: number;
  /** Lower-case names; of several headers with the same name, the first. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly chunks: AsyncIterable<Uint8Array>;
  cancel(): void;
}

/** Makes one GET to a checked address with these headers; follows no redirect and repeats nothing. */
export type Connect = (
  target: Checked,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<RemoteAnswer>;

/** The time limit for the beginning of an answer, and again for each piece of it, ms. */
export const WAIT_MS = 15_000;

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Connects only to these addresses, even if the host's name leads elsewhere by now; to the next when one does not answer. */
export const pinnedAgent = (
  addresses: readonly [string, ...string[]],
  times: Pick<Agent.Options, 'headersTimeout' | 'bodyTimeout'>,
) =>
  new Agent({
    ...times,
    connect: {
      timeout: WAIT_MS,
      lookup: pinnedLookup(addresses),
    },
  });

/**
 * Answers behind its call, as a look-up by name does: an address that the system refuses at once would otherwise fail the
 * connection before undici listens to its errors, and the error would be one that nothing catches.
 */
export const pinnedLookup =
  (addresses: readonly [string, ...string[]]): LookupFunction =>
  (_host, options, found) => {
    const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    process.nextTick(() => {
      if (options.all === true) found(null, all);
      else found(null, addresses[0], isIPv6(addresses[0]) ? 6 : 4);
    });
  };

/**
 * Connects only to the address that was checked, with the host's name for TLS and the `Host` header. A connection is
 * never used for a second call, because another check may have found another address.
 */
export const pinnedConnect: Connect = async ({ url, address }, headers, signal) => {
  const client = new HttpClient({ lookup: pinnedLookup([address]), connectTimeoutMs: WAIT_MS });
  const end = () => void client.close().catch(() => undefined);
  const answer = await client.open({ url: url.href, method: 'GET', headers, timeoutMs: WAIT_MS, signal });
  if (answer.kind !== 'answered') {
    end();
    throw new Error(answer.detail, { cause: answer.error });
  }
  const { status, headers: answered, stream } = answer;
  const first = Object.entries(answered).map(([name, value]) => [name, [value].flat()[0]] as const);
  return { status, headers: Object.fromEntries(first), chunks: untilEnd(stream.chunks, end), cancel: end };
};

async function* untilEnd(body: AsyncIterable<Uint8Array>, end: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    end();
  }
}
