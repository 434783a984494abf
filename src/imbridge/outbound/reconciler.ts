import type {
  DeliveryAttempt,
  ReconcileOutcome,
  RemoteMessageId,
  SendFailureCode,
} from '../../channels/index.js';
import { chatGuidSpellings } from '../ids/id.js';
import { listOf } from '../service/client/json.js';
import { type BridgeMessage, readMessage } from '../service/messages/message.js';
import type { Bridge } from '../service/bridge.js';
import { isInFlight } from '../service/outcome.js';
import { type BridgeFailure, type BridgeResult, isUnknownThing } from '../service/client/result.js';
import { LATEST_ROW_MS, type SentRowMatcher, matcherOf } from './sent-row-matcher.js';

/** How much older than the delivery a row may look, beyond what the bridge's clock is known to differ. */
const TOLERANCE_MS = 60_000;
/** The same while the bridge's clock is unknown. */
const BLIND_TOLERANCE_MS = 5 * 60_000;
/** A row is in the database within this time of the message going out. */
const ROW_DELAY_MS = 3_000;
const LIMIT = 500;

type IsOurs = (id: RemoteMessageId) => Promise<boolean>;
type Unresolved = Extract<ReconcileOutcome, { kind: 'unresolved' }>;

/**
 * Finds out whether a send with an unknown end went out. Two sources answer: the echo webhook, which repeats
 * the tempGuid (a receipt, handled by the centre), and the chat itself, asked here under every name it may
 * have: a text that fell back to SMS is in a chat of its own. A row is ours when it is from this account, is
 * what we sent as far as it shows (see Trace), is not older than the delivery, has no Apple error, and is
 * not known as another delivery's.
 *
 * No such row soon after the attempt proves nothing. Later it means "not sent", once the bridge has said that the
 * tempGuid is free: it writes the row before it lets go of it, so the rows are asked for after that. Where it has
 * answered with a fault, no row may come any more either, since nothing would stop the repeat.
 */
export class Reconciler {
  constructor(private readonly bridge: Bridge) {}

  async findSent(attempt: DeliveryAttempt, isOurs: IsOurs, signal: AbortSignal): Promise<ReconcileOutcome> {
    const { chats, client, clock } = this.bridge;
    // Before the questions: a row that appears while they are being answered would be missed.
    const matcher = matcherOf(attempt);
    const isOverdue = isRowOverdue(attempt, matcher, clock.now());
    const guid = await chats.resolve(attempt.target.conversation);
    const atWork = isOverdue ? await this.callAtWork(guid, attempt, signal) : undefined;
    const guids = chatGuidSpellings(guid);
    const results = await Promise.all(guids.map((guid) => client.chatMessages(guid, LIMIT, signal)));
    const pages = results.map((result) => (result.ok ? listOf(result.data) : []));
    const own = this.ownSince(pages.flat(), attempt);
    const found = await firstUnclaimed(own.filter(matcher.matches), isOurs);
    if (found) return { kind: 'sent', messageId: found.guid, at: found.createdAt ?? clock.now() };
    if (atWork) return atWork;
    const perhaps = await firstUnclaimed(own.filter(matcher.mayMatch), isOurs);
    const doubt =
      this.doubt(results, pages, attempt) ?? this.mayStillCome(attempt, matcher, { pages, perhaps });
    if (doubt !== undefined) return unresolved(doubt);
    return isOverdue ? { kind: 'not-sent' } : unresolved('no row yet');
  }

  /**
   * Why the tempGuid may still be taken. A bridge that answers something else tells nothing: it, or what stands before
   * it, is another one, and then the tempGuid guards the repeat itself.
   */
  private async callAtWork(
    chatGuid: string,
    { correlationId }: DeliveryAttempt,
    signal: AbortSignal,
  ): Promise<Unresolved | undefined> {
    const result = await this.bridge.client.askInFlight(chatGuid, correlationId, signal);
    if (result.ok) return undefined;
    const { failure } = result;
    if (failure.kind !== 'refused') return unresolved(`the bridge can't be asked: ${failure.detail}`);
    return isInFlight(failure) ? unresolved('the bridge is still sending it', 'in-flight') : undefined;
  }

