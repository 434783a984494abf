import type {
  DeliveryAttempt,
  MediaContent,
  ReconcileOutcome,
  RemoteMessageId,
  SendFailureCode,
} from '../../channels/index.js';
import { type Likeness, likenessOf, plainName } from '../../common/index.js';
import { chatGuidSpellings } from '../ids/id.js';
import { listOf } from '../../channels/kit/index.js';
import { type BridgeFile, type BridgeMessage, readMessage } from '../service/messages/message.js';
import type { Bridge } from '../service/bridge.js';
import { isInFlight } from '../service/outcome.js';
import { type BridgeFailure, type BridgeResult, isUnknownThing } from '../service/client/result.js';

/** Recognises the row of one of our sends in the bridge's database. */
interface SentRowMatcher {
  /** How the row is like this message, from any sender. */
  readonly likeness: (row: BridgeMessage) => Likeness;
  /** Whether the row may turn out to match: a file's row exists before the file is joined to it (wire 3.4). */
  readonly mayMatch: (row: BridgeMessage) => boolean;
  /** The longest time in ms until the bridge answers or gives up the send. */
  readonly longestMs: number;
  /** The longest time in ms in which a row may appear after the bridge gave up. */
  readonly lateRowMs: (code: 'remote-error' | 'timeout') => number;
}

/** The helper's two minutes, the row's one, and some more (wire 2.3). */
const LONGEST_TEXT_MS = 200_000;
/** The bridge waits up to 60 s for a row, and answers with a fault when the row comes later than that (wire 2.3). */
const LATE_ROW_MS = 65_000;
/** The bridge continues with a file for this long, although its answer gives up after five minutes (wire 2.4). */
const LONGEST_FILE_MS = 20 * 60_000;

const LATEST_ROW_MS = LATE_ROW_MS;

function matcherOf({ content }: DeliveryAttempt): SentRowMatcher {
  return content.kind === 'media' ? fileMatcher(content) : textMatcher(content.text);
}

function textMatcher(text: string): SentRowMatcher {
  return {
    likeness: (row) => likenessOf(text, row.text),
    mayMatch: () => false,
    longestMs: LONGEST_TEXT_MS,
    lateRowMs: () => LATE_ROW_MS,
  };
}

/**
 * A file's row has no text and one file of the same name and size, or, where the bridge makes a voice memo of an MP3,
 * of the same name with another ending. The bridge repeats the tempGuid only in the echo, not in the row.
 */
function fileMatcher({ filename, bytes, asVoice }: MediaContent): SentRowMatcher {
  const isWordless = (row: BridgeMessage) => row.text === '' && !row.isUnsent && row.itemType === 0;
  const name = asVoice ? stemOf : plainName;
  const isIt = (file: BridgeFile) =>
    name(file.name) === name(filename) && (asVoice || file.bytes === 0 || file.bytes === bytes);
  return {
    likeness: (row) => (isWordless(row) && row.attachments.some(isIt) ? 'equal' : 'other'),
    mayMatch: (row) => isWordless(row) && row.attachments.length === 0,
    longestMs: LONGEST_FILE_MS,
    lateRowMs: (code) => (code === 'timeout' ? LONGEST_FILE_MS : LATE_ROW_MS),
  };
}

const stemOf = (name: string): string => plainName(name).replace(/(?:\.[a-z0-9]{1,4}){1,9}$/i, '');

/**
 * The tolerance by which a row may appear older than the delivery, besides the known difference of the bridge's clock.
 */
const TOLERANCE_MS = 60_000;
/** The tolerance while the bridge's clock is unknown. */
const BLIND_TOLERANCE_MS = 5 * 60_000;
/** The longest time from sending a message to its row in the database. */
const ROW_DELAY_MS = 3_000;
/**
 * The same for a row that is not equal to the message: before that, it is more probably an earlier one of a person or
 * of ours.
 */
const UNEQUAL_TOLERANCE_MS = 10_000;
const LIMIT = 500;

