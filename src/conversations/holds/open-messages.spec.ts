import type { AccountId, ChannelId, ConversationId, InboundMessage } from '../../channels/index.js';
import type { JobQueue, Tx } from '../../persistence/index.js';
import type { PastEventsRepository } from '../inbox/past-events.repository.js';
import {
  type MessagePart,
  payloadOf,
  readPayload,
  type StoredEvent,
  type Utterance,
} from '../inbox/stored-event.js';
import type { TranscriptRepository } from '../transcript/transcript.repository.js';
import type { HoldsInForce } from './holds-in-force.js';
import type { HoldsRepository, OpenMessage } from './holds.repository.js';
import { OpenMessages } from './open-messages.service.js';

const PLACE = {
  channel: 'imbridge' as ChannelId,
  account: 'a' as AccountId,
  conversation: 'chat-1' as ConversationId,
};
const FILE = { id: 'f', name: 'a.txt', mimeType: 'text/plain', bytes: 1 };
const message = (text: string, more: Partial<InboundMessage> = {}) =>
  ({
    kind: 'message',
    channel: PLACE.channel,
    account: PLACE.account,
    conversation: { id: PLACE.conversation, kind: 'direct' },
    text,
    attachments: [],
    ...more,
  }) as unknown as InboundMessage;
const part = (id: string, event: InboundMessage): MessagePart => ({ id, event, receivedAt: 1 });
const tx = {} as Tx;

describe('the messages that were not answered while a conversation was held', () => {
  /** Whether the hold is still there, in the database. */
  let isHeld: boolean;
  /** What the transcript has of the message. */
  let said: string | undefined;
  let isDone: boolean;
  let noted: OpenMessage[];
  let forgotten: unknown[];
  let reopened: unknown[][];
  let jobs: unknown[];
  let sut: OpenMessages;

  beforeEach(() => {
    [isHeld, said, isDone, noted, forgotten, reopened, jobs] = [true, undefined, true, [], [], [], []];
    const holds = {
      noteOpen: async (_tx: Tx, place: object, open: OpenMessage) => {
        expect(place).toMatchObject(PLACE);
        noted.push(open);
        return isHeld;
      },
      find: async (_tx: Tx, { conversation }: typeof PLACE) =>
        isHeld && conversation === PLACE.conversation ? {} : undefined,
    };
    const past = {
      reopen: async (_tx: Tx, id: string, payload: string) => {
        reopened.push([id, readPayload(payload, { id: 'last', receivedAt: 2 })]);
        return isDone;
      },
    };
    const transcript = { asQuestion: async (_tx: Tx, id: string) => (id === 'evt_1' ? said : undefined) };
    sut = new OpenMessages(
      ...([
        holds as unknown as HoldsRepository,
        { forget: (place: unknown) => forgotten.push(place) } as unknown as HoldsInForce,
        past as unknown as PastEventsRepository,
        transcript as unknown as TranscriptRepository,
        { enqueue: async (_tx: Tx, job: unknown) => void jobs.push(job) } as unknown as JobQueue,
      ] as const),
    );
  });

  const stored = (event: InboundMessage, parts?: readonly MessagePart[]) =>
    ({ id: 'evt_1', sessionKey: 's', event, ...(parts && { parts }) }) as unknown as StoredEvent<Utterance>;
  const earlier = [part('evt_a', message('zero')), part('evt_b', message('one'))];
  const last = message('two');

  it.each([
    ['alone', stored(message('one')), payloadOf(message('one'))],
    [
      'with what it continues',
      stored(message('zero\none\ntwo'), [...earlier, part('evt_1', last)]),
      payloadOf(last, earlier),
    ],
    ['without parts as it is', stored(message('one'), []), payloadOf(message('one'))],
  ])('are noted, one %s', async (_, event, payload) => {
    await sut.noteUnanswered(tx, event);
    expect(noted).toEqual([{ eventId: 'evt_1', sessionKey: 's', payload }]);
    expect(forgotten).toEqual([]);
  });

  it('are judged again where the hold is over, which is forgotten here', async () => {
    isHeld = false;
    const noting = sut.noteUnanswered(tx, stored(message('one')));
    await expect(noting).rejects.toMatchObject({ name: 'HandedBackError' });
    expect(forgotten).toMatchObject([PLACE]);
  });

  it('are refused as long as the transaction sees the hold', async () => {
    await expect(sut.refuseHeld(tx, PLACE)).rejects.toMatchObject({ name: 'HeldError' });
    const elsewhere = { ...PLACE, conversation: 'chat-2' as ConversationId };
    await expect(sut.refuseHeld(tx, elsewhere)).resolves.toBeUndefined();
  });

  const open = (payload: string): OpenMessage => ({ eventId: 'evt_1', sessionKey: 's', payload });

  const letter = message('hello', { subject: 'greetings', effect: 'confetti', attachments: [FILE] });
  const SAID = '[subject: greetings]\nhello\n[sent with the effect confetti]';
  const { subject: _subject, effect: _effect, ...plain } = letter;

  it.each([
    ['as they are', SAID, letter],
    [
      'as they are, with files that could not be fetched',
      `${SAID}\n[attachment: a.txt (text/plain, unavailable: gone)]`,
      letter,
    ],
    [
      'as their author last left them, with their files',
      'good bye\n[attachment: a.txt (text/plain)]',
      { ...plain, text: 'good bye' },
    ],
  ])('wait again %s', async (_, text, event) => {
    said = text;
    expect(await sut.reopen(tx, open(payloadOf(letter)))).toBe(true);
    expect(reopened).toEqual([['evt_1', { event }]]);
    expect(jobs).toEqual([{ kind: 'inbound', key: 's', payload: { eventId: 'evt_1' } }]);
  });

  it.each([
    ['as they are', 'two', 'zero\none\ntwo', 'two'],
    ['of which the last was changed', 'three', 'zero\none\nthree', 'three'],
  ])('wait again with what they continue, %s', async (_, text, all, own) => {
    said = text;
    expect(await sut.reopen(tx, open(payloadOf(last, earlier)))).toBe(true);
    expect(reopened).toEqual([
      [
        'evt_1',
        { event: message(all), parts: [...earlier, { id: 'last', receivedAt: 2, event: message(own) }] },
      ],
    ]);
  });

  it('wait again as they are where they are answers of a card', async () => {
    said = 'another text';
    const event = { ...message(''), kind: 'card-answer', values: { a: 1 } } as never;
    await sut.reopen(tx, open(payloadOf(event)));
    expect(reopened).toEqual([['evt_1', { event }]]);
  });

  it('are not answered where they were taken back, or are no longer stored as done', async () => {
    expect(await sut.reopen(tx, open(payloadOf(letter)))).toBe(false);
    expect(reopened).toEqual([]);
    said = SAID;
    isDone = false;
    expect(await sut.reopen(tx, open(payloadOf(letter)))).toBe(false);
    expect(jobs).toEqual([]);
  });
});
