import { on } from 'node:events';
import type { BridgeSimulator } from '../../../simulators/index.js';
import type { AdminClient } from '../gateway/admin-client.js';
import { CliFailure } from '../failure.js';
import type { DemoOutput } from './output.js';

/** A reserved number without an owner. */
export const SENDER = '+12025550143';

interface DemoParts {
  readonly bridge: BridgeSimulator;
  readonly admin: AdminClient;
  readonly output: DemoOutput;
  /** Ends the conversation at any point. */
  readonly signal: AbortSignal;
}

/** An unknown sender writes and gets a code, the operator approves it, and the assistant answers. */
export class DemoConversation {
  constructor(private readonly parts: DemoParts) {}

  /** @throws CliFailure naming the step that did not happen */
  async run(): Promise<void> {
    const { bridge, admin, output } = this.parts;
    await this.until('the gateway to register with the bridge', () => bridge.webhooks.length > 0);
    const invitation = await this.exchange('Hello! Is anyone there?');
    const code = /\b[A-Z0-9]{8}\b/.exec(invitation)?.[0];
    if (code === undefined) throw new CliFailure('the stranger got no pairing code');
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
