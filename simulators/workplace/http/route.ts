import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from '../common/json.js';
import type { Answer } from './answer.js';

/** A request as a route sees it. */
export interface Call {
  readonly method: string;
  /** As sent, without the host's prefix. */
  readonly path: string;
  /** The part that stood before it: `/emea/<tenant>` or `/v1.0`. */
  readonly prefix: string;
  /** Decoded once. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Uint8Array;
  /** JSON or form body; `{}` when there was none. */
  readonly body: Json;
  /** False for a body that claims to be JSON and is not, or is no object. */
  readonly isWellFormed: boolean;
}

export interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}

/**
 * `METHOD /path/{name}` where `{name}` is one segment and `{name*}` any number of them. Own matching, because Graph
 * paths hold colons, dollar signs and parentheses that mean something else to Express.
 */
export function route(line: string, handle: Route['handle']): Route {
  const [method = '', path = ''] = line.split(' ');
  const source = path
    .split(/(\{\w+\*?\})/)
    .map((part) => part.replace(/^\{(\w+)(\*?)\}$/, (_all, name: string, many: string) => group(name, many)))
    .map((part) => (part.startsWith('(?<') ? part : part.replace(/[$.:()]/g, '\\$&')))
    .join('');
  return { method, pattern: new RegExp(`^${source}/?$`), handle };
}

const group = (name: string, many: string): string => `(?<${name}>${many ? '.+?' : '[^/]+?'})`;
