import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeSimulator } from '../../../simulators/index.js';

const USUAL_PORT = 3000;

/** A state dir for one demo, readable by this user only. */
export interface DemoHome {
  readonly stateDir: string;
  readonly remove: () => void;
}

/** @param port of the gateway; undefined = the default one if it is free, else any */
export async function makeDemoHome(bridge: BridgeSimulator, port: number | undefined): Promise<DemoHome> {
  // mkdtemp creates it with mode 0700.
  const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-demo-'));
  const config = demoConfig(bridge, port ?? (await usualPortOrAny()));
  writeFileSync(join(stateDir, 'gatehouse.json'), `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  return { stateDir, remove: () => rmSync(stateDir, { recursive: true, force: true }) };
}

/** Logs are off, so that the output shows only the conversation. */
function demoConfig({ url, password }: BridgeSimulator, port: number): object {
  return {
    gateway: { port },
    channels: { imbridge: { serverUrl: url, password, dmPolicy: 'pairing' } },
    agents: { list: [{ id: 'main', default: true, runtime: { type: 'echo' } }] },
    logging: { level: 'silent' },
  };
}

function usualPortOrAny(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(USUAL_PORT, '127.0.0.1', () => probe.close(() => resolve(USUAL_PORT)));
  });
}
