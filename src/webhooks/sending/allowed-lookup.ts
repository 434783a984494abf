import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { isMetadataService, reachOf, type Resolve } from '../../media/index.js';

/** Addresses that only this machine's neighbours on the wire have, as those of version 4 beside the metadata services. */
const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');

/** An address that is never called. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
  readonly code = 'EACCES';
}

/** @throws RefusedAddressError */
export function refuseAddress(address: string, isPlain: boolean): void {
  if (isMetadataService(address) || (isIPv6(address) && LINK_LOCAL.check(address, 'ipv6')))
    throw new RefusedAddressError('the address is link-local or that of a metadata service');
  if (isPlain && mayBePublic(address))
    throw new RefusedAddressError('plain http to a public address: use https');
}

/** Forms of version 6 that hide an address of version 4 may lead anywhere. */
function mayBePublic(address: string): boolean {
  const reach = reachOf(address);
  return reach === 'public' || (reach === 'never' && isIPv6(address));
}

/** The same for the host of a URL, if it is an address: those are not looked up. @throws RefusedAddressError */
export function refuseHost({ hostname, protocol }: URL): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0) refuseAddress(address, protocol === 'http:');
}

/**
 * Looks a host up for each connection, and refuses it for a single address that is never called, because chance would
 * decide which one is used.
 */
export const allowedLookup =
  (resolve: Resolve, isPlain: boolean): LookupFunction =>
  (host, options, found) => {
    const allowed = async () => {
      const addresses = await resolve(host);
      for (const address of addresses) refuseAddress(address, isPlain);
      return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    };
    allowed().then(
      (all) => {
        const [first = { address: '', family: 4 }] = all;
        if (options.all) found(null, all);
        else found(null, first.address, first.family);
      },
      (error: unknown) => found(error as NodeJS.ErrnoException, ''),
    );
  };
