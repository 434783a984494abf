import { adminApp, errorOf } from '../../../test/support/admin-app.js';
import type { AccessAnswer, Judgement } from '../../operator/index.js';

const sut = adminApp();

const JUDGED: Judgement = {
  verdict: 'code',
  reason: 'not-paired',
  what: 'No one has let them in.',
  mayCommand: false,
  setting: 'channels.imbridge.dmPolicy',
  remedy: '`gatehouse grants add imbridge +12025550143`',
};
const ANSWER: AccessAnswer = {
  channel: 'imbridge',
  account: 'default',
  senderId: '+12025550143',
  conversationId: null,
  ...JUDGED,
  withMention: null,
};

describe('GET /access', () => {
  it('shows what a message would get, with setting and remedy', async () => {
    sut.services.accessCheck.answer.mockResolvedValue({ ...ANSWER, withMention: JUDGED });
    const { status, body } = await sut.call('GET /access?channel=imbridge&sender_id=%2B12025550143');
    const { mayCommand: may_command, ...judged } = JUDGED;
    expect([status, body]).toEqual([
      200,
      {
        channel: 'imbridge',
        account: 'default',
        sender_id: '+12025550143',
        conversation_id: null,
        ...judged,
        may_command,
        with_mention: { ...judged, may_command },
      },
    ]);
    expect(sut.services.accessCheck.answer).toHaveBeenCalledWith({
      channel: 'imbridge',
      account: undefined,
      senderId: '+12025550143',
      conversationId: undefined,
    });
  });

  it.each([
    ['sender_id=x', 'channel'],
    ['channel=imbridge', 'sender_id'],
    ['channel=imbridge&sender_id=', 'sender_id'],
    ['channel=imbridge&sender_id=x&account=', 'account'],
    ['channel=imbridge&sender_id=x&conversation_id=', 'conversation_id'],
    ['channel=imbridge&sender_id=x&conversation=g', 'conversation'],
  ])('refuses %s by its field', async (query, field) => {
    const { status, body } = await sut.call(`GET /access?${query}`);
    expect([status, errorOf(body).code]).toEqual([400, 'INVALID_REQUEST']);
    expect(errorOf(body).details).toMatch(new RegExp(`^${field}\\b`));
    expect(sut.services.accessCheck.answer).not.toHaveBeenCalled();
  });
});
