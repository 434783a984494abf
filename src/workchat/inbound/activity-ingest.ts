import {
  type AccountId,
  type ApprovalProblem,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type InboundSink,
  type RemoteEvent,
  type VoteProblem,
} from '../../channels/index.js';
import type { Clock } from '../../common/index.js';
import type { Reference, References } from '../service/references/references.js';
import type { TeamGroups } from '../service/references/team-groups.js';
import type { Activity, InvokeAnswer } from '../service/wire/activity.js';
import { baseOf } from '../ids/id.js';
import { botCame, type Conversion, convert } from './convert.js';
import type { DropReason } from './drop-reasons.js';
import { type ActivityPlace, placeOf, referenceOf, withGroup, withKnownSender } from './place.js';

const MESSAGE = 'application/vnd.microsoft.activity.message';
const ERROR = 'application/vnd.microsoft.error';

const NOT_COUNTED: Readonly<Record<VoteProblem, string>> = {
  sender: 'Your vote does not count here.',
  poll: 'This poll does not exist here.',
  choice: 'Your choice is not an option in this poll.',
};

const RECEIVED: Readonly<Partial<Record<RemoteEvent['kind'], string>>> = {
  'poll-vote': 'Your vote has been received.',
  'approval-answer': 'Your answer has been received.',
};

const UNREADABLE = 'Nothing was chosen, or it could not be read.';

/**
 * The answer that the person who pressed a button sees at once (wire 1.13, 1.14). It only confirms receipt, because
 * access is checked later; but a vote that will not count is an error.
 * @returns undefined for an activity without an answer, and for an unknown invoke
 */
async function answerOf(
  { type, name }: Activity,
  conversion: Conversion,
  sink: InboundSink,
): Promise<InvokeAnswer | undefined> {
  if (type !== 'invoke') return undefined;
  // An accepted file replaces its request once it is uploaded (wire 1.11).
  if (name === 'message/submitAction' || name === 'fileConsent/invoke') return { status: 200, body: {} };
  if (name !== 'adaptiveCard/action') return undefined;
  const event = eventIn(conversion);
  if (!event) return refused(UNREADABLE);
  const problem =
    event.kind === 'poll-vote' ? await sink.voteProblem(event).catch(() => undefined) : undefined;
  return problem === undefined ? said(RECEIVED[event.kind] ?? 'Received.') : refused(NOT_COUNTED[problem]);
}

/**
 * Why the press of a button answers no approval. Asked before the answer is stored, because afterwards it may have ended by
 * this very answer. Only an `Action.Execute` is told here; when it cannot be judged now, it is only received.
 */
async function approvalProblemIn(
  { type }: Activity,
  conversion: Conversion,
  sink: InboundSink,
): Promise<ApprovalProblem | undefined> {
  const event = eventIn(conversion);
  if (type !== 'invoke' || event?.kind !== 'approval-answer') return undefined;
  return sink.approvalProblem(event).catch(() => undefined);
}

/** That someone else was first is news, not an error. */
const answerTo = ({ kind, text }: ApprovalProblem): InvokeAnswer =>
  kind === 'ended' ? said(text) : refused(text);

const eventIn = (conversion: Conversion): RemoteEvent | undefined =>
  conversion.kind === 'events' ? conversion.events[0] : undefined;

const said = (value: string): InvokeAnswer => ({
  status: 200,
  body: { statusCode: 200, type: MESSAGE, value },
});

const refused = (message: string): InvokeAnswer => ({
  status: 200,
  body: { statusCode: 400, type: ERROR, value: { code: 'BadRequest', message } },
});

export interface ActivityIngestParts {
  readonly references: References;
  readonly teams: TeamGroups;
  readonly clock: Clock;
  /**
   * The directory group of a team, fetched from the platform where settings use it; undefined when there is none.
   * @throws DirectoryFailure
   */
  readonly groupOf: (reference: Reference, team: string) => Promise<string | undefined>;
  /** Resolves when earlier messages of the conversation have reached the sink, or the wait is over. */
  readonly caughtUp: (conversation: ConversationId) => Promise<void>;
  /** Called when the app is installed; not awaited. */
  readonly installed: (reference: Reference) => void;
}

/** It is told at once and not stored. */
const ANSWERED: DropReason = 'approval-answered';
const NO_PLACE = { kind: 'dropped', reason: 'no-place' } as const satisfies Conversion;

/**
 * Turns activities into events. The conversation's reference is stored before the sender is checked (wire 2.8, 10 row
 * 17).
 */
export class ActivityIngest {
  private readonly account: AccountId = DEFAULT_ACCOUNT;

  constructor(private readonly parts: ActivityIngestParts) {}

  /**
   * Resolves once all its events are stored; throws what the sink or the state throws, and DirectoryFailure where its
   * team, which settings name by its group, cannot be looked up now.
   */
  async ingest(received: Activity, sink: InboundSink): Promise<InvokeAnswer | undefined> {
    const activity = withKnownSender(received);
    const named = placeOf(activity);
    if (!named) {
      await this.hand(NO_PLACE, sink);
      return answerOf(activity, NO_PLACE, sink);
    }
    const place = await this.remember(activity, named);
    const conversion = convert(activity, place, { account: this.account, now: this.parts.clock.now() });
    if (activity.type === 'message') await this.parts.caughtUp(place.conversation.id);
    const problem = await approvalProblemIn(activity, conversion, sink);
    if (problem) {
      sink.dropped(this.account, ANSWERED);
      return answerTo(problem);
    }
    await this.hand(conversion, sink);
    return answerOf(activity, conversion, sink);
  }

  private async hand(conversion: Conversion, sink: InboundSink): Promise<void> {
    if (conversion.kind === 'dropped') {
      sink.dropped(this.account, conversion.reason);
      return;
    }
    const { events, nowAsked } = conversion;
    for (const event of events) await sink.accept(event);
    if (!nowAsked) return;
    const original = await sink.known(this.account, nowAsked.originalKey);
    // Without the permission to hear all messages, the platform tells only of those that mention the bot.
    if (original === undefined || original.isUnanswered) await sink.accept(nowAsked.event);
  }

  /** @returns the place with the group of its team, because the job of its event may run where that is not known yet */
  private async remember(activity: Activity, place: ActivityPlace): Promise<ActivityPlace> {
    const { references } = this.parts;
    const came = botCame(activity);
    if (came === 'removed') {
      await references.markGone(place.conversation.id);
      return place;
    }
    const reference = referenceOf(activity, place);
    await references.store(reference, { isNews: came === 'added' });
    const group = await this.learnGroup(reference, place);
    if (came === 'added') this.parts.installed(reference);
    return withGroup(place, group);
  }

  private async learnGroup(
    reference: Reference,
    { conversation, group }: ActivityPlace,
  ): Promise<string | undefined> {
    if (conversation.team === undefined) return undefined;
    const team = baseOf(conversation.team);
    const known = group ?? (await this.parts.groupOf(reference, team));
    if (known !== undefined) await this.parts.teams.store(team, known);
    return known;
  }
}
