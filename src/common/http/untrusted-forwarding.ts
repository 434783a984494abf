import { Injectable } from '@nestjs/common';
import { isIP } from 'node:net';

/** A proxy of ours has such an address as a rule; a stranger who calls from the internet never has. */
const PRIVATE = /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/;

/**
 * Remembers whether, since the start, requests came with forwarding headers from a peer that is not trusted as a proxy:
 * the gateway then takes the proxy for the client of all of them.
 */
@Injectable()
export class UntrustedForwarding {
  private seen: string | undefined;

  /** The peer's address; one that a proxy of ours may have comes before a stranger's. */
  get peer(): string | undefined {
    return this.seen;
  }

  remember(address: string): void {
    if (address === this.seen || isIP(address) === 0) return;
    if (this.seen === undefined || (!PRIVATE.test(this.seen) && PRIVATE.test(address))) this.seen = address;
  }
}
