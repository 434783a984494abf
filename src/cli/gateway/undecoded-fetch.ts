import { Readable } from 'node:stream';

/**
 * GETs an address that an operator names, without following redirects. The global fetch decodes whatever comes, also
 * Brotli, which a Node with known holes must not (CVE-2026-111497): this one decodes nothing.
 * @throws the connection's error, the signal's reason, or Error for a compressed answer, which was not asked for
 */
export async function fetchUndecoded(
  url: string,
  { headers, signal }: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<Response> {
  const { request } = await import('undici');
  const asked = { 'accept-encoding': 'identity', ...headers };
  const { statusCode, headers: got, body } = await request(url, { headers: asked, signal });
  const { 'content-encoding': encoding = 'identity', location } = got;
  if (encoding !== 'identity') {
    body.on('error', () => undefined).destroy();
    throw new Error('the answer is compressed, although compression was not requested');
  }
  const isEmpty = statusCode === 204 || statusCode === 304;
  if (isEmpty) await body.dump();
  return new Response(isEmpty ? null : (Readable.toWeb(body) as ReadableStream), {
    status: statusCode,
    ...(typeof location === 'string' && { headers: { location } }),
  });
}
