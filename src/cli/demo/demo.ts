import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { BridgeSimulator, ModelSimulator, type WireName } from '../../../simulators/index.js';
import { ownerTokenFile } from '../../config/process/state-dir.js';
import { type RunningGateway, startGateway } from '../../gateway.js';
import { consoleLink } from '../commands/access/console.command.js';
import { AdminClient } from '../gateway/admin-client.js';
import { CliFailure, EXIT } from '../failure.js';
import type { CliWorld } from '../world.js';
import type { DemoAddresses, DemoOutput } from './output.js';
import { on } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A state dir for one demo, readable by this user only. */
interface DemoHome {
  readonly stateDir: string;
  readonly remove: () => void;
}

/** A simulated model, and the API by which the gateway asks it. */
interface DemoModel {
  readonly model: ModelSimulator;
  readonly wire: WireName;
}

/** @param asked the agent's model; undefined = the echo assistant */
function makeDemoHome(bridge: BridgeSimulator, asked: DemoModel | undefined): DemoHome {
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

/** A reserved number without an owner. */
const SENDER = '+12025550143';

interface DemoParts {
  readonly bridge: BridgeSimulator;
  readonly admin: AdminClient;
  readonly output: DemoOutput;
  /** Ends the conversation at any point. */
  readonly signal: AbortSignal;
}

/** An unknown sender writes and gets a code, the operator approves it, and the assistant answers. */
class DemoConversation {
  constructor(private readonly parts: DemoParts) {}

  /** @throws CliFailure naming the step that did not happen */
  async run(): Promise<void> {
    const { bridge, admin, output } = this.parts;
    await this.until('the gateway to register with the bridge', () => bridge.webhooks.length > 0);
    const invitation = await this.exchange('Hello! Is anyone there?');
    const code = /\b[A-Z0-9]{8}\b/.exec(invitation)?.[0];
    if (code === undefined) throw new CliFailure('the new sender got no pairing code');
    output.tell?.(`The operator approves the code: gatehouse pairing approve imbridge ${code}`);
    await admin.post('/pairings/approve', { channel: 'imbridge', code });
    await this.exchange('Thank you for letting me in. What can you do?');
  }

  /** @returns the text of the answer */
  private async exchange(text: string): Promise<string> {
    const { bridge, output } = this.parts;
    const before = bridge.sentMessages().length;
    output.said(SENDER, text);
    bridge.receiveText({ from: SENDER, text });
    const answer = await this.until('an answer', () => bridge.sentMessages()[before]);
    output.said('Gatehouse', answer.text ?? '');
    return answer.text ?? '';
  }

  /** Waits for a truthy value of `predicate`, which is called again after each event at the bridge. */
  private async until<T>(what: string, predicate: () => T | undefined | false): Promise<T> {
    const { bridge, signal } = this.parts;
    const early = predicate();
    if (early) return early;
    try {
      for await (const _ of on(bridge.events, 'change', { signal })) {
        const value = predicate();
        if (value) return value;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    throw new CliFailure(`timed out waiting for ${what}`);
  }
}

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
      ? new CliFailure('interrupted: everything was stopped and cleaned up', EXIT.interrupted)
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

/** @param admin makes a link that signs in to the console, for a gateway that keeps running */
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

/** Continues until `signal`; on a terminal, typed lines are messages of the sender whom the last `/from` names. */
async function talk({ bridge, output, stdin, signal }: TalkOptions): Promise<void> {
  bridge.events.on('sent', ({ text }) => output.said('Gatehouse', text ?? ''));
  const lines = stdin.isTTY ? createInterface({ input: stdin }) : undefined;
  let from = SENDER;
  lines?.on('line', (text) => {
    const [, other] = FROM.exec(text.trim()) ?? [];
    if (other !== undefined) output.tell?.(`You now write as ${(from = other)}.`);
    else if (text.trim() !== '') bridge.receiveText({ from, text });
  });
  const hint = `Write as ${SENDER}; enter /from +12025550199 to write as a new sender, or press Ctrl-C to stop.`;
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
