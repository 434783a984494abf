import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { BridgeSimulator } from '../../../simulators/index.js';
import { ownerTokenFile } from '../../config/process/state-dir.js';
import { startGateway, type RunningGateway } from '../../gateway.js';
import { AdminClient } from '../gateway/admin-client.js';
import { CliFailure, EXIT } from '../failure.js';
import type { CliWorld } from '../world.js';
import { DemoConversation, SENDER } from './conversation.js';
import { makeDemoHome, startOnFreePort } from './demo-home.js';
import type { DemoAddresses, DemoOutput } from './output.js';

/** The conversation takes a second or two; a longer one has failed. */
const DEADLINE_MS = 60_000;

export interface DemoOptions {
  readonly output: DemoOutput;
  readonly stdin: CliWorld['stdin'];
  /** Ends after the conversation instead of at an interruption. */
  readonly isOnce: boolean;
  /** The gateway's port; undefined = the default one if it is free, else any. */
  readonly port: number | undefined;
  readonly interruption: AbortSignal;
}

/**
 * Runs everything in this process and removes it at the end.
 * @throws CliFailure when the conversation does not happen in time; any error when the gateway can't start
 */
export async function runDemo({ output, stdin, isOnce, port, interruption }: DemoOptions): Promise<void> {
  output.tell?.('Starting a gateway, a simulated bridge and the echo assistant');
  const cleanup = new AsyncDisposableStack();
  try {
    const { bridge, gateway } = await open(cleanup, port);
    const addresses = addressesOf(gateway);
    const token = readFileSync(addresses.admin_token_file, 'utf8').trim();
    const admin = new AdminClient({ url: gateway.url, token });
    const signal = AbortSignal.any([interruption, AbortSignal.timeout(DEADLINE_MS)]);
    await new DemoConversation({ bridge, admin, output, signal }).run();
    output.finished(addresses);
    if (!isOnce) await talk({ bridge, output, stdin, signal: interruption });
  } catch (error) {
    throw interruption.aborted
      ? new CliFailure('interrupted: all is stopped, nothing is left', EXIT.interrupted)
      : error;
  } finally {
    await cleanup.disposeAsync();
  }
  output.tell?.('Stopped and cleaned up.');
}

/** The gateway stops before its bridge does. */
async function open(cleanup: AsyncDisposableStack, port: number | undefined) {
  const password = randomBytes(12).toString('base64url');
  const bridge = await BridgeSimulator.start({ password, echoDelayMs: [20, 200] });
  cleanup.defer(() => bridge.stop());
  const home = makeDemoHome(bridge);
  cleanup.defer(home.remove);
  const env = { GATEHOUSE_STATE_DIR: home.stateDir };
  const gateway = await startOnFreePort(
    (at) => startGateway({ env: { ...env, GATEHOUSE__GATEWAY__PORT: String(at) } }),
    port,
  );
  cleanup.defer(gateway.stop);
  return { bridge, gateway };
}

function addressesOf({ url, environment: { stateDir } }: RunningGateway): DemoAddresses {
  return {
    url,
    docs_url: `${url}/docs`,
    admin_token_file: ownerTokenFile(stateDir),
    state_dir: stateDir,
  };
}

interface TalkOptions {
  readonly bridge: BridgeSimulator;
  readonly output: DemoOutput;
  readonly stdin: CliWorld['stdin'];
  readonly signal: AbortSignal;
}

/** Continues until `signal`; on a terminal, typed lines are messages of the unknown sender. */
async function talk({ bridge, output, stdin, signal }: TalkOptions): Promise<void> {
  bridge.events.on('sent', ({ text }) => output.said('Gatehouse', text ?? ''));
  const lines = stdin.isTTY ? createInterface({ input: stdin }) : undefined;
  lines?.on('line', (text) => {
    if (text.trim() !== '') bridge.receiveText({ from: SENDER, text });
  });
  output.tell?.(lines ? `Write as ${SENDER}, or press Ctrl-C to stop.` : 'Running until Ctrl-C.');
  await aborted(signal);
  lines?.close();
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
