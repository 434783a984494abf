import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the command line finds the running gateway. */
export const gatewayAddressFile = (stateDir: string): string => join(stateDir, 'gateway.json');

export interface GatewayAddress {
  readonly url: string;
  readonly pid: number;
}

/** In one step: whoever reads it meanwhile finds all of it or nothing. */
export function writeGatewayAddress(stateDir: string, url: string): void {
  const address: GatewayAddress = { url, pid: process.pid };
  const file = gatewayAddressFile(stateDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function removeGatewayAddress(stateDir: string): void {
  rmSync(gatewayAddressFile(stateDir), { force: true });
}
