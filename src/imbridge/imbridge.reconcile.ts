import type { DeliveryAttempt, ReconcileOutcome, RemoteMessageId } from '../channels/index.js';
import { alternateChatGuid } from './imbridge.id.js';
import { listOf } from './imbridge.json.js';
import { type BridgeMessage, cleanText, readMessage } from './imbridge.message.js';
import type { Bridge } from './imbridge.outbound.js';
import { type BridgeResult, isUnknownThing } from './imbridge.result.js';

/** How far the clocks may be apart beyond what the bridge's own Date header tells. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** A row is in the database within this time of the message going out. */
const ROW_DELAY_MS = 3_000;
const LIMIT = 500;

type IsOurs = (id: RemoteMessageId) => Promise<boolean>;

/**
 * Finds out whether a send with an unknown end went out. Two sources answer: the echo webhook, which repeats
 * the tempGuid (a receipt, handled by the centre), and the chat itself, asked here. A row is ours when it is
 * from this account, has the text we sent in the bridge's normalisation, is not older than the delivery, has
 * no Apple error, and is not known as another delivery's.
 *
 * No such row soon after the attempt proves nothing. Later it means "not sent" - and should the bridge still
 * be busy with the first call, it refuses the repeat, because the tempGuid is the same.
 */
export class Reconciler {
  constructor(private readonly bridge: Bridge) {}

  async findSent(attempt: DeliveryAttempt, isOurs: IsOurs, signal: AbortSignal): Promise<ReconcileOutcome> {
    const { chats, clock } = this.bridge;
    const result = await this.newest(await chats.resolve(attempt.target.conversation), signal);
    if (!result.ok) {
      return isUnknownThing(result.failure)
        ? { kind: 'not-sent' }
        : { kind: 'unresolved', detail: `the bridge can't be asked: ${result.failure.detail}` };
    }
    const rows = listOf(result.data);
    const found = await this.match(rows, attempt, isOurs);
    if (found) return { kind: 'sent', messageId: found.guid, at: found.createdAt ?? clock.now() };
    if (clock.now() - attempt.startedAt < ROW_DELAY_MS) return { kind: 'unresolved', detail: 'no row yet' };
    if (rows.length >= LIMIT && this.allSince(rows, attempt)) {
      return { kind: 'unresolved', detail: `more than ${LIMIT} newer messages in the chat` };
    }
    return { kind: 'not-sent' };
  }

  private async newest(guid: string, signal: AbortSignal): Promise<BridgeResult> {
    const result = await this.bridge.client.chatMessages(guid, LIMIT, signal);
    const other = alternateChatGuid(guid);
    if (result.ok || other === undefined || !isUnknownThing(result.failure)) return result;
    return this.bridge.client.chatMessages(other, LIMIT, signal);
  }

  /** The oldest that fits, so that two deliveries with the same words find their own rows in order. */
  private async match(
    rows: readonly unknown[],
    attempt: DeliveryAttempt,
    isOurs: IsOurs,
  ): Promise<BridgeMessage | undefined> {
    const wanted = comparable(attempt.content.text);
    for (const data of rows.toReversed()) {
      const row = readMessage(data);
      if (!row?.isFromMe || row.isAssociated || row.error !== 0 || comparable(row.text) !== wanted) continue;
      if (this.isSince(row, attempt) && !(await isOurs(row.guid))) return row;
    }
    return undefined;
  }

  private allSince(rows: readonly unknown[], attempt: DeliveryAttempt): boolean {
    const oldest = readMessage(rows.at(-1));
    return oldest === undefined || this.isSince(oldest, attempt);
  }

  private isSince(row: BridgeMessage, attempt: DeliveryAttempt): boolean {
    const since = attempt.firstStartedAt + this.bridge.client.clockOffsetMs - CLOCK_TOLERANCE_MS;
    return row.createdAt === undefined || row.createdAt >= since;
  }
}

/** Line ends and composed characters may come back otherwise than they were sent. */
function comparable(text: string): string {
  return cleanText(text).replace(/\r\n?/g, '\n').normalize('NFC');
}
