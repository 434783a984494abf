import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the command line finds the running gateway. */
export const gatewayAddressFile = (stateDir: string): string => join(stateDir, 'gateway.json');

export interface GatewayAddress {
  readonly url: string;
  readonly pid: number;
  /** Absolute path of the certificate it serves, when it serves TLS itself: who is on this machine trusts just that. */
  readonly certFile?: string;
}

/** Replaces the file at once: a reader finds the old one or the new one, never half of it. */
export function writeGatewayAddress(stateDir: string, listener: Omit<GatewayAddress, 'pid'>): void {
  const address: GatewayAddress = { ...listener, pid: process.pid };
  const file = gatewayAddressFile(stateDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function removeGatewayAddress(stateDir: string): void {
  rmSync(gatewayAddressFile(stateDir), { force: true });
}