  /** Why, beyond the time of an ordinary send, its row may be on its way. */
  private mayStillCome(
    attempt: DeliveryAttempt,
    { longestMs }: SentRowMatcher,
    { pages, perhaps }: { pages: readonly (readonly unknown[])[]; perhaps: BridgeMessage | undefined },
  ): string | undefined {
    const hasNotPassed = (ms: number) => !hasPassed(this.bridge.clock.now(), attempt.startedAt, ms);
    if (perhaps && hasNotPassed(LATEST_ROW_MS)) return 'a row whose file is not there yet';
    // Where nothing was ever said `chat/new` may be at work, which refuses no repeat: it must have ended, its row come.
    const isNewChat = attempt.content.kind !== 'media' && pages.every((rows) => rows.length === 0);
    return isNewChat && hasNotPassed(longestMs + LATEST_ROW_MS) ? 'the chat may still be made' : undefined;
  }

  /** Why the rows seen may not be all there are. */
  private doubt(
    results: readonly BridgeResult[],
    pages: readonly (readonly unknown[])[],
    attempt: DeliveryAttempt,
  ): string | undefined {
    const failure = results.map(realFailure).find((each) => each !== undefined);
    if (failure) return `the bridge can't be asked: ${failure.detail}`;
    const isCut = pages.some((rows) => rows.length >= LIMIT && this.allSince(rows, attempt));
    return isCut ? `more than ${LIMIT} newer messages in the chat` : undefined;
  }

  /** The oldest first, so that two deliveries of the same find their own rows in order. */
  private ownSince(rows: readonly unknown[], attempt: DeliveryAttempt): readonly BridgeMessage[] {
    return rows
      .flatMap((data) => readMessage(data) ?? [])
      .filter((row) => isOwn(row) && this.isSince(row, attempt))
      .sort((a, b) => (a.rowId ?? 0) - (b.rowId ?? 0));
  }

  private allSince(rows: readonly unknown[], attempt: DeliveryAttempt): boolean {
    const oldest = readMessage(rows.at(-1));
    return oldest === undefined || this.isSince(oldest, attempt);
  }

  private isSince(row: BridgeMessage, attempt: DeliveryAttempt): boolean {
    const offset = this.bridge.client.clockOffsetMs;
    const tolerance = offset === undefined ? BLIND_TOLERANCE_MS : TOLERANCE_MS;
    const since = attempt.firstStartedAt + (offset ?? 0) - tolerance;
    return row.createdAt === undefined || row.createdAt >= since;
  }
}

const unresolved = (detail: string, code?: SendFailureCode): Unresolved =>
  code === undefined ? { kind: 'unresolved', detail } : { kind: 'unresolved', detail, code };

/**
 * Whether a row that is not there now will not come any more, unless the bridge is still at work. When it once said that
 * it is, that call may yet end with a fault, and its row come later: no repeat is risked until that is over as well.
 */
function isRowOverdue(attempt: DeliveryAttempt, matcher: SentRowMatcher, now: number): boolean {
  const { ended, startedAt, firstStartedAt } = attempt;
  if (ended?.code === 'in-flight') return hasPassed(now, firstStartedAt, matcher.longestMs + LATEST_ROW_MS);
  // AppleScript says that it did not do it: should it be wrong, the row is there as soon as any.
  if (ended?.code === 'rejected') return hasPassed(now, ended.at, ROW_DELAY_MS);
  // The bridge's own call has ended, so that its tempGuid protects no longer what may still appear.
  return ended?.code === 'remote-error' || ended?.code === 'timeout'
    ? hasPassed(now, ended.at, matcher.lateRowMs(ended.code))
    : hasPassed(now, startedAt, ROW_DELAY_MS);
}

async function firstUnclaimed(
  rows: readonly BridgeMessage[],
  isOurs: IsOurs,
): Promise<BridgeMessage | undefined> {
  for (const row of rows) if (!(await isOurs(row.guid))) return row;
  return undefined;
}

/** A clock that was set back must not stop the time. */
const hasPassed = (now: number, since: number, ms: number): boolean => now < since || now - since >= ms;

/** A chat the bridge does not have holds no row of ours; that is an answer. */
function realFailure(result: BridgeResult): BridgeFailure | undefined {
  return result.ok || isUnknownThing(result.failure) ? undefined : result.failure;
}

const isOwn = (row: BridgeMessage): boolean => row.isFromMe && !row.isAssociated && row.error === 0;
