import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * The owner of an address: `public` is anyone on the Internet, `own` is this machine or a network of its owner. From
 * `never` nothing is ever fetched: the metadata services of hosts, multicast, reserved ranges, and forms that hide
 * another address.
 */
export type Reach = 'public' | 'own' | 'never';

type Block = readonly [network: string, prefix: number];

/** Ranges in the IANA registries of special-purpose addresses that are not public. */
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
  // Metadata and other services of cloud hosts that have public addresses.
  ['168.63.129.16', 32],
];
const OWN_V6: readonly Block[] = [
  ['::1', 128],
  ['fc00::', 7],
];
/** The ranges that are allocated at all. */
const PUBLIC_V6: readonly Block[] = [['2000::', 3]];
const NEVER_V6: readonly Block[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

/** Metadata services of cloud hosts: within `fc00::/7`, or link-local. */
export const METADATA_V6 = [
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
  'fe80::a9fe:a9fe',
] as const;

const listOf = (family: 'ipv4' | 'ipv6', blocks: readonly Block[]): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of blocks) list.addSubnet(network, prefix, family);
  return list;
};

const own4 = listOf('ipv4', OWN_V4);
const never4 = listOf('ipv4', NEVER_V4);
const own6 = listOf('ipv6', OWN_V6);
const public6 = listOf('ipv6', PUBLIC_V6);
const never6 = listOf('ipv6', [...NEVER_V6, ...METADATA_V6.map((address) => [address, 128] as const)]);

/** @param address without brackets or zone; a text that is not an address counts as `never` */
export function reachOf(address: string): Reach {
  if (isIPv4(address)) {
    if (never4.check(address)) return 'never';
    return own4.check(address) ? 'own' : 'public';
  }
  // Every v6 form that contains a v4 address (mapped, translated, tunnelled) ends as `never`.
  if (!isIPv6(address) || address.includes('%') || never6.check(address, 'ipv6')) return 'never';
  if (own6.check(address, 'ipv6')) return 'own';
  return public6.check(address, 'ipv6') ? 'public' : 'never';
}
