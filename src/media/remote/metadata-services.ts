import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/**
 * Where the machines of clouds are told their credentials. An operator's own services are at any other address: also in
 * ranges that are not public, such as that of an overlay network.
 */
const SERVICES = new BlockList();
SERVICES.addSubnet('169.254.0.0', 16, 'ipv4');
SERVICES.addAddress('168.63.129.16', 'ipv4');
SERVICES.addAddress('100.100.100.200', 'ipv4');
SERVICES.addAddress('fd00:ec2::254', 'ipv6');
SERVICES.addAddress('fd20:ce::254', 'ipv6');
// 169.254.0.0/16 as translated (RFC 6052) and tunnelled (RFC 3056) addresses have it; mapped ones count as version 4.
SERVICES.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
SERVICES.addSubnet('2002:a9fe::', 32, 'ipv6');

const REFUSED = 'it is the address of a metadata service';

/** @param host as a URL has it; a name counts as none, because only its look-up tells */
export function isMetadataService(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && SERVICES.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** The system's look-up for a connection, which finds no metadata service. An address is not looked up by anybody. */
export const lookupOfServices: LookupFunction = (host, options, found) => {
  systemLookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, '');
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => isMetadataService(address)))
      return found(Object.assign(new Error(REFUSED), { code: 'EACCES', syscall: 'connect' }), '');
    if (options.all) return found(null, addresses);
    return found(null, first.address, first.family);
  });
};
