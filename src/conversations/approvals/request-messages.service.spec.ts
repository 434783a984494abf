import type { ConnectorRegistry, OutboundContent, Target } from '../../channels/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import type { Outbox } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import type { OrderLookup } from '../outgoing/order-lookup.service.js';
import type { ApprovalRequest, AskedIn } from './approval.js';
import type { Deciders } from './deciders.service.js';
import { inMessages, RequestMessages } from './request-messages.service.js';

const SIGNAL = new AbortController().signal;
const askedIn = {
  channel: 'fake',
  account: 'one',
  conversation: { id: 'g', kind: 'group' },
  thread: 't',
  sender: { id: 'ann' },
  accessKeys: [],
} as unknown as AskedIn;
const requestOf = (input: object) =>
  ({
    id: 'apr_1',
    code: 'K7QX4M',
    agentId: 'main',
    askedIn,
    eventId: 'evt_1',
    expiresAt: 9,
    call: { provider: 'mcp.desk', tool: 'create', input: JSON.stringify(input) },
  }) as unknown as ApprovalRequest;
const placeOf = (conversation: string, more: object = {}) =>
  ({ channel: 'fake', account: 'one', conversation, ...more }) as unknown as Target;

/** @param nobodyIn the conversation in which no one may decide */
function messagesWith({
  to = [] as string[],
  nobodyIn = '',
  isFull = false,
  chunkLimit = 9_000,
  maxChars = 9_000,
}) {
  const sent: unknown[] = [];
  const looked: unknown[] = [];
  const registry = {
    find: (channel: string) => (channel === 'fake' ? { channel } : undefined),
    accountNamed: (_channel: string, name: string | undefined) => ({ account: name ?? 'one' }),
    get: () => ({
      capabilities: () => ({ text: { maxChars }, features: { approval: isFull ? 'full' : 'none' } }),
    }),
    account: () => ({ text: { chunkLimit } }),
  };
  const lookup = {
    place: async (...asked: readonly unknown[]) => {
      looked.push(asked);
      const [, target] = asked;
      if (target === 'gone') return undefined;
      return target === 'odd' ? { text: 'no such place' } : { conversation: target };
    },
  };
  const outbox = {
    add: async (_tx: Tx, delivery: { readonly content: OutboundContent }) => {
      sent.push(delivery);
      return `dlv_${sent.length}`;
    },
  };
  const sut = new RequestMessages(
    { get: () => ({ to }) } as unknown as GatehouseConfig,
    registry as unknown as ConnectorRegistry,
    lookup as unknown as OrderLookup,
    outbox as unknown as Outbox,
    { isAnybodyAt: ({ conversation }: Target) => conversation !== nobodyIn } as unknown as Deciders,
  );
  const send = (request: ApprovalRequest, ...places: readonly Target[]) =>
    sut.send({} as Tx, request, places);
  return { sut, send, sent, looked };
}

describe('a request for an approval', () => {
  it('is shown where the question was asked, if someone there may decide', async () => {
    const { sut, looked } = messagesWith({});
    expect(await sut.placesFor(askedIn, SIGNAL)).toEqual([placeOf('g', { thread: 't' })]);
    expect(looked).toEqual([]);
    expect(await messagesWith({ nobodyIn: 'g' }).sut.placesFor(askedIn, SIGNAL)).toEqual([]);
  });

  it('is shown only where the settings say, if they do', async () => {
    const to = ['fake:ops', 'fake/two:boss', 'other:ops', 'fake:gone', 'fake:odd', 'fake:empty'];
    const { sut, looked } = messagesWith({ to, nobodyIn: 'empty' });
    expect(await sut.placesFor(askedIn, SIGNAL)).toEqual([
      placeOf('ops'),
      placeOf('boss', { account: 'two' }),
    ]);
    expect(looked.slice(0, 2)).toEqual([
      [{ channel: 'fake', account: 'one' }, 'ops', SIGNAL],
      [{ channel: 'fake', account: 'two' }, 'boss', SIGNAL],
    ]);
  });

  const commands = 'To answer: 👍 or 👎, /approve K7QX4M, /approve K7QX4M hour, or /deny K7QX4M reason';
  const title = 'main wants to call create of desk for ann';
  const from = { author: 'gateway', eventId: 'evt_1' };

  it('is a card where the channel has them, with its time', async () => {
    const { send, sent } = messagesWith({ isFull: true });
    expect(await send(requestOf({ a: 1 }), placeOf('g'))).toEqual([
      { target: placeOf('g'), deliveryId: 'dlv_1' },
    ]);
    const facts = [{ name: 'a', value: '1' }];
    const text = `${title}\na: 1\n${commands}`;
    const content = { kind: 'approval', approvalId: 'apr_1', title, facts, commands, text, expiresAt: 9 };
    expect(sent).toEqual([{ ...from, target: placeOf('g'), content }]);
  });

  it.each([
    ['channel', { maxChars: 100 }],
    ['account', { chunkLimit: 100 }],
  ])(
    'is a text in as many messages as the %s needs, of which the last can be answered',
    async (_, limits) => {
      const { send, sent } = messagesWith(limits);
      expect(await send(requestOf({ a: 1 }), placeOf('g'), placeOf('h'))).toEqual([
        { target: placeOf('g'), deliveryId: 'dlv_2' },
        { target: placeOf('h'), deliveryId: 'dlv_4' },
      ]);
      const contents = [
        { kind: 'text', text: `${title}\na: 1` },
        { kind: 'text', text: commands, approvalId: 'apr_1' },
      ];
      expect(sent).toEqual(
        ['g', 'h'].flatMap((place) =>
          contents.map((content) => ({ ...from, target: placeOf(place), content })),
        ),
      );
    },
  );

  it('that is too long is mentioned, and can be answered nowhere', async () => {
    const { send, sent } = messagesWith({ isFull: true });
    expect(await send(requestOf({ a: 'x'.repeat(8_000) }), placeOf('g'))).toEqual([]);
    const text = expect.stringContaining('too long') as string;
    expect(sent).toEqual([{ ...from, target: placeOf('g'), content: { kind: 'text', text } }]);
  });
});

describe('a text in messages', () => {
  it.each([
    ['one\ntwo', 7, ['one\ntwo']],
    ['one\ntwo', 6, ['one', 'two']],
    ['one\ntwo\nsix', 7, ['one\ntwo', 'six']],
    ['123456\n7', 6, ['123456', '7']],
    ['1234567', 6, ['12345…', '…67']],
    ['123456789012', 6, ['12345…', '…6789…', '…012']],
    // Not within a character.
    ['1234😀67', 6, ['1234…', '…😀67']],
    ['', 6, ['']],
  ])('is cut at its lines, else within them, and every character is in one: %j', (text, limit, messages) => {
    expect(inMessages(text, limit)).toEqual(messages);
  });
});
