import type { ResponseBody } from './response-stream.js';

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
