import { isGone, sendOutcomeOf } from './outcome.js';

const answered = (status: number, json: unknown) =>
  ({ kind: 'answered', status, headers: {}, json }) as unknown as Parameters<typeof isGone>[0];
const refused = (code: string, message = code) => answered(403, { error: { code, message } });
const blocked = (subCode: string) =>
  answered(403, { errorCode: 209, message: JSON.stringify({ subCode, details: 'x', errorCode: null }) });

describe('a refusal with 403', () => {
  it.each([
    ['the bot is not in the conversation', refused('BotNotInConversationRoster')],
    ['the app is not installed for the person', refused('ForbiddenOperationException')],
    ['the person has blocked the bot', refused('ConversationBlockedByUser')],
    ['writing is blocked', blocked('MessageWritesBlocked')],
    ['writing is blocked, without the words of it', answered(403, { errorCode: 209 })],
  ])('closes the place when %s', (_, outcome) => {
    expect(isGone(outcome)).toBe(true);
    expect(sendOutcomeOf(outcome, 0)).toMatchObject({
      code: 'recipient-unreachable',
      retry: { kind: 'never' },
    });
  });

  it.each([
    ['the service does not know why', refused('ServiceError', 'Unknown')],
    ['an administrator has disabled the bot', refused('BotDisabledByAdmin')],
    ['an administrator has disabled the bot, in the form of a block', blocked('BotDisabledByAdmin')],
    ['the tenant has no permission', refused('TenantNoPermission')],
    ['nothing is said', answered(403, undefined)],
    ['what is said has another form', answered(403, { error: { code: 7 }, errorCode: null, message: 7 })],
  ])('closes no place, and is tried again, when %s', (_, outcome) => {
    expect(isGone(outcome)).toBe(false);
    expect(sendOutcomeOf(outcome, 0)).toMatchObject({
      code: 'recipient-unreachable',
      retry: { kind: 'later' },
    });
  });

  it('ends a stream and closes no place', () => {
    const outcome = refused('ContentStreamNotAllowed');
    expect(isGone(outcome)).toBe(false);
    expect(sendOutcomeOf(outcome, 0)).toMatchObject({ retry: { kind: 'never' } });
  });
});
