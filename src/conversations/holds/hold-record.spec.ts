import { FakeClock } from '../../../test/support/fake-clock.js';
import type { AuditLog } from '../../access-control/index.js';
import type { AccountId, ChannelId, ConversationId } from '../../channels/index.js';
import type { Database, Tx } from '../../persistence/index.js';
import type { SessionRouter } from '../sessions/session-router.js';
import type { TranscriptRepository } from '../transcript/transcript.repository.js';
import { type Hold, HoldsRepository } from './holds.repository.js';
import { HoldRecord } from './hold-record.service.js';

const ACTOR = { id: 'token:ops', role: 'operator' } as const;
const place = {
  channel: 'imbridge' as ChannelId,
  account: 'a' as AccountId,
  conversation: 'chat-1' as ConversationId,
};
const SINCE = Date.UTC(2026, 10, 28, 9, 5, 59);
const OPEN: Hold = { ...place, since: SINCE, until: null, by: 'token:ops', note: null };
const [BEGUN, SINCE_TEXT] = [
  { channel: 'imbridge', account: 'a', conversation_id: 'chat-1' },
  '2026-11-28T09:05:59.000Z',
];
const LIMITED: Hold = { ...OPEN, until: Date.UTC(2026, 10, 28, 11), note: 'refund' };
const UNTIL_TEXT = '2026-11-28T11:00:00.000Z';
const tx = {} as Tx;

describe('the record of a hold', () => {
  let id: string | undefined;
  let sessions: string[];
  let isServed: boolean;
  let acts: unknown[];
  let told: unknown[];
  let sut: HoldRecord;

  beforeEach(() => {
    [id, sessions, isServed, acts, told] = ['cnv_1', ['s1', 's2'], true, [], []];
    const audit = { record: async (_tx: Tx, ...act: unknown[]) => void acts.push(act) };
    const transcript = {
      sessionsAt: async () => sessions,
      appendHappening: async (_tx: Tx, entry: unknown) => void told.push(entry),
    };
    const router = {
      serves: (channel: string) => isServed && channel === 'imbridge',
      sessionAt: ({ conversation }: Hold) => `session of ${conversation}`,
    };
    const holds = new HoldsRepository({} as Database, new FakeClock(7));
    holds.idOf = async () => id;
    sut = new HoldRecord(
      audit as unknown as AuditLog,
      transcript as unknown as TranscriptRepository,
      router as unknown as SessionRouter,
      holds,
    );
  });

  it.each([
    {
      what: 'its terms where it begins',
      hold: OPEN,
      before: undefined,
      details: { since: SINCE_TEXT },
      change: { before: {}, after: { until: null, note: null, by: 'token:ops' } },
    },
    {
      what: 'what is new of them where it is changed',
      hold: LIMITED,
      before: OPEN,
      details: { since: SINCE_TEXT, until: UNTIL_TEXT },
      change: { before: { until: null, note: null }, after: { until: UNTIL_TEXT, note: 'refund' } },
    },
  ])('has $what', async ({ hold, before, details, change }) => {
    await sut.held(tx, ACTOR, hold, before);
    const subject = { action: 'conversation.held', subject: 'cnv_1' };
    expect(acts).toEqual([[ACTOR, { ...subject, details: { ...BEGUN, ...details }, change }]]);
  });

  it.each([
    ['what is answered', 'evt_1', { answers: 'evt_1' }],
    ['nothing of an answer where there is none', undefined, {}],
  ])('has its terms at its end, and %s', async (_, answers, more) => {
    id = undefined;
    await sut.released(tx, ACTOR, LIMITED, answers);
    const change = { before: { until: UNTIL_TEXT, note: 'refund', by: 'token:ops' }, after: {} };
    const details = { ...BEGUN, since: SINCE_TEXT, ...more };
    expect(acts).toStrictEqual([
      [ACTOR, { action: 'conversation.released', subject: 'chat-1', details, change }],
    ]);
  });

  it('is noted for the assistant in each of its sessions there, to the minute', async () => {
    await sut.tellBeginning(tx, OPEN);
    const entry = { place, at: 7, author: 'gateway', eventId: expect.stringMatching(/^evt_/) };
    const text =
      'A person has taken over this conversation from you: until it is handed back, people answer here in your place.';
    expect(told).toEqual(['s1', 's2'].map((sessionKey) => ({ ...entry, sessionKey, text })));
    told = [];
    sessions = ['s1'];
    await sut.tellEnd(tx, OPEN, Date.UTC(2026, 10, 29, 10, 59, 59));
    const end =
      'A person held this conversation from 2026-11-28 09:05 to 2026-11-29 10:59 UTC and answered in your place. ' +
      'They have handed it back: it is your turn again, so answer as before.';
    expect(told).toEqual([{ ...entry, sessionKey: 's1', text: end }]);
  });

  it('is told to the session that will be there where none is yet, and to none that an agent has', async () => {
    sessions = [];
    await sut.tellBeginning(tx, OPEN);
    expect(told).toMatchObject([{ sessionKey: 'session of chat-1' }]);
    isServed = false;
    await sut.tellBeginning(tx, OPEN);
    expect(told).toHaveLength(1);
    sessions = ['s1'];
    await sut.tellBeginning(tx, OPEN);
    expect(told).toMatchObject([{}, { sessionKey: 's1' }]);
  });
});
