import type { Assistant } from '../../assistant/index.js';
import type { ConnectorRegistry, InboundEvent } from '../../channels/index.js';
import type { MessagesConfig } from '../../config/index.js';
import type { NamedMessages, ReplyWish } from '../../conversations/index.js';
import type { Outbox } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import { Reply, type ReplyText } from './reply.service.js';

const TARGET = { channel: 'fake', account: 'one', conversation: 'g' };
const EVENT = {
  channel: 'fake',
  account: 'one',
  kind: 'message',
  messageId: 'm1',
  conversation: { id: 'g', kind: 'group' },
} as unknown as InboundEvent;

interface World {
  readonly features?: object;
  /** What the id of a message is found to be. */
  readonly named?: unknown;
  readonly responsePrefix?: string;
  readonly chunkLimit?: number;
}

function replyWith({ features = { reply: 'full' }, named, responsePrefix, chunkLimit = 20 }: World = {}) {
  const asked: unknown[] = [];
  const registry = {
    get: () => ({ capabilities: () => ({ text: { maxChars: 100 }, features }) }),
    account: () => ({ text: { chunkLimit, chunkMode: 'length' } }),
  };
  const find = async (...named_: readonly unknown[]) => {
    asked.push(named_);
    return named;
  };
  const put: unknown[] = [];
  const outbox = { newId: () => 'dlv_1', add: async (_tx: Tx, delivery: object) => put.push(delivery) };
  const sut = new Reply(
    registry as unknown as ConnectorRegistry,
    { responsePrefix } as MessagesConfig,
    { describe: (id: string) => ({ id, model: 'small' }) } as unknown as Assistant,
    outbox as unknown as Outbox,
    { find } as unknown as NamedMessages,
  );
  return { sut, asked, put };
}
const reply = (text: string, more: object = {}): ReplyText => ({
  eventId: 'evt_1',
  sessionKey: 'agent:main:s',
  author: 'assistant',
  isFirst: true,
  text,
  ...more,
});

describe('the message that an answer replies to', () => {
  const linkOf = (wish: ReplyWish | undefined, world: World = {}, event = EVENT) =>
    replyWith(world).sut.linkFor(event, wish);

  it('is that of the turn, or the one that the model names, with its part', async () => {
    expect(await linkOf('current')).toEqual({ replyTo: 'm1' });
    const { sut, asked } = replyWith({ named: { messageId: 'm0' } });
    expect(await sut.linkFor(EVENT, { id: '7' })).toStrictEqual({ replyTo: 'm0' });
    expect(asked).toEqual([[TARGET, '7']]);
    const named = { messageId: 'm0', part: 2 };
    expect(await linkOf({ id: '7' }, { named })).toEqual({ replyTo: 'm0', replyPart: 2 });
  });

  it.each<[string, ReplyWish | undefined, World, object]>([
    ['none is wished for', undefined, {}, {}],
    ['the channel has no replies', 'current', { features: {} }, {}],
    ['answers stand in threads', 'current', { features: { reply: 'full', threads: 'full' } }, {}],
    ['there is no message to answer', 'current', {}, { kind: 'prompt' }],
    ['it is not known any more', { id: '7' }, { named: 'forgotten' }, {}],
  ])('is none where %s', async (_, wish, world, more) => {
    expect(await linkOf(wish, world, { ...EVENT, ...more })).toEqual({});
  });
});

