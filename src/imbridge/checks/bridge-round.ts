import type { BridgeClient } from '../service/client/bridge-client.js';
import type { BridgeResult } from '../service/client/result.js';

/** Below the time of a check, so that a check can still say what did not answer. */
const ROUND_MS = 2_500;

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

  constructor(private readonly client: Asked) {}

  /** Never throws. Ends with the first caller's signal, and within {@link ROUND_MS}. */
  answers(signal: AbortSignal): Promise<BridgeAnswers> {
    return (this.asked ??= this.askBridge(AbortSignal.any([signal, AbortSignal.timeout(ROUND_MS)])));
  }

  private async askBridge(signal: AbortSignal): Promise<BridgeAnswers> {
    const { client } = this;
    const [info, webhooks, newest] = await Promise.all([
      client.serverInfo(signal),
      client.webhooks(signal),
      client.newestMessage(signal),
    ]);
    const isOwn = info.ok || (info.failure.kind === 'refused' && info.failure.fromBridge);
    return { info, webhooks, newest, clockOffsetMs: isOwn ? client.clockOffsetMs : undefined };
  }
}
