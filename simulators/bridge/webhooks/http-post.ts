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
 * Posts once and resolves with the status; rejects when the connection fails. Like the real bridge's HTTP
 * client, it turns user info in the URL into Basic authentication, follows redirects (301-303 as GET) and has
 * no time-out (imbridge-wire 3.1).
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

/** Decodes the user info, because Node takes `auth` from the URL only in some forms. */
function userInfo(url: URL): { auth?: string } {
  if (!url.username && !url.password) return {};
  return { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` };
}
