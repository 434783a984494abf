import { readFileSync } from 'node:fs';
import { CliFailure } from '../failure.js';

/**
 * A fetch that trusts one certificate and no other, whatever name it is for: it lies on this machine, and who answers
 * with it has its key. An intermediate certificate in the file is not trusted.
 * @throws CliFailure when the file has no certificate.
 */
export async function fetchTrusting(certFile: string): Promise<typeof fetch> {
  const ca = leafOf(certFile);
  const { Agent, fetch: fetchWith } = await import('undici');
  const connect = { ca, allowPartialTrustChain: true, checkServerIdentity: () => undefined };
  const dispatcher = new Agent({ connect, keepAliveTimeout: 1 });
  return ((url: string, init: object) => fetchWith(url, { ...init, dispatcher })) as unknown as typeof fetch;
}

function leafOf(certFile: string): string {
  const [leaf] = /-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/.exec(readIt(certFile)) ?? [];
  if (leaf === undefined) throw new CliFailure(`${certFile} has no certificate`);
  return leaf;
}

function readIt(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliFailure(`${file} cannot be read (${code ?? 'unknown error'})`);
  }
}
