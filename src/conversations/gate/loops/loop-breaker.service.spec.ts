import { Registry } from 'prom-client';
import type { InboundMessage } from '../../../channels/index.js';
import type { Clock } from '../../../common/index.js';
import type { MessagesConfig } from '../../../config/index.js';
import type { StoredEvent } from '../../inbox/stored-event.js';
import { LoopBreaker, RecentTalk } from './loop-breaker.service.js';
import type { LoopBreak, LoopBreaks, NewLoopBreak } from './loop-breaks.repository.js';
import type { Round } from './loop-rounds.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const messageOf = (id: string, receivedAt: number, more: object = {}) => {
  const event = {
    channel: 'fake',
    account: 'one',
    conversation: { id: 'c', kind: 'direct' },
    text: id,
    ...more,
  };
  return { id, receivedAt, event } as unknown as StoredEvent<InboundMessage>;
};

describe('the recent messages of a conversation', () => {
  const TWO = { count: 3, withinMs: 100 };
  const record = (talk: RecentTalk, id: string, at: number, more: object = {}) => {
    const { isFirst, isBusy, isDue } = talk.recordMessage(messageOf(id, at, more), TWO);
    return [isFirst && 'first', isBusy && 'busy', isDue && 'due'].filter((each) => each !== false).join(' ');
  };

  it('are worth a query when as many came within the time, or since the last', () => {
    const talk = new RecentTalk();
    const at = [0, 50, 100, 101, 250, 400, 600, 800];
    expect(at.map((each) => record(talk, `m${each}`, each))).toEqual([
      'first',
      '',
      'busy due',
      'busy',
      '',
      '',
      'due',
      '',
    ]);
  });

  it('count each message once, however often it is judged', () => {
    const talk = new RecentTalk();
    expect(['a', 'a', 'a', 'b', 'b', 'c'].map((id) => record(talk, id, 0))).toEqual([
      'first',
      '',
      '',
      '',
      '',
      'busy due',
    ]);
  });

  it.each([
    ['channel', { channel: 'other' }],
    ['account', { account: 'two' }],
    ['conversation', { conversation: { id: 'd', kind: 'direct' } }],
  ])('are those of one %s', (_, elsewhere) => {
    const talk = new RecentTalk();
    record(talk, 'a', 0);
    record(talk, 'b', 0);
    expect(record(talk, 'c', 0, elsewhere)).toBe('first');
    expect(record(talk, 'd', 0)).toBe('busy due');
  });

  it('stay busy for one message, however late, once that is known', () => {
    const talk = new RecentTalk();
    talk.keepBusy(messageOf('a', 0));
    expect(record(talk, 'a', 0)).toBe('first');
    talk.keepBusy(messageOf('a', 0));
    expect([record(talk, 'b', 9_000), record(talk, 'c', 99_000)]).toEqual(['busy', '']);
  });

  it('are forgotten with a person, and of the oldest of more than 10,000 conversations', () => {
    const talk = new RecentTalk();
    const chat = (id: string) => ({ conversation: { id, kind: 'direct' } });
    record(talk, 'a', 0, chat('ann'));
    record(talk, 'b', 0, chat('ben'));
    talk.forget(['ann']);
    expect([record(talk, 'c', 0, chat('ann')), record(talk, 'd', 0, chat('ben'))]).toEqual(['first', '']);
    for (let number = 0; number < 9_999; number++) record(talk, 'e', 0, chat(`chat-${number}`));
    expect([record(talk, 'f', 0, chat('ben')), record(talk, 'g', 0, chat('ann'))]).toEqual([
      'busy due',
      'first',
    ]);
  });
});

describe('the loop breaker', () => {
  /** @param rounds of the sender that are stored, each answered at once and said 10 ms after the answer before */
  function breakerWith({
    stored = 0,
    last = undefined as Partial<LoopBreak> | undefined,
    now = 0,
    rounds = 8,
  }) {
    const asked: { since: number; rounds: number }[] = [];
    const begun: NewLoopBreak[] = [];
    let looks = 0;
    const breaks = {
      find: async () => {
        looks++;
        return last as LoopBreak | undefined;
      },
      roundsWith: async (_event: object, span: { since: number; rounds: number }) => {
        asked.push(span);
        return Array.from({ length: stored }, (_, index): Round => {
          const receivedAt = now - 10 * (index + 1);
          return { receivedAt, answeredAt: receivedAt, text: `m${index}`, answer: '' };
        });
      },
      replaceLast: async (_event: object, change: NewLoopBreak) => {
        begun.push(change);
        return 'lpb_1';
      },
    };
    const loopBreaker = { rounds, windowMinutes: 10, pauseMs: 1_500, breakMinutes: 15 };
    const breaker = new LoopBreaker(
      new Registry(),
      breaks as unknown as LoopBreaks,
      { loopBreaker } as unknown as MessagesConfig,
      { now: () => now } as unknown as Clock,
    );
    let messages = 0;
    const write = () => breaker.cutsOff(messageOf(`n${messages++}`, now));
    return { breaker, write, asked, begun, looks: () => looks };
  }

  it('looks at the first message of a conversation, and counts rounds from the next on that is worth it', async () => {
    const { write, asked, looks } = breakerWith({ stored: 7, now: 4 * DAY_MS });
    expect([await write(), looks(), asked]).toEqual([false, 1, []]);
    expect([await write(), looks(), asked]).toEqual([false, 2, [{ since: DAY_MS, rounds: 8 }]]);
  });

  it('does nothing with rounds at 0', async () => {
    const { breaker, write, looks } = breakerWith({ stored: 9, rounds: 0, last: { endsAt: 9 } });
    expect([await write(), await write(), await breaker.isBroken(messageOf('a', 0).event)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(looks()).toBe(0);
  });

  const NOW = 9 * DAY_MS;
  it.each<[string, Partial<LoopBreak> | undefined, number, number]>([
    ['none before', undefined, 1, 15],
    ['one that has just ended', { endsAt: NOW, times: 1 }, 2, 30],
    ['three before', { endsAt: NOW - DAY_MS + 1, times: 3 }, 4, 120],
    ['one a day ago', { endsAt: NOW - DAY_MS, times: 3 }, 1, 15],
    ['ten before', { endsAt: NOW, times: 10 }, 11, 24 * 60],
    ['one that an operator has ended', { endsAt: NOW, times: 0 }, 1, 15],
  ])('breaks a loop that had %s for its time', async (_, last, times, minutes) => {
    const { write, begun, asked } = breakerWith({ stored: 8, now: NOW, last });
    expect([await write(), await write()]).toEqual([false, true]);
    const endsAt = NOW + minutes * MINUTE_MS;
    expect(begun).toEqual([{ rounds: 8, times, brokenAt: NOW, endsAt }]);
    expect(asked[0]!.since).toBe(Math.max(NOW - 3 * DAY_MS, last?.endsAt ?? 0));
  });

  it('answers nothing until the break is over, by the clock', async () => {
    const during = breakerWith({ now: 5, last: { endsAt: 6 } });
    expect([await during.write(), await during.write(), during.asked]).toEqual([true, true, []]);
    expect(await during.breaker.isBroken(messageOf('a', 0).event)).toBe(true);
    const after = breakerWith({ now: 6, last: { endsAt: 6 } });
    expect([await after.write(), await after.breaker.isBroken(messageOf('a', 0).event)]).toEqual([
      false,
      false,
    ]);
    expect(await breakerWith({}).breaker.isBroken(messageOf('a', 0).event)).toBe(false);
  });
});
