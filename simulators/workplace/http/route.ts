import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from '../common/json.js';
import type { Answer } from './answer.js';

/** A parsed request, the input of a route's handler. */
export interface Call {
  readonly method: string;
  /** Path as sent, without the host's prefix. */
  readonly path: string;
  /** The part before the path: `/emea/<tenant>` or `/v1.0`. */
  readonly prefix: string;
  /** Path parameters, decoded once. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Uint8Array;
  /** JSON or form body; `{}` when there was none. */
  readonly body: Json;
  /** False for a body of type JSON that is not valid JSON, or not an object. */
  readonly isWellFormed: boolean;
}

export interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}

/**
 * `METHOD /path/{name}` where `{name}` is one segment and `{name*}` any number of them. Express is not used, because
 * colons, dollar signs and parentheses in Graph paths have a special meaning there.
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
