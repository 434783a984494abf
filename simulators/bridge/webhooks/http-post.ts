import type { Agent, IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

const MAX_REDIRECTS = 5;

interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For plain http only; https uses the default agent. */
  readonly agent: Agent;
}

/**
 * Posts once and resolves with the status; rejects when the connection fails. User info in the URL becomes
 * Basic authentication, redirects are followed (301-303 as GET), and there is no time-out: the ways of
 * the HTTP client the real bridge uses (imbridge-wire 3.1).
 */
export function post(url: string, options: Post): Promise<number> {
  return exchange(new URL(url), 'POST', options, MAX_REDIRECTS);
}

async function exchange(url: URL, method: string, options: Post, redirectsLeft: number): Promise<number> {
  const response = await send(url, method, options);
  response.resume();
  const status = response.statusCode ?? 0;
  const { location } = response.headers;
  if (status < 300 || status > 399 || location === undefined || redirectsLeft === 0) return status;
  const next = status > 303 ? method : 'GET';
  return exchange(new URL(location, url), next, options, redirectsLeft - 1);
}

function send(url: URL, method: string, { headers, body, agent }: Post): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const content = method === 'POST' ? body : '';
    const length = { 'content-length': String(Buffer.byteLength(content)) };
    const options = {
      method,
      headers: { ...headers, ...length },
      ...userInfo(url),
      ...(secure ? {} : { agent }),
    };
    const request = (secure ? httpsRequest : httpRequest)(url, options, resolve);
    request.on('error', reject);
    request.end(content);
  });
}

/** Node takes `auth` from the URL only in some forms; decode it ourselves. */
function userInfo(url: URL): { auth?: string } {
  if (!url.username && !url.password) return {};
  return { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` };
}