type IsOurs = (id: RemoteMessageId) => Promise<boolean>;
type Unresolved = Extract<ReconcileOutcome, { kind: 'unresolved' }>;

/**
 * Finds out whether a send with an unknown end went out. Two sources can tell: the echo webhook, which repeats the
 * tempGuid (a receipt, handled by the centre), and the chat itself. The chat is asked here, under every name it may
 * have, because a text that fell back to SMS is in a chat of its own. A row counts as ours when it is from this
 * account, has the same content as far as it shows (see SentRowMatcher), is not older than the delivery, has no Apple error, and
 * is not known to belong to another delivery. An equal one comes first; one that macOS may have changed, which has the
 * same letters and digits, must be from the time of the attempts. A row from that time that is only near the text is a
 * doubt that no one but a person can end, so nothing is repeated (ADR 0121).
 *
 * If there is no such row soon after the attempt, that proves nothing. Later it means "not sent", once the bridge has
 * said that the tempGuid is free: it writes the row before it releases the tempGuid, so the rows are read after that.
 * After an answer with a fault, a late row must be impossible too, because nothing would stop the repeat.
 */
export class Reconciler {
  constructor(private readonly bridge: Bridge) {}

  async findSent(attempt: DeliveryAttempt, isOurs: IsOurs, signal: AbortSignal): Promise<ReconcileOutcome> {
    const { chats, client, clock } = this.bridge;
    // Taken before the calls, because a row that appears during them would be missed.
    const matcher = matcherOf(attempt);
    const isOverdue = isRowOverdue(attempt, matcher, clock.now());
    const guid = await chats.resolve(attempt.target.conversation);
    const atWork = isOverdue ? await this.callAtWork(guid, attempt, signal) : undefined;
    const guids = chatGuidSpellings(guid);
    const results = await Promise.all(guids.map((guid) => client.chatMessages(guid, LIMIT, signal)));
    const pages = results.map((result) => (result.ok ? listOf(result.data) : []));
    const own = this.ownSince(pages.flat(), attempt);
    const like = this.likenesses(own, attempt, matcher);
    const found = await firstUnclaimed([...like.equal, ...like.same], isOurs);
    if (found) return { kind: 'sent', messageId: found.guid, at: found.createdAt ?? clock.now() };
    if (atWork) return atWork;
    const perhaps = await firstUnclaimed(own.filter(matcher.mayMatch), isOurs);
    const doubt =
      this.doubt(results, pages, attempt) ?? this.mayStillCome(attempt, matcher, { pages, perhaps });
    if (doubt !== undefined) return unresolved(doubt);
    if (!isOverdue) return unresolved('no row yet');
    return (await firstUnclaimed(like.near, isOurs))
      ? { kind: 'unresolvable', detail: NEAR }
      : { kind: 'not-sent' };
  }

  private likenesses(
    rows: readonly BridgeMessage[],
    attempt: DeliveryAttempt,
    { likeness, longestMs }: SentRowMatcher,
  ): Record<Exclude<Likeness, 'other'>, readonly BridgeMessage[]> {
    const all = rows.map((row) => ({ row, is: likeness(row) }));
    const those = (wanted: Likeness) => all.filter(({ is }) => is === wanted).map(({ row }) => row);
    const until = attempt.startedAt + longestMs + LATEST_ROW_MS;
    const inTime = (row: BridgeMessage) =>
      this.isSince(row, attempt, UNEQUAL_TOLERANCE_MS) && this.isBefore(row, until);
    return { equal: those('equal'), same: those('same').filter(inTime), near: those('near').filter(inTime) };
  }

  /**
   * The reason why the tempGuid may still be in use. An unexpected answer proves nothing, because another bridge or a
   * proxy may have given it; the tempGuid itself then protects against a repeat.
   */
  private async callAtWork(
    chatGuid: string,
    { correlationId }: DeliveryAttempt,
    signal: AbortSignal,
  ): Promise<Unresolved | undefined> {
    const result = await this.bridge.client.askInFlight(chatGuid, correlationId, signal);
    if (result.ok) return undefined;
    const { failure } = result;
    if (failure.kind !== 'refused') return unresolved(`cannot ask the bridge: ${failure.detail}`);
    return isInFlight(failure) ? unresolved('the bridge is still sending it', 'in-flight') : undefined;
  }

