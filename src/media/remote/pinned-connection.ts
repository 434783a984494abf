import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { Agent, request } from 'undici';
import type { Checked, Resolve } from './guard.js';

/** The beginning of an answer; whoever has it reads its chunks to their end, or cancels. */
export interface RemoteAnswer {
  readonly status: number;
  /** Lower-case names; of several of one name the first. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly chunks: AsyncIterable<Uint8Array>;
  cancel(): void;
}

/** One GET to a checked address, with these headers; follows nothing, repeats nothing. */
export type Connect = (
  target: Checked,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<RemoteAnswer>;

/** For the beginning of an answer and for each piece of it, ms. */
const WAIT_MS = 15_000;

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Connects to that address, whatever the name of the host would lead to by now. */
export const pinnedAgent = (address: string, times: Pick<Agent.Options, 'headersTimeout' | 'bodyTimeout'>) =>
  new Agent({
    ...times,
    connect: {
      timeout: WAIT_MS,
      lookup: (_host, options, found) => {
        const family = isIPv6(address) ? 6 : 4;
        if (options.all) found(null, [{ address, family }]);
        else found(null, address, family);
      },
    },
  });

/**
 * Connects to the address that was checked and to no other, with the name of the host for TLS and the `Host` header.
 * A connection is never used for a second call: another check may have found another address.
 */
export const pinnedConnect: Connect = async ({ url, address }, headers, signal) => {
  const agent = pinnedAgent(address, { headersTimeout: WAIT_MS, bodyTimeout: WAIT_MS });
  const end = () => void agent.destroy().catch(() => undefined);
  try {
    const answer = await request(url, { dispatcher: agent, method: 'GET', headers, signal });
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value[0] : value,
        ]),
      ),
      chunks: untilEnd(answer.body as AsyncIterable<Uint8Array>, end),
      cancel: end,
    };
  } catch (error) {
    end();
    throw error;
  }
};

async function* untilEnd(body: AsyncIterable<Uint8Array>, end: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    end();
  }
}
