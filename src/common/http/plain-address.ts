import { isIP } from 'node:net';

/**
 * An IP address in its plain form: without port, brackets or zone, an IPv4 address in IPv6 as IPv4. Undefined for
 * anything else, `unknown` and obfuscated identifiers of proxies too.
 */
export function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = (bare.split('%', 1)[0] ?? '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
  return isIP(mapped) === 0 ? undefined : mapped;
}