describe('an answer that is shown while it is written', () => {
  /** All but the last word is stable. */
  const stableLength = (text: string) => Math.max(0, text.lastIndexOf(' '));
  const viewOf = (text: string, asked = 0, world: World = {}) =>
    replyWith(world).sut.view(EVENT, reply(text), { asked, stableLength });

  it('is settled but for its last word, and white space behind it settles that', () => {
    expect(viewOf('one two')).toEqual({ settled: 3, full: undefined });
    expect(viewOf('one two ')).toEqual({ settled: 7, full: undefined });
    expect(viewOf('\n ')).toEqual({ settled: 0, full: undefined });
  });

  it('is full where its first message ends, and no earlier than what was asked for', () => {
    const text = 'one two three four five six';
    expect(viewOf(text)).toEqual({ settled: 23, full: 18 });
    expect(viewOf(text, 19)).toEqual({ settled: 23, full: 19 });
    expect(viewOf(text, 10)).toEqual({ settled: 23, full: 18 });
  });

  it('is counted without its prefix, and with the line ends before it', () => {
    const world = { responsePrefix: '[{agent}]' };
    expect(viewOf('\n\none two', 0, world)).toEqual({ settled: 5, full: undefined });
    expect(viewOf('one two three four five six', 0, world)).toEqual({ settled: 23, full: 13 });
  });

  it('ends before code that its first message would end in, and never before its begin', () => {
    const code = (line: string) => `\`\`\`\n${`${line}\n`.repeat(20)}\`\`\``;
    const world = { chunkLimit: 100 };
    expect(viewOf(code('one two'), 0, world)).toEqual({ settled: 159, full: 87 });
    const withPrefix = { ...world, responsePrefix: '[{agent} {model}]' };
    expect(viewOf(code('without'), 0, withPrefix).full).toBe(0);
  });

  it.each([
    ['one two', {}, '[main small] one two'],
    ['one two', { model: 'large' }, '[main large] one two'],
    ['```js\n1\n```', {}, '[main small]\n```js\n1\n```'],
    ['one two', { isFirst: false }, 'one two'],
    ['', {}, ''],
  ])('begins with the prefix, on a line of its own before code: %j %j', (text, more, shown) => {
    expect(replyWith({ responsePrefix: '[{agent} {model}]' }).sut.shown(reply(text, more))).toBe(shown);
  });
});

describe('an answer in the outbox', () => {
  const TEXT = 'one two three four five six';
  const link = { replyTo: 'm0' } as ReplyText['link'];
  const putOf = async (more: object, world: World = {}, text = TEXT) => {
    const { sut, put } = replyWith(world);
    const { firstId, written } = sut.addTo({} as Tx, EVENT, reply(text, more));
    await written;
    return [firstId, ...put];
  };
  const delivery = (content: object, more: object = {}) => ({
    target: TARGET,
    author: 'assistant',
    eventId: 'evt_1',
    content: { kind: 'text', ...content },
    ...more,
  });

  it('is in as many messages as it needs, of which the first replies and has its id; in none without text', async () => {
    const [first, second] = [{ text: 'one two three four' }, { text: 'five six' }];
    const id = { id: 'dlv_1' };
    expect(await putOf({ link })).toStrictEqual([
      'dlv_1',
      delivery({ ...first, ...link }, id),
      delivery(second),
    ]);
    expect(await putOf({ link, isFirst: false })).toStrictEqual([
      'dlv_1',
      delivery(first, id),
      delivery(second),
    ]);
    expect(await putOf({ link }, {}, ' ')).toEqual([undefined]);
  });

  it('completes its stream with all that the stream was to show, counted with the prefix', async () => {
    const stream = { id: 'a', openedAt: 1, updatedAt: 5, updates: 2, shown: 13, asked: 19 };
    const completed = (text: string, shown: number) =>
      delivery({ text, stream: { id: 'a', shown, updatedAt: 5 } }, { id: 'dlv_1' });
    expect(await putOf({ stream })).toEqual([
      'dlv_1',
      completed('one two three four ', 13),
      delivery({ text: 'five six' }),
    ]);
    const world = { responsePrefix: '[{agent}]' };
    expect(await putOf({ stream }, world)).toEqual([
      'dlv_1',
      completed('[main] one two three four ', 20),
      delivery({ text: 'five six' }),
    ]);
    // What is whole in the first message is not cut where the stream was.
    expect((await putOf({ stream: { ...stream, shown: 0, asked: 9 } }, world))[1]).toEqual(
      completed('[main] one two three', 0),
    );
  });
});
