import { adminApp, errorOf } from '../../../test/support/admin-app.js';
import type { ConversationId } from '../../channels/index.js';
import type { AccountId, ChannelId } from '../../channels/index.js';

const target = {
  channel: 'imbridge' as ChannelId,
  account: 'default' as AccountId,
  conversation: '-;+12025550143' as ConversationId,
};
const react = { channel: 'imbridge', action: 'react', target: 'x', message_id: 'm-1', emoji: '👍' };

const sut = adminApp();
beforeEach(() => {
  const done = { action: 'react', target, status: 'done', messageId: 'm-1', deliveryIds: [] } as const;
  sut.services.operatorActions.perform.mockResolvedValue({ ...done, isReplay: false });
});

const asked = () => sut.services.operatorActions.perform.mock.calls.map(([, request]) => request);

describe('POST /actions', () => {
  it('answers 200 with the result', async () => {
    const { status, body } = await sut.call('POST /actions', react);
    expect(status).toBe(200);
    expect(body).toEqual({
      action: 'react',
      channel: 'imbridge',
      account: 'default',
      conversation_id: '-;+12025550143',
      status: 'done',
      message_id: 'm-1',
      delivery_ids: [],
      note: null,
    });
    const input = { messageId: 'm-1', emoji: '👍' };
    expect(asked()).toEqual([{ channel: 'imbridge', action: 'react', target: 'x', input }]);
  });

  it('answers 202 for a message that is still on its way', async () => {
    const queued = { action: 'reply', target, status: 'queued', deliveryIds: ['dlv_1'] } as const;
    sut.services.operatorActions.perform.mockResolvedValue({ ...queued, isReplay: false });
    const { status, body } = await sut.call('POST /actions', {
      channel: 'imbridge',
      action: 'reply',
      to: 'x',
      message_id: 'm-1',
      text: 'hi',
    });
    expect([status, body]).toMatchObject([
      202,
      { status: 'queued', delivery_ids: ['dlv_1'], message_id: null },
    ]);
  });

  it('passes the Idempotency-Key on, and marks a repeat with Idempotent-Replayed', async () => {
    const again = { action: 'react', target, status: 'done', deliveryIds: [], isReplay: true } as const;
    sut.services.operatorActions.perform.mockResolvedValue(again);
    const { status, headers } = await sut.call('POST /actions', react).set('Idempotency-Key', 'key-1');
    expect([status, headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(sut.services.operatorActions.perform.mock.calls.map(([, , key]) => key)).toEqual(['key-1']);
  });

  it('accepts the field names of the spec, and the action names of GET /channels', async () => {
    const inSpec = { messageId: 'm-1', emoji: '👍', remove: true, chatGuid: 'x' };
    await sut.call('POST /actions', { channel: 'imbridge', action: 'react', ...inSpec });
    const rename = { channel: 'imbridge', action: 'rename_group', target: 'x', display_name: 'Crew' };
    await sut.call('POST /actions', rename);
    expect(asked()).toMatchObject([
      { target: 'x', input: { messageId: 'm-1', emoji: '👍', remove: true } },
      { action: 'renameGroup', input: { displayName: 'Crew' } },
    ]);
  });

  it.each<[object, string]>([
    [{ action: undefined }, 'action is required'],
    [{ message_id: undefined }, 'message_id is required for react'],
    [{ emoji: null }, 'emoji is required for react'],
    [{ text: 'x' }, 'text is not a parameter of react'],
    [
      { message_id: undefined, emoji: undefined, text: 'x' },
      'message_id is required for react; emoji is required for react; text is not a parameter of react',
    ],
    [{ remove: 'yes' }, 'remove must be a boolean value'],
    [{ messageId: 'm-2' }, 'message_id is given twice'],
    [{ to: 'y' }, 'target and to name different targets'],
    [{ colour: 'red' }, 'colour is unknown'],
    [{ path: '/srv/a.png' }, 'path is not a parameter of react'],
    [
      { action: 'setGroupIcon', message_id: null, emoji: null, media: 'eA==', path: '/srv/a.png' },
      'path cannot be combined with media',
    ],
  ])('refuses %j', async (change, details) => {
    const { status, body } = await sut.call('POST /actions', { ...react, ...change });
    expect([status, errorOf(body).details]).toEqual([400, details]);
    expect(asked()).toEqual([]);
  });

  it('refuses an unknown action and names the known ones', async () => {
    const { body } = await sut.call('POST /actions', { ...react, action: 'send' });
    expect(errorOf(body).details).toMatch(/^action must be one of the following values: react, edit, unsend/);
  });
});
