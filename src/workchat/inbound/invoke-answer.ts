import type { Activity, InvokeAnswer } from '../wire/activity.js';
import type { Conversion } from './convert.js';

const MESSAGE = 'application/vnd.microsoft.activity.message';
const ERROR = 'application/vnd.microsoft.error';

/**
 * The person who pressed the button sees this at once (wire 1.13, 1.14): that it has come, for nobody has judged it yet.
 * @returns undefined for an activity that wants no answer, and for an invoke that nobody here knows
 */
export function answerOf({ type, name }: Activity, conversion: Conversion): InvokeAnswer | undefined {
  if (type !== 'invoke') return undefined;
  // An accepted file is shown in place of its request, once it is there (wire 1.11).
  if (name === 'message/submitAction' || name === 'fileConsent/invoke') return { status: 200, body: {} };
  if (name !== 'adaptiveCard/action') return undefined;
  const [event] = conversion.kind === 'events' ? conversion.events : [];
  return { status: 200, body: event ? received(event.kind === 'poll-vote') : REFUSED };
}

const received = (isVote: boolean) => ({
  statusCode: 200,
  type: MESSAGE,
  value: isVote ? 'Your vote has been received.' : 'Received.',
});

const REFUSED = {
  statusCode: 400,
  type: ERROR,
  value: { code: 'BadRequest', message: 'Nothing was chosen, or it could not be read.' },
};
