import { BlockList, isIP } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

/** As `os.networkInterfaces` returns them. */
export type NetworkInterfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** An address at which other machines may reach this one. */
export interface LanAddress {
  readonly address: string;
  /** Name of its interface. */
  readonly name: string;
  /** Whether the other machine is in the same network. */
  readonly isNear: boolean;
}

/**
 * The IPv4 addresses of this machine, those in the network of another machine first. The names of machines are not
 * looked up.
 * @param host the other machine
 */
export function lanAddresses(interfaces: NetworkInterfaces, host: string): readonly LanAddress[] {
  const all = Object.entries(interfaces).flatMap(([name, infos = []]) =>
    infos
      .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !isOfLink(address))
      .map(({ address, cidr }) => ({ address, name, isNear: isWithin(host, cidr) })),
  );
  return all.toSorted((one, other) => Number(other.isNear) - Number(one.isNear));
}

/** An address that a machine without a network takes itself. */
const isOfLink = (address: string): boolean => address.startsWith('169.254.');

function isWithin(host: string, cidr: string | null): boolean {
  const [network = '', prefix = ''] = cidr?.split('/') ?? [];
  if (isIP(host) !== 4 || isIP(network) !== 4) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(prefix));
  return list.check(host);
}
