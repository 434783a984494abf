import { on } from 'node:events';
import type { BridgeSimulator } from '../../../simulators/index.js';
import type { AdminClient } from '../gateway/admin-client.js';
import { CliFailure } from '../failure.js';
import type { DemoStage } from './stage.js';

/** A number that belongs to nobody. */
export const STRANGER = '+12025550143';

interface Cast {
  readonly bridge: BridgeSimulator;
  readonly admin: AdminClient;
  readonly stage: DemoStage;
  /** Ends the conversation wherever it is. */
  readonly signal: AbortSignal;
}

/** A stranger writes, is given a code, is let in by the operator and is answered. */
export class DemoConversation {
  constructor(private readonly cast: Cast) {}

  /** @throws CliFailure saying what did not happen. */
  async play(): Promise<void> {
    const { bridge, admin, stage } = this.cast;
    await this.until('the gateway to register with the bridge', () => bridge.webhooks.length > 0);
    const invitation = await this.exchange('Hello! Is anybody there?');
    const code = /\b[A-Z0-9]{8}\b/.exec(invitation)?.[0];
    if (code === undefined) throw new CliFailure('the stranger was not given a pairing code');
    stage.tell?.(`The operator approves the code: gatehouse pairing approve imbridge ${code}`);
    await admin.post('/pairings/approve', { channel: 'imbridge', code });
    await this.exchange('Thank you for letting me in. What can you do?');
  }

  /** @returns the text of the answer. */
  private async exchange(text: string): Promise<string> {
    const { bridge, stage } = this.cast;
    const before = bridge.sentMessages().length;
    stage.said(STRANGER, text);
    bridge.receiveText({ from: STRANGER, text });
    const answer = await this.until('an answer', () => bridge.sentMessages()[before]);
    stage.said('Gatehouse', answer.text ?? '');
    return answer.text ?? '';
  }

  /** The first truthy value of `predicate`, which is asked again whenever something happened at the bridge. */
  private async until<T>(what: string, predicate: () => T | undefined | false): Promise<T> {
    const { bridge, signal } = this.cast;
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
    throw new CliFailure(`gave up waiting for ${what}`);
  }
}
