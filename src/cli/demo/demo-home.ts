import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeSimulator } from '../../../simulators/index.js';

/** A state dir for one demo, readable by this user only. */
export interface DemoHome {
  readonly stateDir: string;
  readonly remove: () => void;
}

export function makeDemoHome(bridge: BridgeSimulator): DemoHome {
  // mkdtemp creates it with mode 0700.
  const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-demo-'));
  const config = `${JSON.stringify(demoConfig(bridge), null, 2)}\n`;
  writeFileSync(join(stateDir, 'gatehouse.json'), config, { mode: 0o600 });
  return { stateDir, remove: () => rmSync(stateDir, { recursive: true, force: true }) };
}

/** Logs are off, so that the output shows only the conversation. */
function demoConfig({ url, password }: BridgeSimulator): object {
  return {
    channels: { imbridge: { serverUrl: url, password, dmPolicy: 'pairing' } },
    agents: { list: [{ id: 'main', default: true, runtime: { type: 'echo' } }] },
    logging: { level: 'silent' },
  };
}

const USUAL_PORT = 3000;

/**
 * Starts on the wanted port, else on the usual one or, where another program listens there, on any. The start itself
 * tells: a port that was free when it was asked for can be taken before the gateway listens.
 * @param start rejects with `EADDRINUSE` as its cause's code when the port is taken
 */
export async function startOnFreePort<T>(
  start: (port: number) => Promise<T>,
  wanted: number | undefined,
): Promise<T> {
  try {
    return await start(wanted ?? USUAL_PORT);
  } catch (error) {
    if (wanted !== undefined || !isTaken(error)) throw error;
    return start(0);
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';
