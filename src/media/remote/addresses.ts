import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Where an address leads: to somebody on the Internet, to this machine or a network of its owner, or to what nothing is
 * ever fetched from (the metadata services of hosts, multicast, what is reserved, and forms that hide another address).
 */
export type Reach = 'public' | 'own' | 'never';

type Block = readonly [network: string, prefix: number];

/** Ranges of the IANA registries of special-purpose addresses that are not public. */
const OWN_V4: readonly Block[] = [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
];
const NEVER_V4: readonly Block[] = [
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Metadata and other services of hosts, though the addresses are public.
  ['168.63.129.16', 32],
];
const OWN_V6: readonly Block[] = [
  ['::1', 128],
  ['fc00::', 7],
];
/** Ranges that are allocated at all. Metadata services of hosts are within `fc00::/7`: see below. */
const PUBLIC_V6: readonly Block[] = [['2000::', 3]];
const NEVER_V6: readonly Block[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
];

const listOf = (family: 'ipv4' | 'ipv6', blocks: readonly Block[]): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of blocks) list.addSubnet(network, prefix, family);
  return list;
};

const own4 = listOf('ipv4', OWN_V4);
const never4 = listOf('ipv4', NEVER_V4);
const own6 = listOf('ipv6', OWN_V6);
const public6 = listOf('ipv6', PUBLIC_V6);
const never6 = listOf('ipv6', NEVER_V6);

/** @param address without brackets or zone; what is no address leads nowhere */
export function reachOf(address: string): Reach {
  if (isIPv4(address)) {
    if (never4.check(address)) return 'never';
    return own4.check(address) ? 'own' : 'public';
  }
  // A v4 address in the form of a v6 one is in none of these blocks: neither mapped, nor translated, nor tunnelled.
  if (!isIPv6(address) || address.includes('%') || never6.check(address, 'ipv6')) return 'never';
  if (own6.check(address, 'ipv6')) return 'own';
  return public6.check(address, 'ipv6') ? 'public' : 'never';
}
