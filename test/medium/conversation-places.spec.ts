import type {
  AccountId,
  ChannelId,
  ConversationId,
  ConversationRef,
  RemoteMessageId,
} from '../../src/channels/index.js';
import { DEFAULT_ACCOUNT, targetOf } from '../../src/channels/index.js';
import { LoopBreaks } from '../../src/conversations/gate/loops/loop-breaks.repository.js';
import { JoinsRepository } from '../../src/conversations/inbox/joins.repository.js';
import { PastEventsRepository } from '../../src/conversations/inbox/past-events.repository.js';
import { Polls } from '../../src/conversations/outgoing/polls/polls.repository.js';
import { KnownMessagesRepository } from '../../src/conversations/transcript/known-messages.repository.js';
import { TranscriptRepository } from '../../src/conversations/transcript/transcript.repository.js';
import { DATABASES } from '../support/databases.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

type Place = ReturnType<typeof targetOf>;

describe.each(DATABASES)('what is stored of a conversation on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  const inboxKey = 'msg:one';
  const messageId = 'one' as RemoteMessageId;

  /** A conversation with a message, a poll and a loop break; one more message waits there. */
  const begin = async (): Promise<Place> => {
    p = await world.start();
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open' };
    await p.connector.receive('ann', 'one', { messageId, inboxKey, sequence: 5 });
    await world.idle();
    const event = p.connector.message('ann', '');
    const [place, at] = [targetOf(event), Date.now()];
    const loop = { rounds: 1, times: 1, brokenAt: at, endsAt: at };
    await p.module.get(LoopBreaks, { strict: false }).replaceLast(event, loop);
    const poll = { id: 'poll_1', target: place, deliveryId: 'dlv_1', createdBy: 'assistant', createdAt: at };
    const words = { question: 'When?', options: ['Monday', 'Friday'], maxSelections: 1 };
    const polls = p.module.get(Polls, { strict: false });
    await p.db.transaction((tx) => polls.insert(tx, { ...poll, ...words }));
    await p.queue.stop(0);
    await p.connector.receive('ann', 'two', { inboxKey: 'msg:two' });
    return place;
  };

  /** What is found there, by what looks for it. */
  const foundAt = async ({ channel, account, conversation }: Place) => {
    const place = { channel, account, conversation };
    const ref: ConversationRef = { id: conversation, kind: 'direct' };
    const event = { ...p.connector.message('ann', ''), channel, account, conversation: ref };
    const of = <T>(type: new (...args: never[]) => T): T => p.module.get<T>(type, { strict: false });
    const [transcript, known, past] = [
      of(TranscriptRepository),
      of(KnownMessagesRepository),
      of(PastEventsRepository),
    ];
    return p.db.transaction(async (tx) => ({
      sessions: (await transcript.sessionsAt(tx, place)).length,
      lastSession: (await known.lastSession(tx, place)) !== undefined,
      waiting: (await of(JoinsRepository).waitingWith(tx, { id: 'evt_1', event }, 'msg:two')) !== undefined,
      lines: await transcript.hasAny(place),
      message: await known.holds(place, messageId),
      poll: (await of(Polls).findIn(place, 'poll_1')).length,
      polls: (await of(Polls).lastIn(place, 5)).length,
      loop: (await of(LoopBreaks).find(event)) !== undefined,
      event: (await past.known({ channel, account, inboxKey })) !== undefined,
      sequences: await past.sequencesBetween({ channel, account, after: 4, before: 6 }),
    }));
  };
  const ALL = {
    sessions: 1,
    lastSession: true,
    waiting: true,
    lines: true,
    message: true,
    poll: 1,
    polls: 1,
    loop: true,
    event: true,
    sequences: [5],
  };
  const NONE = {
    sessions: 0,
    lastSession: false,
    waiting: false,
    lines: false,
    message: false,
    poll: 0,
    polls: 0,
    loop: false,
    event: false,
    sequences: [],
  };

  it.each([
    ['channel', { channel: 'other' as ChannelId }, NONE],
    ['account', { account: 'other' as AccountId }, NONE],
    // Connectors number and name events within the account.
    [
      'conversation',
      { conversation: 'chat-ben' as ConversationId },
      { ...NONE, event: true, sequences: [5] },
    ],
  ])('is not found at another %s', async (_field, other, found) => {
    const place = await begin();
    expect(place.account).toBe(DEFAULT_ACCOUNT);
    expect(await foundAt(place)).toEqual(ALL);
    expect(await foundAt({ ...place, ...other })).toEqual(found);
  });
});
