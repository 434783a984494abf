import { adminApp, errorOf } from '../../../test/support/admin-app.js';
import type { AccountId, ChannelId, ConversationId } from '../../channels/index.js';

const PLACE = { channel: 'imbridge', account: 'default' };
const CONVERSATION = {
  id: 'cnv_1',
  ...PLACE,
  conversation_id: 'chat-1',
  kind: 'group' as const,
  name: 'Team',
  created_at: 0,
  last_message_at: 1_000,
  key: '0',
};
const holdOf = (conversation: string) => ({
  channel: PLACE.channel as ChannelId,
  account: PLACE.account as AccountId,
  conversation: conversation as ConversationId,
  since: 500,
  until: null,
  by: 'token:owner',
  note: null,
});

describe('a conversation in the admin API', () => {
  const { services, call } = adminApp();

  it('is shown with its own hold', async () => {
    services.conversations.get.mockResolvedValue(CONVERSATION);
    services.holds.list.mockResolvedValue([holdOf('chat-2'), { ...holdOf('chat-1'), note: 'refund' }]);
    const { status, body } = await call('GET /conversations/cnv_1');
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id: 'cnv_1',
        name: 'Team',
        last_message_at: '1970-01-01T00:00:01.000Z',
        hold: expect.objectContaining({ note: 'refund' }) as unknown,
      }),
    ]);
  });

  it('has no hold when only others are held', async () => {
    services.conversations.get.mockResolvedValue(CONVERSATION);
    services.holds.list.mockResolvedValue([holdOf('chat-2')]);
    const { body } = await call('GET /conversations/cnv_1');
    expect(body).toEqual(expect.objectContaining({ id: 'cnv_1', hold: null }));
  });

  it('is not found when there is none with that id', async () => {
    const { status, body } = await call('GET /conversations/cnv_none');
    expect([status, errorOf(body).code]).toEqual([404, 'NOT_FOUND']);
  });
});
