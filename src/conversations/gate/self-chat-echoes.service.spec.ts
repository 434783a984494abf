import type { InboundMessage, Target } from '../../channels/index.js';
import type { Delivery, OurMessages } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import type { InboxRepository } from '../inbox/inbox.repository.js';
import { SelfChatEchoes } from './self-chat-echoes.service.js';

const AT = 1_000_000_000;
const TX = {} as Tx;
const FILE = { id: 'f', mimeType: 'image/png', name: 'cat.png', bytes: 9 };

function copyOf(more: object = {}): InboundMessage {
  const event = {
    kind: 'message',
    channel: 'fake',
    account: 'one',
    text: 'hello',
    attachments: [],
    occurredAt: AT,
    conversation: { id: 'chat-me', kind: 'direct' },
    sender: { id: 'me', isSelf: true },
    ...more,
  };
  return event as unknown as InboundMessage;
}
const textOf = (text: string) => ({ kind: 'text', text });
const sentAs = (id: string, more: object = {}) => {
  const times = { firstAttemptAt: AT, lastAttemptAt: AT, sentAt: AT };
  return { id, content: textOf('hello'), state: 'sent', ...times, ...more } as unknown as Delivery;
};

/** @param returned deliveries that have come back already */
function echoesOf(gone: readonly Delivery[], returned: readonly string[] = []) {
  const queries: [Target, number][] = [];
  const stored: object[] = [];
  const ours = {
    goneTo: async (target: Target, since: number) => {
      queries.push([target, since]);
      return gone;
    },
  };
  const inbox = {
    exists: async ({ channel, account, inboxKey }: Record<string, string>) =>
      returned.some((id) => `fake one return:${id}` === `${channel} ${account} ${inboxKey}`),
    insertDone: async (_tx: Tx, event: object) => {
      stored.push(event);
      return returned.length === 0;
    },
  };
  const echoes = new SelfChatEchoes(ours as unknown as OurMessages, inbox as unknown as InboxRepository);
  const behind = (more: object = {}) => echoes.deliveryBehind({ event: copyOf(more), receivedAt: AT });
  return { echoes, behind, queries, stored };
}

describe('a copy of a message of ours', () => {
  it('is looked for in its conversation a day back, and only for messages of oneself', async () => {
    const { behind, queries } = echoesOf([sentAs('dlv_1')]);
    expect(await behind({ sender: { id: 'ann', isSelf: false } })).toBeUndefined();
    expect(await behind({ attachments: [FILE, FILE] })).toBeUndefined();
    expect(queries).toEqual([]);
    expect(await behind()).toBe('dlv_1');
    const target = { channel: 'fake', account: 'one', conversation: 'chat-me' };
    expect(queries).toEqual([[target, AT - 65_000 - 24 * 3_600_000]]);
  });

  it.each<[string, object, object, boolean]>([
    ['60 s and the 5 s of a replica before', {}, { lastAttemptAt: AT - 90_000, sentAt: AT - 65_000 }, true],
    ['longer before', {}, { lastAttemptAt: AT - 65_001, sentAt: AT - 65_001 }, false],
    ['longer before, but tried since', {}, { lastAttemptAt: AT - 65_000, sentAt: AT - 90_000 }, true],
    ['by a clock that is 5 s ahead', {}, { firstAttemptAt: AT + 5_000, sentAt: AT + 5_000 }, true],
    ['after it', {}, { firstAttemptAt: AT + 5_001, sentAt: AT + 5_001 }, false],
    ['for a day, and may be sent now', {}, { state: 'sending', lastAttemptAt: 1, sentAt: null }, true],
    ['at no known time', {}, { firstAttemptAt: null, lastAttemptAt: null, sentAt: null }, false],
    ['only now, at no known time', {}, { state: 'sending', firstAttemptAt: null, sentAt: null }, true],
    ['five minutes later by the service', { isLate: true, occurredAt: AT - 300_000 }, {}, true],
    ['longer after by the service', { isLate: true, occurredAt: AT - 300_001 }, {}, false],
    ['six minutes before by the service', { isLate: true }, { lastAttemptAt: 1, sentAt: AT - 360_000 }, true],
    ['longer before by the service', { isLate: true }, { lastAttemptAt: 1, sentAt: AT - 360_001 }, false],
    ['before a time to come', { isLate: true, occurredAt: AT * 2 }, {}, true],
    ['long before what it says itself', { occurredAt: 1 }, {}, true],
  ])('of one that was sent %s: by the times of both', async (_, said, sent, isCopy) => {
    expect(await echoesOf([sentAs('dlv_1', sent)]).behind(said)).toBe(isCopy ? 'dlv_1' : undefined);
  });

  const media = (more: object = {}) => ({ kind: 'media', filename: 'cat.png', bytes: 9, text: '', ...more });
  const withFile = (more: object = {}) => ({ text: '', attachments: [{ ...FILE, ...more }] });

  it.each<[string, object, object, boolean]>([
    ['with the same words', { text: ' hello!' }, textOf('hello'), true],
    ['with other words', { text: 'hello you' }, textOf('hello'), false],
    ['with a file of that size', withFile({ name: 'IMG_1.heic' }), media(), true],
    ['with a file of that name', withFile({ bytes: 7 }), media(), true],
    ['with another file', withFile({ name: 'dog.png', bytes: 7 }), media(), false],
    ['with a file and its words', { ...withFile(), text: 'my cat' }, media({ text: 'my cat' }), true],
    ['with a file and other words', { ...withFile(), text: 'my cat' }, media({ text: 'a cat' }), false],
    ['without the file', { text: '' }, media(), false],
    ['with a file more', { ...withFile(), text: 'hello' }, textOf('hello'), false],
  ])('is one %s', async (_, said, content, isCopy) => {
    expect(await echoesOf([sentAs('dlv_1', { content })]).behind(said)).toBe(isCopy ? 'dlv_1' : undefined);
  });

  it('is that of the send with the equal text first, and each send has one copy', async () => {
    const gone = [sentAs('dlv_same', { content: textOf('hello!') }), sentAs('dlv_1'), sentAs('dlv_2')];
    expect(await echoesOf(gone).behind()).toBe('dlv_1');
    expect(await echoesOf(gone, ['dlv_1']).behind()).toBe('dlv_2');
    expect(await echoesOf(gone, ['dlv_1', 'dlv_2']).behind()).toBe('dlv_same');
    expect(await echoesOf(gone, ['dlv_1', 'dlv_2', 'dlv_same']).behind()).toBeUndefined();
  });

  it('is recorded as come back, once', async () => {
    const event = { sessionKey: 's', event: copyOf(), receivedAt: AT };
    const { echoes, stored } = echoesOf([]);
    await echoes.recordReturn(TX, event, 'dlv_1');
    expect(stored).toEqual([
      {
        channel: 'fake',
        account: 'one',
        inboxKey: 'return:dlv_1',
        sessionKey: 's',
        receivedAt: AT,
        reason: 'self-echo',
      },
    ]);
    await expect(echoesOf([], ['dlv_1']).echoes.recordReturn(TX, event, 'dlv_1')).rejects.toThrow('dlv_1');
  });
});
