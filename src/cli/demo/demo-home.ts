import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeSimulator, ModelSimulator, WireName } from '../../../simulators/index.js';

/** A state dir for one demo, readable by this user only. */
export interface DemoHome {
  readonly stateDir: string;
  readonly remove: () => void;
}

/** A simulated model, and the API by which the gateway asks it. */
export interface DemoModel {
  readonly model: ModelSimulator;
  readonly wire: WireName;
}

/** @param asked the agent's model; undefined = the echo assistant */
export function makeDemoHome(bridge: BridgeSimulator, asked: DemoModel | undefined): DemoHome {
  // mkdtemp creates it with mode 0700.
  const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-demo-'));
  const config = `${JSON.stringify(demoConfig(bridge, asked), null, 2)}\n`;
  writeFileSync(join(stateDir, 'gatehouse.json'), config, { mode: 0o600 });
  return { stateDir, remove: () => rmSync(stateDir, { recursive: true, force: true }) };
}

/** Logs are off, so that the output shows only the conversation. */
function demoConfig({ url, password }: BridgeSimulator, asked: DemoModel | undefined): object {
  return {
    channels: { imbridge: { serverUrl: url, password, dmPolicy: 'pairing' } },
    agents: { list: [{ id: 'main', default: true, runtime: runtimeOf(asked) }] },
    logging: { level: 'silent' },
  };
}

/** With a price, so that usage and budgets can be tried out. */
function runtimeOf(asked: DemoModel | undefined): object {
  if (!asked) return { type: 'echo' };
  const { model, wire } = asked;
  const price = { input: 1, output: 4 };
  return { type: wire, baseUrl: model.baseUrlOf(wire), model: 'simulated', apiKey: 'demo', price };
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