  /** The reason why a row may still appear after the time that an ordinary send takes. */
  private mayStillCome(
    attempt: DeliveryAttempt,
    { longestMs }: SentRowMatcher,
    { pages, perhaps }: { pages: readonly (readonly unknown[])[]; perhaps: BridgeMessage | undefined },
  ): string | undefined {
    const hasNotPassed = (ms: number) => !hasPassed(this.bridge.clock.now(), attempt.startedAt, ms);
    if (perhaps && hasNotPassed(LATEST_ROW_MS)) return 'a message whose file has not arrived yet';
    // For an empty chat, `chat/new` may be running, which does not refuse a repeat: it must have ended, and its row
    // must have been written.
    const isNewChat = attempt.content.kind !== 'media' && pages.every((rows) => rows.length === 0);
    return isNewChat && hasNotPassed(longestMs + LATEST_ROW_MS) ? 'the chat may still be created' : undefined;
  }

  /** The reason why the rows that were read may be incomplete. */
  private doubt(
    results: readonly BridgeResult[],
    pages: readonly (readonly unknown[])[],
    attempt: DeliveryAttempt,
  ): string | undefined {
    const failure = results.map(realFailure).find((each) => each !== undefined);
    if (failure) return `cannot ask the bridge: ${failure.detail}`;
    const isCut = pages.some((rows) => rows.length >= LIMIT && this.allSince(rows, attempt));
    return isCut ? `more than ${LIMIT} newer messages in the chat` : undefined;
  }

  /** Oldest first, so that two deliveries of the same text match their own rows in order. */
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

  private isSince(row: BridgeMessage, attempt: DeliveryAttempt, toleranceMs = TOLERANCE_MS): boolean {
    const offset = this.bridge.client.clockOffsetMs;
    const tolerance = offset === undefined ? BLIND_TOLERANCE_MS : toleranceMs;
    const since = attempt.firstStartedAt + (offset ?? 0) - tolerance;
    return row.createdAt === undefined || row.createdAt >= since;
  }

  private isBefore(row: BridgeMessage, time: number): boolean {
    const offset = this.bridge.client.clockOffsetMs ?? BLIND_TOLERANCE_MS;
    return row.createdAt === undefined || row.createdAt <= time + offset;
  }
}

const NEAR =
  'the chat has a very similar message, which may be this one; check there before you send it again';

const unresolved = (detail: string, code?: SendFailureCode): Unresolved =>
  code === undefined ? { kind: 'unresolved', detail } : { kind: 'unresolved', detail, code };

/**
 * Whether a missing row will never appear, provided the bridge is idle. If the bridge once reported that it was busy,
 * that call may still end with a fault and write its row later, so nothing is repeated until that time has passed too.
 */
function isRowOverdue(attempt: DeliveryAttempt, matcher: SentRowMatcher, now: number): boolean {
  const { ended, startedAt, firstStartedAt } = attempt;
  if (ended?.code === 'in-flight') return hasPassed(now, firstStartedAt, matcher.longestMs + LATEST_ROW_MS);
  // AppleScript reports that it did nothing. If that is wrong, the row appears as soon as any other.
  if (ended?.code === 'rejected') return hasPassed(now, ended.at, ROW_DELAY_MS);
  // The bridge's own call has ended, so its tempGuid no longer protects against a late row.
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

/** A `now` before `since` means that the clock was set back, and counts as passed, so that the wait still ends. */
const hasPassed = (now: number, since: number, ms: number): boolean => now < since || now - since >= ms;

/** A chat that the bridge does not have contains no row of ours, so that answer is no failure. */
function realFailure(result: BridgeResult): BridgeFailure | undefined {
  return result.ok || isUnknownThing(result.failure) ? undefined : result.failure;
}

const isOwn = (row: BridgeMessage): boolean => row.isFromMe && !row.isAssociated && row.error === 0;
