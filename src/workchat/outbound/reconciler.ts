import type {
  DeliveryAttempt,
  ReconcileOutcome,
  RemoteMessageId,
  TextContent,
} from '../../channels/index.js';
import type { Clock } from '../../common/index.js';
import type { DirectoryApi } from '../service/directory/directory-api.js';
import { neededFor } from '../service/directory/api-permissions.js';
import { DirectoryFailure } from '../service/directory/directory-failure.js';
import { type ListParts, type MessageList, messagesOf } from '../service/directory/message-paths.js';
import { type DirectoryMessage, readDirectoryMessage } from '../service/directory/messages.js';
import type { Reference, References } from '../service/references/references.js';
import type { JsonRecord } from '../../channels/kit/index.js';
import { leftOf, shownOf } from './streams.js';
import { eitherOf, type SentMessageMatcher, matcherOf } from './sent-message-matcher.js';
import type { Outbound } from './outbound.js';

/** The tolerance by which a message may appear older than the attempt: the directory rounds its time to seconds. */
const TOLERANCE_MS = 10_000;
/** The time in which an accepted message appears after the service has answered with a fault. */
const SHOWN_MS = 5_000;
/** The time in which a message may still appear after the connection was cut, or after this process was killed. */
const AT_WORK_MS = 10_000;
/** How long a possible match is given to turn out to belong to another delivery, ms. */
const DOUBT_MS = 60_000;

type IsOurs = (id: RemoteMessageId) => Promise<boolean>;

export interface ReconcilerParts extends ListParts {
  readonly directory: DirectoryApi;
  readonly references: References;
  readonly clock: Clock;
  /** Provides the place and the content of an attempt. */
  readonly outbound: Pick<Outbound, 'rootFor' | 'postedBy' | 'concluded'>;
}

/**
 * Finds out with the directory API whether a send with an unknown outcome was sent, because the connector service
 * cannot list messages (wire 13.21). A message is ours when the bot wrote it to that place or thread, not before the
 * delivery began, it shows our content, and it belongs to no other delivery. If there is none once the service must
 * have finished, nothing was sent. A person must decide if one of the bot's messages is only a possible match or was
 * deleted, or if the app may not read there.
 */
export class Reconciler {
  constructor(private readonly parts: ReconcilerParts) {}

  async findSent(attempt: DeliveryAttempt, isOurs: IsOurs, signal: AbortSignal): Promise<ReconcileOutcome> {
    const { references, outbound, clock } = this.parts;
    // Taken before the calls, because a message that appears during them would be missed.
    const askedAt = clock.now();
    const reference = await references.find(attempt.target.conversation).catch(() => undefined);
    if (!reference) return unresolved('the stored state of the conversation cannot be read');
    const activity = await outbound.postedBy(reference, attempt).catch(() => 'unreadable' as const);
    if (activity === 'unreadable') return unresolved('the stored state of the file cannot be read');
    if (!activity) return { kind: 'not-sent' };
    const read = await this.read(reference, attempt, signal);
    if ('kind' in read) return read;
    const matcher = await this.matcherOf(reference, attempt, activity);
    const found = await firstUnclaimed(read.filter(matcher.fits), isOurs);
    if (found)
      return outbound.concluded(reference, attempt, {
        kind: 'sent' as const,
        messageId: found.id,
        at: found.createdAt,
      });
    const visibleAt = visibleAtOf(attempt);
    if (isBefore(askedAt, visibleAt, attempt)) return unresolved('not shown yet');
    if ((await firstUnclaimed(read.filter(matcher.mayFit), isOurs)) === undefined)
      return { kind: 'not-sent' };
    const doubt =
      'the conversation has a similar message from the bot, which may be this one; check there before you send it again';
    return isBefore(askedAt, visibleAt + DOUBT_MS, attempt) ? unresolved(doubt) : unresolvable(doubt);
  }

  /** The end of a stream may be a separate message with the text that the stream had not shown (wire 3.7). */
  private async matcherOf(
    reference: Reference,
    attempt: DeliveryAttempt,
    activity: JsonRecord,
  ): Promise<SentMessageMatcher> {
    const traceAs = async (content: TextContent | undefined): Promise<SentMessageMatcher[]> => {
      const other = content && (await this.parts.outbound.postedBy(reference, { ...attempt, content }));
      return other ? [matcherOf(other)] : [];
    };
    const { content } = attempt;
    const [left, shown] = [await traceAs(leftOf(content)), await traceAs(shownOf(content))];
    return eitherOf([matcherOf(activity), ...left], shown);
  }

  private async read(
    reference: Reference,
    attempt: DeliveryAttempt,
    signal: AbortSignal,
  ): Promise<readonly DirectoryMessage[] | ReconcileOutcome> {
    let list: MessageList | undefined;
    try {
      list = await messagesOf(reference, this.parts.outbound.rootFor(reference, attempt), this.parts);
      return await this.ownSince(list, attempt, signal);
    } catch (error) {
      if (!(error instanceof DirectoryFailure)) throw error;
      return outcomeOf(error, list);
    }
  }

  /** The bot's messages, oldest first, so that two deliveries of the same text match their own in order. */
  private async ownSince(
    { path, order }: MessageList,
    { firstStartedAt }: DeliveryAttempt,
    signal: AbortSignal,
  ): Promise<readonly DirectoryMessage[]> {
    const own: DirectoryMessage[] = [];
    const since = firstStartedAt - TOLERANCE_MS;
    const appId = this.parts.appId.toLowerCase();
    for await (const { entries, aheadMs } of this.parts.directory.pages(path, signal)) {
      const messages = entries.flatMap((entry) => readDirectoryMessage(entry) ?? []);
      const isOld = ({ createdAt }: DirectoryMessage) => createdAt < since + aheadMs;
      own.push(...messages.filter((each) => !isOld(each) && each.appId === appId));
      if (isBehind(messages.map(isOld), order)) break;
    }
    return own.sort((one, other) => one.createdAt - other.createdAt);
  }
}

/** Whether all further messages are older. */
function isBehind(areOld: readonly boolean[], order: MessageList['order']): boolean {
  if (order === 'none' || areOld.length === 0) return false;
  return order === 'strict' ? areOld.includes(true) : !areOld.includes(false);
}

/** The time by which an accepted message must be visible, epoch ms. */
function visibleAtOf({ ended, startedAt }: DeliveryAttempt): number {
  if (ended?.code === 'remote-error') return ended.at + SHOWN_MS;
  return (ended?.at ?? startedAt) + AT_WORK_MS;
}

/** A `now` before the attempt means that the clock was set back; it counts as past, so that the wait still ends. */
const isBefore = (now: number, time: number, { startedAt }: DeliveryAttempt): boolean =>
  now < time && now >= startedAt;

async function firstUnclaimed(
  messages: readonly DirectoryMessage[],
  isOurs: IsOurs,
): Promise<DirectoryMessage | undefined> {
  for (const message of messages) if (!(await isOurs(message.id))) return message;
  return undefined;
}

const unresolved = (detail: string): ReconcileOutcome => ({ kind: 'unresolved', detail });
const unresolvable = (detail: string): ReconcileOutcome => ({ kind: 'unresolvable', detail });

function outcomeOf(failure: DirectoryFailure, list: MessageList | undefined): ReconcileOutcome {
  const { kind, isPassing, message } = failure;
  const why = `cannot check whether it was sent: ${message}`;
  if (isPassing) return unresolved(why);
  return unresolvable(kind === 'denied' && list ? `${why}; the app needs ${neededFor(list.use)}` : why);
}
