import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the command line finds the running gateway. */
export const gatewayAddressFile = (stateDir: string): string => join(stateDir, 'gateway.json');

export interface GatewayAddress {
  readonly url: string;
  readonly pid: number;
}

export function writeGatewayAddress(stateDir: string, url: string): void {
  const address: GatewayAddress = { url, pid: process.pid };
  writeFileSync(gatewayAddressFile(stateDir), `${JSON.stringify(address)}\n`, { mode: 0o600 });
}

export function removeGatewayAddress(stateDir: string): void {
  rmSync(gatewayAddressFile(stateDir), { force: true });
}
