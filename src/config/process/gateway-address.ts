import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

/** The content of the file; undefined for one that no gateway has written. */
export function parseGatewayAddress(text: string): GatewayAddress | undefined {
  try {
    const { url, pid, certFile } = JSON.parse(text) as Partial<GatewayAddress>;
    if (typeof url !== 'string' || !URL.canParse(url) || typeof pid !== 'number') return undefined;
    return { url, pid, ...(typeof certFile === 'string' && { certFile }) };
  } catch {
    return undefined;
  }
}

/** EPERM: the process is alive and belongs to another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Clock ticks a second in `/proc`, the same on every Linux. */
const TICKS = 100;
/** The times of files and of processes come from different clocks. */
const TOLERANCE_MS = 5_000;

/**
 * Whether the process of an address file began after the file was written: the system has given the number of an ended
 * gateway to another program. False where the system does not tell.
 */
export function isReused(pid: number, file: string): boolean {
  try {
    // The name of the program, in brackets, may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [, boot = ''] = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? [];
    const startedAt = (Number(boot) + Number(fields[19]) / TICKS) * 1_000;
    return startedAt > statSync(file).mtimeMs + TOLERANCE_MS;
  } catch {
    return false;
  }
}
