import type { ApprovalProblem, InboundSink, RemoteEvent, VoteProblem } from '../../channels/index.js';
import type { Activity, InvokeAnswer } from '../service/wire/activity.js';
import type { Conversion } from './convert.js';

const MESSAGE = 'application/vnd.microsoft.activity.message';
const ERROR = 'application/vnd.microsoft.error';

const NOT_COUNTED: Readonly<Record<VoteProblem, string>> = {
  sender: 'Your vote does not count here.',
  poll: 'There is no such poll here.',
  choice: 'Your choice does not fit the poll.',
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
export async function answerOf(
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
export async function approvalProblemIn(
  { type }: Activity,
  conversion: Conversion,
  sink: InboundSink,
): Promise<ApprovalProblem | undefined> {
  const event = eventIn(conversion);
  if (type !== 'invoke' || event?.kind !== 'approval-answer') return undefined;
  return sink.approvalProblem(event).catch(() => undefined);
}

/** That somebody else was first is news, not an error. */
export const answerTo = ({ kind, text }: ApprovalProblem): InvokeAnswer =>
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
