import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { METADATA_V6 } from './addresses.js';

/**
 * Where the machines of clouds are told their credentials. An operator's own services are at any other address: also in
 * ranges that are not public, such as that of an overlay network.
 */
const SERVICES = new BlockList();
const OF_V4 = [
  { network: '169.254.0.0', prefix: 16, hex: 'a9fe:0' },
  { network: '168.63.129.16', prefix: 32, hex: 'a83f:8110' },
  { network: '100.100.100.200', prefix: 32, hex: '6464:64c8' },
  { network: '100.96.0.96', prefix: 32, hex: '6460:60' },
  { network: '192.0.0.192', prefix: 32, hex: 'c000:c0' },
] as const;
for (const { network, prefix, hex } of OF_V4) {
  SERVICES.addSubnet(network, prefix, 'ipv4');
  // Translated (RFC 6052, 8215, 2765), compatible (RFC 4291) and tunnelled (RFC 3056); mapped ones count as version 4.
  for (const before of ['64:ff9b::', '64:ff9b:1::', '::ffff:0:', '::'])
    SERVICES.addSubnet(`${before}${hex}`, 96 + prefix, 'ipv6');
  SERVICES.addSubnet(`2002:${hex}::`, 16 + prefix, 'ipv6');
}
for (const address of METADATA_V6) SERVICES.addAddress(address, 'ipv6');

/** As an error of a connection, which was not made. */
const connectionError = (message: string, code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(message), { code, syscall: 'connect' });
const REFUSED = connectionError('it is the address of a metadata service', 'EACCES');
const NONE = connectionError('the name has no address', 'ENOTFOUND');

/** @param host as a URL has it; a name counts as none, because only its look-up tells */
export function isMetadataService(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && SERVICES.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** The system's look-up for a connection, which finds no metadata service. An address is not looked up by anyone. */
export const lookupOfServices: LookupFunction = (host, options, found) => {
  systemLookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = error ? [] : addresses;
    if (!first) found(error ?? NONE, '');
    else if (addresses.some(({ address }) => isMetadataService(address))) found(REFUSED, '');
    else if (options.all) found(null, addresses);
    else found(null, first.address, first.family);
  });
};
