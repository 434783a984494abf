import type { InboundMessage } from '../../channels/index.js';
import type { StoredEvent } from '../../conversations/inbox/stored-event.js';
import { ShortIds } from '../../conversations/sessions/short-ids.js';
import type { SpokenEntry } from '../../conversations/transcript/history.repository.js';
import { TurnMessages } from './turn-messages.service.js';

const place = { channel: 'fake', account: 'default' };
const entry = {
  ...place,
  conversation_id: 'c',
  role: 'user',
  kind: 'turn',
  text: 'hi',
  sender_id: 'ann',
  sender_name: null,
  remote_id: 'm1',
  reply_to: null,
  event_id: 'evt_1',
  delivery_id: null,
  created_at: 1,
} as SpokenEntry;
const event = {
  ...place,
  kind: 'message',
  conversation: { id: 'c', kind: 'direct' },
  messageId: 'm2',
  sender: { id: 'ann' },
  text: 'again',
  attachments: [],
} as unknown as InboundMessage;
const options = {
  contextTokens: 1_000,
  content: 'none',
  alreadyDone: [],
  signal: AbortSignal.abort(),
} as const;

it('an entry is the same message object from turn to turn, even when its short id was forgotten meanwhile', async () => {
  const shortIds = new ShortIds();
  const target = { ...place, conversation: 'c' } as unknown as Parameters<ShortIds['idsOf']>[0];
  const files = { ofEntries: async () => new Map(), ofAnswered: async () => [] };
  const deps = [{ before: async () => ({ entries: [entry] }) }, {}, shortIds, files, {}] as unknown;
  const sut = new TurnMessages(...(deps as ConstructorParameters<typeof TurnMessages>));
  const stored = {
    id: 'evt_2',
    event,
    receivedAt: 2,
    alreadySaid: '',
  } as unknown as StoredEvent<InboundMessage>;
  const told = async () => (await sut.withContext(stored, options)).history[0]!;

  const first = await told();
  expect(first.message).toMatchObject({ text: 'hi', from: { id: 'ann' }, ids: { full: 'm1' } });
  expect(await told()).toBe(first);
  for (let n = 0; n < 1_000; n++) shortIds.idsOf(target, `other-${n}` as InboundMessage['messageId']);
  expect(await told()).toBe(first);
  expect(shortIds.knows(target, 'm1' as InboundMessage['messageId'])).toBe(true);
});

it('an entry is written again once the answer that it quotes was for a person without access', async () => {
  const revoked = new Set<string>();
  const content = { kind: 'text', text: 'for Ben alone' };
  const ours = { oursAmong: async () => new Map([['m0', { content, eventId: 'evt_0' }]]) };
  const filter = { revokedAmong: async () => revoked };
  const files = { ofEntries: async () => new Map(), ofAnswered: async () => [] };
  const reply = { ...entry, reply_to: 'm0' };
  const deps = [
    { before: async () => ({ entries: [reply] }) },
    ours,
    new ShortIds(),
    files,
    filter,
  ] as unknown;
  const sut = new TurnMessages(...(deps as ConstructorParameters<typeof TurnMessages>));
  const stored = {
    id: 'evt_2',
    event,
    receivedAt: 2,
    alreadySaid: '',
  } as unknown as StoredEvent<InboundMessage>;
  const quoted = async () => (await sut.withContext(stored, options)).history[0]!.message.replyTo;

  expect(await quoted()).toMatchObject({ full: 'm0', quote: 'for Ben alone' });
  revoked.add('evt_0');
  expect((await quoted())?.quote ?? '').toBe('');
});

it('a quote of a message that is not known here is shown with its author, if they may write here', async () => {
  const quote = (text: string, more: object = {}) => ({ text, sender: 'eve', ...more });
  const known = quote('the words of m1', { messageId: 'm1' });
  const [named, unnamed, hidden] = [
    quote('one', { senderName: 'Eve', messageId: 'm8' }),
    quote('two'),
    quote('three'),
  ];
  const asked: unknown[] = [];
  const filter = {
    revokedAmong: async () => new Set(),
    quotable: async (_event: unknown, quotes: readonly object[]) => {
      asked.push(quotes);
      return new Set(quotes.filter((each) => each !== hidden));
    },
  };
  const deps = [
    { before: async () => ({ entries: [{ ...entry, line: undefined, quotes: [unnamed] }] }) },
    { oursAmong: async () => new Map() },
    new ShortIds(),
    { ofEntries: async () => new Map(), ofAnswered: async () => [] },
    filter,
  ] as unknown;
  const sut = new TurnMessages(...(deps as ConstructorParameters<typeof TurnMessages>));
  const stored = {
    id: 'evt_2',
    event: { ...event, replyTo: 'm1', quotes: [known, named, hidden] },
    receivedAt: 2,
    alreadySaid: '',
  } as unknown as StoredEvent<InboundMessage>;
  const { message, history } = await sut.withContext(stored, options);
  expect(message.quoted).toStrictEqual([{ text: 'one', name: 'Eve' }]);
  expect(history[0]!.message.quoted).toStrictEqual([{ text: 'two' }]);
  expect(asked).toEqual([[named, hidden, unnamed]]);
});
