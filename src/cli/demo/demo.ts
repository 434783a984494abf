import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BridgeSimulator } from '../../../simulators/index.js';
import { ownerTokenFile } from '../../config/process/state-dir.js';
import { startGateway, type RunningGateway } from '../../gateway.js';
import { AdminClient } from '../gateway/admin-client.js';
import { CliFailure } from '../failure.js';
import type { CliWorld } from '../world.js';
import { DemoConversation } from './conversation.js';
import { makeDemoHome } from './demo-home.js';
import type { DemoPlaces, DemoStage } from './stage.js';
import { talk } from './talk.js';

/** The conversation takes a second or two; past this something is wrong. */
const DEADLINE_MS = 60_000;

export interface DemoOptions {
  readonly stage: DemoStage;
  readonly stdin: CliWorld['stdin'];
  /** End after the conversation instead of at the interruption. */
  readonly isOnce: boolean;
  /** The gateway's port; undefined = the usual one if it is free, else any. */
  readonly port: number | undefined;
  readonly interruption: AbortSignal;
}

/**
 * Runs everything in this process and clears it away at the end.
 * @throws CliFailure when the conversation does not happen in time, any error when the gateway can't start.
 */
export async function runDemo({ stage, stdin, isOnce, port, interruption }: DemoOptions): Promise<void> {
  stage.tell?.('Starting a gateway, a simulated bridge and the echo assistant');
  const cleanup = new AsyncDisposableStack();
  try {
    const { bridge, gateway } = await open(cleanup, port);
    const places = placesOf(gateway);
    const token = readFileSync(places.admin_token_file, 'utf8').trim();
    const admin = new AdminClient({ url: gateway.url, token });
    const signal = AbortSignal.any([interruption, AbortSignal.timeout(DEADLINE_MS)]);
    await new DemoConversation({ bridge, admin, stage, signal }).play();
    stage.played(places);
    if (!isOnce) await talk({ bridge, stage, stdin, signal: interruption });
  } catch (error) {
    throw interruption.aborted ? new CliFailure('interrupted') : error;
  } finally {
    await cleanup.disposeAsync();
  }
  stage.tell?.('Stopped and cleaned up.');
}

/** The gateway stops before the bridge it talks to. */
async function open(cleanup: AsyncDisposableStack, port: number | undefined) {
  const password = randomBytes(12).toString('base64url');
  const bridge = await BridgeSimulator.start({ password, echoDelayMs: [20, 200] });
  cleanup.defer(() => bridge.stop());
  const home = await makeDemoHome(bridge, port);
  cleanup.defer(home.remove);
  const gateway = await startGateway({ env: { GATEHOUSE_STATE_DIR: home.stateDir } });
  cleanup.defer(gateway.stop);
  return { bridge, gateway };
}

function placesOf({ url, environment: { stateDir } }: RunningGateway): DemoPlaces {
  return {
    url,
    docs_url: `${url}/docs`,
    admin_token_file: ownerTokenFile(stateDir),
    state_dir: stateDir,
  };
}
