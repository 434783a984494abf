import { on } from 'node:events';
import type { BridgeSimulator } from '../../../simulators/index.js';
import type { AdminClient } from '../gateway/admin-client.js';
import { CliFailure } from '../failure.js';
import type { DemoOutput } from './output.js';

/** A number that belongs to nobody. */
export const SENDER = '+12025550143';

interface DemoParts {
  readonly bridge: BridgeSimulator;
  readonly admin: AdminClient;
  readonly output: DemoOutput;
  /** Ends the conversation wherever it is. */
  readonly signal: AbortSignal;
}

/** A stranger writes, is given a code, is let in by the operator and is answered. */
export class DemoConversation {
  constructor(private readonly parts: DemoParts) {}

  /** @throws CliFailure saying what did not happen. */
  async run(): Promise<void> {
    const { bridge, admin, output } = this.parts;
    await this.until('the gateway to register with the bridge', () => bridge.webhooks.length > 0);
    const invitation = await this.exchange('Hello! Is anybody there?');
    const code = /\b[A-Z0-9]{8}\b/.exec(invitation)?.[0];
    if (code === undefined) throw new CliFailure('the stranger was not given a pairing code');
    output.tell?.(`The operator approves the code: gatehouse pairing approve imbridge ${code}`);
    await admin.post('/pairings/approve', { channel: 'imbridge', code });
    await this.exchange('Thank you for letting me in. What can you do?');
  }

  /** @returns the text of the answer. */
  private async exchange(text: string): Promise<string> {
    const { bridge, output } = this.parts;
    const before = bridge.sentMessages().length;
    output.said(SENDER, text);
    bridge.receiveText({ from: SENDER, text });
    const answer = await this.until('an answer', () => bridge.sentMessages()[before]);
    output.said('Gatehouse', answer.text ?? '');
    return answer.text ?? '';
  }

  /** The first truthy value of `predicate`, which is asked again whenever something happened at the bridge. */
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
    throw new CliFailure(`gave up waiting for ${what}`);
  }
}
