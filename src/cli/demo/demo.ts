import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { BridgeSimulator, ModelSimulator, type WireName } from '../../../simulators/index.js';
import { ownerTokenFile } from '../../config/process/state-dir.js';
import { startGateway, type RunningGateway } from '../../gateway.js';
import { consoleLink } from '../commands/access/console.command.js';
import { AdminClient } from '../gateway/admin-client.js';
import { CliFailure, EXIT } from '../failure.js';
import type { CliWorld } from '../world.js';
import { DemoConversation, SENDER } from './conversation.js';
import { type DemoModel, makeDemoHome, startOnFreePort } from './demo-home.js';
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
  /** The API of the simulated model that answers; undefined = the echo assistant does. */
  readonly wire: WireName | undefined;
  readonly interruption: AbortSignal;
}

/**
 * Runs everything in this process and removes it at the end.
 * @throws CliFailure when the conversation does not happen in time; any error when the gateway can't start
 */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { output, stdin, isOnce, wire, interruption } = options;
  const assistant = wire ? `a simulated model (${wire})` : 'the echo assistant';
  output.tell?.(`Starting a gateway, a simulated bridge and ${assistant}`);
  const cleanup = new AsyncDisposableStack();
  try {
    const { bridge, gateway } = await open(cleanup, options);
    const token = readFileSync(ownerTokenFile(gateway.environment.stateDir), 'utf8').trim();
    const admin = new AdminClient({ url: gateway.url, token });
    const signal = AbortSignal.any([interruption, AbortSignal.timeout(DEADLINE_MS)]);
    await new DemoConversation({ bridge, admin, output, signal }).run();
    output.finished(await addressesOf(gateway, isOnce ? undefined : admin));
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

/** The gateway stops before its bridge and its model do. */
async function open(cleanup: AsyncDisposableStack, { port, wire }: DemoOptions) {
  const password = randomBytes(12).toString('base64url');
  const bridge = await BridgeSimulator.start({ password, echoDelayMs: [20, 200] });
  cleanup.defer(() => bridge.stop());
  const home = makeDemoHome(bridge, wire && (await openModel(cleanup, wire)));
  cleanup.defer(home.remove);
  const env = { GATEHOUSE_STATE_DIR: home.stateDir };
  const gateway = await startOnFreePort(
    (at) => startGateway({ env: { ...env, GATEHOUSE__GATEWAY__PORT: String(at) } }),
    port,
  );
  cleanup.defer(gateway.stop);
  return { bridge, gateway };
}

async function openModel(cleanup: AsyncDisposableStack, wire: WireName): Promise<DemoModel> {
  const model = await ModelSimulator.start({ reasoning: true });
  cleanup.defer(() => model.stop());
  return { model, wire };
}

/** @param admin makes a link that signs in to the console, for a gateway that goes on */
async function addressesOf(
  { url, environment: { stateDir } }: RunningGateway,
  admin: AdminClient | undefined,
): Promise<DemoAddresses> {
  return {
    url,
    console_url: admin ? (await consoleLink(admin, '?demo')).url : `${url}/console/`,
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

/** As in the simulator's own terminal. */
const FROM = /^\/from (\+?\S+)$/;

/** Continues until `signal`; on a terminal, typed lines are messages of whoever the last `/from` names. */
async function talk({ bridge, output, stdin, signal }: TalkOptions): Promise<void> {
  bridge.events.on('sent', ({ text }) => output.said('Gatehouse', text ?? ''));
  const lines = stdin.isTTY ? createInterface({ input: stdin }) : undefined;
  let from = SENDER;
  lines?.on('line', (text) => {
    const [, other] = FROM.exec(text.trim()) ?? [];
    if (other !== undefined) output.tell?.(`Write as ${(from = other)}.`);
    else if (text.trim() !== '') bridge.receiveText({ from, text });
  });
  const hint = `Write as ${SENDER}, as a stranger after /from +12025550199, or press Ctrl-C to stop.`;
  output.tell?.(lines ? hint : 'Running until Ctrl-C.');
  await aborted(signal);
  lines?.close();
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
