import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file in which the command line finds the address of the running gateway. */
export const gatewayAddressFile = (stateDir: string): string => join(stateDir, 'gateway.json');

export interface GatewayAddress {
  readonly url: string;
  readonly pid: number;
  /**
   * Absolute path of the certificate it serves, when it serves TLS itself; clients on this machine trust only that one.
   */
  readonly certFile?: string;
}

/** Replaces the file atomically: a reader finds the old content or the new, never a part. */
export function writeGatewayAddress(stateDir: string, listener: Omit<GatewayAddress, 'pid'>): void {
  const address: GatewayAddress = { ...listener, pid: process.pid };
  const file = gatewayAddressFile(stateDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function removeGatewayAddress(stateDir: string): void {
  rmSync(gatewayAddressFile(stateDir), { force: true });
}
