import type { WorkplaceCore } from '../core/core.js';
import type { Answer } from '../http/answer.js';
import type { Call, Route } from '../http/route.js';
import { route } from '../http/route.js';
import type { TokenUse } from '../common/types.js';
import type { StoredFile } from '../core/files/file-store.js';

/** The document host: pre-signed downloads and upload sessions. The host refuses calls with a token. */
export function filesRoutes({ files, uploads }: WorkplaceCore): Route[] {
  return [
    route('GET /_layouts/15/download.aspx', ({ query }) => {
      const file = files.redeem(query.get('tempauth') ?? '');
      return file ? contentOf(file) : { status: 403, text: 'The link has expired.' };
    }),
    // A document's own URL is a page for people, which asks for a sign-in regardless of any token.
    route('GET /personal/{path*}', () => ({ status: 403, text: 'Sign in' })),
    route('PUT /_api/v2.0/drive/items/{item}/uploadSession', (call) => uploads.put(guidOf(call), call)),
    route('GET /_api/v2.0/drive/items/{item}/uploadSession', (call) => uploads.state(guidOf(call))),
    route('DELETE /_api/v2.0/drive/items/{item}/uploadSession', (call) => uploads.cancel(guidOf(call))),
  ];
}

/** Removes the single quotes that the platform puts around the guid (example 1.11). */
const guidOf = ({ query }: Call): string => (query.get('guid') ?? '').replaceAll("'", '');

/** The media host: pictures and files that need a token of either kind, or none. */
export function mediaRoutes(core: WorkplaceCore): Route[] {
  const serve = async ({ params, headers }: Call): Promise<Answer> => {
    const file = core.files.file(params.id ?? '');
    if (!file) return { status: 404, text: 'Not found' };
    const use = await core.tokens.useOf(headers.authorization);
    return isEnough(file, use)
      ? contentOf(file)
      : { status: use === 'none' ? 401 : 403, text: 'Unauthorized' };
  };
  return [route('GET /v1/objects/{id}/views/{view}', serve), route('GET /public/{id}', serve)];
}

/** A foreign host as a redirect target: it records and answers every call. */
export function foreignRoutes(): Route[] {
  const text = 'foreign';
  return ['GET', 'POST', 'PUT'].map((method) => route(`${method} {path*}`, () => ({ status: 200, text })));
}

const isEnough = ({ needs }: StoredFile, use: TokenUse): boolean => needs === 'nothing' || needs === use;

export function contentOf({ redirectTo, status, content, contentType, headers = {} }: StoredFile): Answer {
  if (redirectTo !== undefined)
    return { status: status ?? 302, headers: { location: redirectTo, ...headers } };
  return { status: status ?? 200, file: content, headers: { 'content-type': contentType, ...headers } };
}
