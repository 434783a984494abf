import { setTimeout as pause } from 'node:timers/promises';
import type { BridgeClient } from '../service/client/bridge-client.js';
import type { BridgeResult } from '../service/client/result.js';

/** Together below the time of a check, so that a check can still say what did not answer. */
const [SETTLED_MS, ROUND_MS] = [1_000, 2_500];

/** The answers of a bridge to one round of questions. */
export interface BridgeAnswers {
  readonly info: BridgeResult;
  readonly webhooks: BridgeResult;
  /** Its newest message, as a list of one row. */
  readonly newest: BridgeResult;
  /** The bridge's clock minus ours, ms; undefined when no answer was the bridge's own. */
  readonly clockOffsetMs: number | undefined;
}

type Asked = Pick<BridgeClient, 'serverInfo' | 'webhooks' | 'newestMessage' | 'clockOffsetMs'>;

/** Asks the bridge once for all checks of an examination; none of the questions changes anything. */
export class BridgeRound {
  private asked: Promise<BridgeAnswers> | undefined;

  /** @param account its connection may just have begun, for instance with a password that was changed a moment ago */
  constructor(private readonly account: { readonly client: Asked; readonly settled: () => Promise<void> }) {}

  /** Never throws. Ends with the first caller's signal, and within {@link SETTLED_MS} and {@link ROUND_MS}. */
  answers(signal: AbortSignal): Promise<BridgeAnswers> {
    return (this.asked ??= this.begin(signal));
  }

  private async begin(signal: AbortSignal): Promise<BridgeAnswers> {
    const waited = new AbortController();
    const enough = pause(SETTLED_MS, undefined, { signal: AbortSignal.any([signal, waited.signal]) });
    await Promise.race([this.account.settled(), enough.catch(() => undefined)]);
    waited.abort();
    return this.askBridge(AbortSignal.any([signal, AbortSignal.timeout(ROUND_MS)]));
  }

  private async askBridge(signal: AbortSignal): Promise<BridgeAnswers> {
    const { client } = this.account;
    const [info, webhooks, newest] = await Promise.all([
      client.serverInfo(signal),
      client.webhooks(signal),
      client.newestMessage(signal),
    ]);
    const isOwn = info.ok || (info.failure.kind === 'refused' && info.failure.fromBridge);
    return { info, webhooks, newest, clockOffsetMs: isOwn ? client.clockOffsetMs : undefined };
  }
}
