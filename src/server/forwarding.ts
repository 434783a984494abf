import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** One proxy's report of its caller; a missing or invalid address is undefined. */
export interface Hop {
  readonly address: string | undefined;
  readonly scheme: string | undefined;
}

/** The proxies of a request as one kind of header reports them, the nearest hop first. */
export type ForwardingChain = readonly Hop[];

/** More hops than any real chain has; further ones are ignored. */
const MAX_HOPS = 32;
/** Longer than any honest header; a longer one is ignored. */
const MAX_CHARS = 4_096;

/** `X-Forwarded-For` and `X-Forwarded-Proto`; undefined when neither is present. */
export function xForwardedChain(headers: IncomingHttpHeaders): ForwardingChain | undefined {
  const addresses = listOf(headers['x-forwarded-for']);
  const schemes = listOf(headers['x-forwarded-proto']);
  if (addresses.length + schemes.length === 0) return undefined;
  const hops = Math.max(addresses.length, 1);
  return Array.from({ length: hops }, (_, at) => ({
    address: plainAddress(addresses[at]),
    scheme: schemeOf(schemes, at),
  }));
}

/**
 * Proxies either add their scheme to the list or replace it. A single value holds for the whole chain. Several values
 * belong to the hops in the same positions; a hop without a value has an unknown scheme.
 */
const schemeOf = (schemes: readonly string[], at: number): string | undefined =>
  (schemes.length === 1 ? schemes[0] : schemes[at])?.toLowerCase();

/** `Forwarded` (RFC 7239); undefined when it is absent. Malformed elements carry no information. */
export function forwardedChain(headers: IncomingHttpHeaders): ForwardingChain | undefined {
  const elements = listOf(headers.forwarded);
  if (elements.length === 0) return undefined;
  return elements.map((element) => {
    const pairs = pairsOf(element);
    return { address: plainAddress(pairs?.get('for')), scheme: pairs?.get('proto')?.toLowerCase() };
  });
}

/**
 * The items between commas outside quotes, the last one (from the nearest proxy) first. A quote that a caller opened
 * and did not close separates items too, because it must not swallow the part that a proxy has added.
 */
function listOf(header: string | readonly string[] | undefined): string[] {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  if (text.trim() === '') return [];
  if (text.length > MAX_CHARS) return [''];
  const items = text.includes('"') ? text.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g) : text.split(',');
  return (items ?? [''])
    .reverse()
    .slice(0, MAX_HOPS)
    .map((item) => item.trim());
}

const PAIR = /^\s*([!#$%&'*+.^_`|~\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w:[\]-]+))\s*$/;

/** Parses `for=1.2.3.4;proto=https` to a map with lower-case names; undefined when a part is malformed or repeated. */
function pairsOf(element: string): Map<string, string> | undefined {
  const pairs = new Map<string, string>();
  for (const part of element.split(';')) {
    const [, name = '', quoted, token] = PAIR.exec(part) ?? [];
    const key = name.toLowerCase();
    if (key === '' || pairs.has(key)) return undefined;
    pairs.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
  }
  return pairs;
}

/**
 * An IP address in its plain form: without port, brackets or zone, and an IPv4 address in IPv6 as IPv4. Undefined for
 * anything else, including `unknown` and the obfuscated identifiers of proxies.
 */
export function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = (bare.split('%', 1)[0] ?? '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
  return isIP(mapped) === 0 ? undefined : mapped;
}
