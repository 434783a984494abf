import { Logger } from '@nestjs/common';
import {
  type ConversationId,
  DEFAULT_ACCOUNT,
  type InboundMessage,
  type InboundSink,
} from '../../channels/index.js';
import { type Clock, errorText } from '../../common/index.js';
import { DirectoryFailure } from '../service/directory/directory-failure.js';
import type { Reference } from '../service/references/references.js';
import { convert } from '../inbound/convert.js';
import { type ActivityPlace, withGroup } from '../inbound/place.js';
import {
  type ConversationHistory,
  type FoundMessage,
  placeOfFound,
} from '../inbound/history/conversation-history.js';

const AT_ONCE = 4;

export interface RunParts {
  readonly history: Pick<ConversationHistory, 'since'>;
  /** The known directory group of a team. */
  readonly groupOf: (team: string) => string | undefined;
  readonly clock: Clock;
  /** Messages older than this are not answered, ms. */
  readonly answeredMs: number;
  /** By our clock, epoch ms. */
  readonly since: number;
  readonly sink: InboundSink;
  readonly signal: AbortSignal;
}

interface Fetch {
  readonly reference: Reference;
  /** Whether the current attempt is done. */
  attempt?: Promise<boolean> | undefined;
  hasFailed: boolean;
}

/** Fetches one period for all conversations, each once; retries while the directory is unreachable. */
export class CatchUpRun {
  private readonly logger = new Logger('Workchat');
  private readonly left: Map<ConversationId, Fetch>;

  constructor(
    references: readonly Reference[],
    private readonly parts: RunParts,
  ) {
    this.left = new Map(
      references.map((reference) => [reference.conversation, { reference, hasFailed: false }]),
    );
  }

  /** Never throws. @returns whether all are done */
  async attempt(): Promise<boolean> {
    const waiting = [...this.left.values()];
    const work = async () => {
      for (let next = waiting.shift(); next && !this.parts.signal.aborted; next = waiting.shift())
        await this.fetch(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return this.left.size === 0;
  }

  /** Fetches a conversation before the others. Resolves at once if it is done or has just failed. */
  async hurry(conversation: ConversationId): Promise<void> {
    const fetch = this.left.get(conversation);
    if (fetch && !fetch.hasFailed) await this.fetch(fetch);
  }

  private async fetch(fetch: Fetch): Promise<void> {
    fetch.attempt ??= this.isFetched(fetch.reference);
    const isDone = await fetch.attempt;
    fetch.attempt = undefined;
    fetch.hasFailed = !isDone;
    if (isDone) this.left.delete(fetch.reference.conversation);
  }

  private async isFetched(reference: Reference): Promise<boolean> {
    const { history, since, signal } = this.parts;
    try {
      for (const found of await history.since(reference, since, signal)) {
        signal.throwIfAborted();
        await this.hand(reference, found);
      }
      return true;
    } catch (error) {
      // The directory refuses for good, so the conversation counts as done.
      if (error instanceof DirectoryFailure && !error.isPassing) return true;
      if (!signal.aborted) this.logger.warn(`cannot fetch missed messages yet: ${errorText(error)}`);
      return false;
    }
  }

  private async hand(reference: Reference, found: FoundMessage): Promise<void> {
    const { clock, answeredMs, groupOf, sink } = this.parts;
    const group = reference.team === undefined ? undefined : groupOf(reference.team);
    const place = withGroup(placeOfFound(reference, found), group);
    const event = lateEvent(place, found, { now: clock.now(), answeredMs });
    if (event) await sink.accept(event);
  }
}

/**
 * The event of a missed message, with the key it would have had live; undefined for the bot's own messages and those
 * without an event.
 */
function lateEvent(
  place: ActivityPlace,
  found: FoundMessage,
  { now, answeredMs }: { readonly now: number; readonly answeredMs: number },
): InboundMessage | undefined {
  const context = { account: DEFAULT_ACCOUNT, now, isLate: true };
  const conversion = convert(found.activity, place, context);
  const [event] = conversion.kind === 'events' ? conversion.events : [];
  if (event?.kind !== 'message') return undefined;
  return found.at < now - answeredMs ? { ...event, isOutdated: true } : event;
}
