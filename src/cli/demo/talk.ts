import { createInterface } from 'node:readline';
import type { BridgeSimulator } from '../../../simulators/index.js';
import type { CliWorld } from '../world.js';
import { STRANGER } from './conversation.js';
import type { DemoStage } from './stage.js';

interface TalkOptions {
  readonly bridge: BridgeSimulator;
  readonly stage: DemoStage;
  readonly stdin: CliWorld['stdin'];
  readonly signal: AbortSignal;
}

/** Goes on until `signal`; on a terminal, what is typed is written by the stranger, who is one no more. */
export async function talk({ bridge, stage, stdin, signal }: TalkOptions): Promise<void> {
  bridge.events.on('sent', ({ text }) => stage.said('Gatehouse', text ?? ''));
  const lines = stdin.isTTY ? createInterface({ input: stdin }) : undefined;
  lines?.on('line', (text) => {
    if (text.trim() !== '') bridge.receiveText({ from: STRANGER, text });
  });
  stage.tell?.(lines ? `Write as ${STRANGER}, or press Ctrl-C to stop.` : 'Running until Ctrl-C.');
  await aborted(signal);
  lines?.close();
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
