import type { AccountSettings, RemoteMessageId } from '../../src/channels/index.js';
import { DATABASES } from '../support/databases.js';
import {
  type Asked,
  askApproval,
  ASKING,
  approvalOf,
  group,
  withoutFollowUps,
} from '../support/asked-approval.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { hangingAnswer, inboundEventsIn, type Pipeline, transcriptIn } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const ALLOWED = 'Allowed by ann: create_issue of linear (K7Q3WXYR).';
const REFUSED = 'Refused by ann: create_issue of linear (K7Q3WXYR).';
const OPERATORS_ONLY = 'Only operators may decide about this: people whom the allow list names.';
const MENTIONS = { groupChat: { mentionPatterns: ['\\bbot\\b'] } };

describe.each(DATABASES)('answers to approvals on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  let followUps: string[];
  const idle = () => world.idle();

  const start = async (settings: Partial<AccountSettings> = {}, config: object = {}) => {
    followUps = [];
    const session = { dmScope: 'per-sender' };
    p = await world.start({
      config: { ...ASKING, messages: MENTIONS, session, ...config },
      prepare: withoutFollowUps(followUps),
      settings: { dmPolicy: 'open', groupPolicy: 'open', allowFrom: only('ann', 'ben'), ...settings },
    });
  };
  /** The texts that come back to a place for something that happens there. */
  const saidIn = async (place: string, happens: () => Promise<unknown>) => {
    await idle();
    const before = p.connector.textsIn(place).length;
    await happens();
    await idle();
    return p.connector.textsIn(place).slice(before);
  };
  const saidTo = (person: string, happens: () => Promise<unknown>) => saidIn(`chat-${person}`, happens);
  const ends = async () => (await inboundEventsIn(p.db)).map(({ outcome, reason }) => reason ?? outcome);
  const stateOf = async (asked: Asked) => (await approvalOf(p, asked)).state;
  const inGroup = { conversation: group('g') };

  const ways: [string, (asked: Asked, isYes: boolean) => Promise<unknown>, string][] = [
    ['a button', ({ id }, isYes) => p.connector.decides('ann', id, isYes ? 'allow' : 'deny'), 'approval'],
    [
      'a reaction',
      (asked, isYes) => p.connector.reacts('ann', asked.messageId, isYes ? '👍🏽' : '👎'),
      'approval',
    ],
    [
      'a reply',
      ({ messageId }, isYes) => p.connector.receive('ann', isYes ? ' Yes. ' : 'no!', { replyTo: messageId }),
      'approval',
    ],
    [
      'a command',
      ({ code }, isYes) => p.connector.receive('ann', `/${isYes ? 'approve' : 'deny'} ${code}`),
      '',
    ],
  ];
  describe.each(ways)('by %s', (_way, answer, outcome) => {
    it('allow a call, which is confirmed once, and reach no model', async () => {
      await start();
      const asked = await askApproval(p);
      expect(await saidTo('ann', () => answer(asked, true))).toEqual([ALLOWED]);
      expect(await approvalOf(p, asked)).toMatchObject({
        ...{ state: 'approved', decidedBy: 'sender:fake:ann', decidedByName: 'ann' },
      });
      expect(followUps.sort()).toEqual([`call:${asked.id}`, `show:${asked.id}`]);
      expect(await ends()).toEqual([outcome || '/approve']);
      expect(p.runtime.asked).toEqual([]);
      expect(await transcriptIn(p.db)).toEqual([]);
    });

    it('refuse a call, which is told once', async () => {
      await start();
      const asked = await askApproval(p);
      expect(await saidTo('ann', () => answer(asked, false))).toEqual([REFUSED]);
      expect(await stateOf(asked)).toBe('denied');
      expect(followUps).toEqual([`show:${asked.id}`]);
      expect(await ends()).toEqual([outcome || '/deny']);
    });

    it('count only once: whoever is late is told who was first', async () => {
      await start();
      const asked = await askApproval(p);
      await answer(asked, true);
      await idle();
      expect(await saidTo('ann', () => answer(asked, false))).toEqual([ALLOWED]);
      expect(await stateOf(asked)).toBe('approved');
      expect(followUps.filter((each) => each.startsWith('call'))).toHaveLength(1);
      expect((await ends()).at(-1)).toBe(outcome === '' ? '/deny' : 'approval-ended');
    });

    // PR#115301 of the peer: an answer stood behind the turn that waited for it.
    it('do not wait for a running turn', async () => {
      await start();
      const asked = await askApproval(p);
      const hanging = hangingAnswer();
      p.runtime.answer = async (_input, signal) => {
        await hanging.until(signal);
        return 'at last';
      };
      await p.connector.receive('ann', 'think');
      await eventually(() => p.runtime.asked.length === 1);
      await answer(asked, true);
      await eventually(async () => (await stateOf(asked)) === 'approved');
      hanging.letGo();
      await idle();
      expect(p.connector.textsTo('ann').at(-1)).toBe('at last');
      expect(p.runtime.asked).toHaveLength(1);
    });

    // PR#96648 of the peer: an answer was acknowledged, and lost by a restart.
    it('are on disk when they are acknowledged, and are carried out after a restart', async () => {
      await start();
      const asked = await askApproval(p);
      await idle();
      await p.queue.stop(0);
      await answer(asked, true);
      expect(await ends()).toEqual([null]);
      await p.stop();
      await start();
      await eventually(async () => (await stateOf(asked)) === 'approved');
      await idle();
      expect(p.connector.textsTo('ann')).toEqual([ALLOWED]);
    });
  });

  it('by two people at once count once, and both learn the same', async () => {
    await start();
    const asked = await askApproval(p, { conversation: group('g') });
    const said = await saidIn('g', () =>
      Promise.all([
        p.connector.reacts('ann', asked.messageId, '👍', inGroup),
        p.connector.decides('ben', asked.id, 'deny', inGroup),
      ]),
    );
    const { state, decidedByName } = await approvalOf(p, asked);
    const line = state === 'approved' ? 'Allowed' : 'Refused';
    expect(new Set(said)).toEqual(
      new Set([`${line} by ${decidedByName}: create_issue of linear (${asked.code}).`]),
    );
    expect((await ends()).sort()).toEqual(['approval', 'approval-ended']);
  });

  it('that come too late expire the approval, which is told once', async () => {
    await start();
    const asked = await askApproval(p, { expiresAt: Date.now() - 1 });
    expect(await saidTo('ann', () => p.connector.reacts('ann', asked.messageId, '👍'))).toEqual([
      'Nobody answered in time, so it was not done: create_issue of linear (K7Q3WXYR).',
    ]);
    expect(await stateOf(asked)).toBe('expired');
  });

  it('in a group need no mention, and count while a person holds the conversation', async () => {
    await start({}, { session: {} });
    const asked = await askApproval(p, { conversation: group('g') });
    await saidIn('g', () => p.connector.receiveInGroup('g', 'ann', '/hold'));
    const reply = { replyTo: asked.messageId };
    expect(await saidIn('g', () => p.connector.receiveInGroup('g', 'ben', 'yes', reply))).toEqual([
      'Allowed by ben: create_issue of linear (K7Q3WXYR).',
    ]);
  });

  it('of people who may not decide are explained in a direct chat', async () => {
    await start();
    const asked = await askApproval(p, { by: 'eve' });
    const reply = { replyTo: asked.messageId };
    expect(await saidTo('eve', () => p.connector.receive('eve', 'y', reply))).toEqual([OPERATORS_ONLY]);
    expect(await saidTo('eve', () => p.connector.reacts('eve', asked.messageId, '👍'))).toEqual([
      OPERATORS_ONLY,
    ]);
    expect((await saidTo('eve', () => p.connector.receive('eve', `/approve ${asked.code}`)))[0]).toMatch(
      /^\/approve is for operators/,
    );
    expect(await stateOf(asked)).toBe('pending');
    expect(await ends()).toEqual(['approval-not-allowed', 'approval-not-allowed', '/approve']);
  });

  it('of people who may not decide are dropped silently in a group', async () => {
    await start();
    const asked = await askApproval(p, { conversation: group('g') });
    const said = await saidIn('g', async () => {
      await p.connector.reacts('eve', asked.messageId, '👍', inGroup);
      await p.connector.receiveInGroup('g', 'eve', 'yes', { replyTo: asked.messageId });
      await p.connector.decides('eve', asked.id, 'allow', inGroup);
    });
    expect(said).toEqual([]);
    expect(await stateOf(asked)).toBe('pending');
    expect(await ends()).toEqual(Array(3).fill('approval-not-allowed'));
    expect(p.runtime.asked).toEqual([]);
  });

  // PR#148215 of the peer: no approvers configured meant that anybody was one.
  it('of anybody have no effect while nobody may decide', async () => {
    await start({ allowFrom: { anyone: true, keys: new Set(['*']) }, dmPolicy: 'open' });
    const asked = await askApproval(p);
    for (const [, answer] of ways) await answer(asked, true);
    await idle();
    expect(await stateOf(asked)).toBe('pending');
    expect(followUps).toEqual([]);
  });

  it('of the requester count only if they may decide alone', async () => {
    await start({}, { approvals: { byRequester: false } });
    const asked = await askApproval(p, { conversation: group('g') });
    expect(await saidIn('g', () => p.connector.receiveInGroup('g', 'ann', `/approve ${asked.code}`))).toEqual(
      ['Somebody else has to decide about what you have asked for.'],
    );
    expect(await saidIn('g', () => p.connector.reacts('ann', asked.messageId, '👍', inGroup))).toEqual([]);
    expect(await saidIn('g', () => p.connector.reacts('ben', asked.messageId, '👍', inGroup))).toEqual([
      'Allowed by ben: create_issue of linear (K7Q3WXYR).',
    ]);
    expect(await ends()).toEqual(['/approve', 'approval-of-their-own', 'approval']);
  });

  it('of a sender revoked meanwhile are dropped', async () => {
    await start({ dmPolicy: 'allowlist' });
    const asked = await askApproval(p);
    p.connector.settings = { ...p.connector.settings, allowFrom: only('ben') };
    for (const [, answer] of ways) await answer(asked, true);
    await idle();
    expect(await stateOf(asked)).toBe('pending');
    expect(await ends()).toEqual(Array(4).fill('not-allowlisted'));
    expect(p.connector.textsTo('ann')).toHaveLength(1);
  });

  it('from another place than that of the request have no effect', async () => {
    await start();
    const asked = await askApproval(p);
    const elsewhere = ['This approval is not asked for here, so it cannot be answered here.'];
    expect(await saidTo('ben', () => p.connector.receive('ben', `/approve ${asked.code}`))).toEqual(
      elsewhere,
    );
    expect(await saidTo('ben', () => p.connector.decides('ben', asked.id, 'allow'))).toEqual(elsewhere);
    // A message of that id is not ours there, so this is a reaction like any other.
    expect(await saidTo('ben', () => p.connector.reacts('ben', asked.messageId, '👍'))).toEqual([]);
    expect(await stateOf(asked)).toBe('pending');
    expect(await ends()).toEqual(['/approve', 'approval-elsewhere', 'heard']);
  });

  it('from where the request is shown are confirmed there, and a refusal is told where it was asked for too', async () => {
    await start();
    const first = await askApproval(p, { by: 'eve', shownIn: 'chat-ann' });
    expect(await saidTo('ann', () => p.connector.reacts('ann', first.messageId, '👎'))).toEqual([REFUSED]);
    expect(p.connector.textsTo('eve')).toEqual([REFUSED]);
  });

  it('by buttons and reactions are not confirmed where the request shows its end; commands are', async () => {
    await start();
    const first = await askApproval(p);
    const second = await askApproval(p, { code: 'AAAAAAAA' });
    p.connector.features = { approval: 'full' };
    expect(await saidTo('ann', () => p.connector.decides('ann', first.id, 'allow'))).toEqual([]);
    expect(await saidTo('ann', () => p.connector.receive('ann', '/approve AAAAAAAA'))).toEqual([
      'Allowed by ann: create_issue of linear (AAAAAAAA).',
    ]);
    expect(await stateOf(first)).toBe('approved');
    expect(await stateOf(second)).toBe('approved');
  });

  it('for an hour permit the tool to its requester', async () => {
    await start();
    const asked = await askApproval(p, { by: 'eve', conversation: group('g') });
    const said = await saidIn('g', () =>
      p.connector.receiveInGroup('g', 'ann', `/approve ${asked.code} hour`),
    );
    expect(said).toEqual([
      `${ALLOWED} For an hour it is done for eve without asking, in the chat where it was asked for.`,
    ]);
    const rows = await p.db.on().selectFrom('tool_permissions').selectAll().execute();
    expect(rows).toMatchObject([
      { provider: 'mcp.linear', tool: 'create_issue', conversation_id: 'g', sender_id: 'eve' },
    ]);
  });

  it('by command take a code in any case and with its separators, and no other', async () => {
    await start();
    const asked = await askApproval(p);
    for (const code of ['K7Q3WXY', 'K7Q3WXYRR', 'К7Q3WXYR', 'K7Q3WXYR please', 'WXYR', '%', '']) {
      const [text] = await saidTo('ann', () => p.connector.receive('ann', `/approve ${code}`));
      expect(text).toBe(code === '' ? 'Write /approve CODE [hour].' : 'There is no approval with this code.');
    }
    expect(await stateOf(asked)).toBe('pending');
    expect(await saidTo('ann', () => p.connector.receive('ann', '/approve k7q3-wxyr'))).toEqual([ALLOWED]);
  });

  it('by command tell the assistant the reason of a refusal', async () => {
    await start();
    const asked = await askApproval(p);
    await saidTo('ann', () => p.connector.receive('ann', `/deny ${asked.code} not on Fridays`));
    expect(await approvalOf(p, asked)).toMatchObject({ state: 'denied', reason: 'not on Fridays' });
    await saidTo('ann', () => p.connector.receive('ann', 'and now?'));
    expect(JSON.stringify(p.runtime.asked.at(-1)!.history)).toContain('not on Fridays');
  });

  it('are nothing but messages and notices if no approval is asked for', async () => {
    await start();
    const replyTo = 'in-0' as RemoteMessageId;
    await p.connector.receive('ann', 'yes');
    await p.connector.receive('ann', 'no', { replyTo });
    const asked = await askApproval(p);
    await p.connector.reacts('ann', replyTo, '👍');
    await p.connector.reacts('ann', asked.messageId, '❤️');
    await p.connector.happens('ann', {
      ...{ type: 'reaction', messageId: asked.messageId, emoji: '👍', isRemoved: true },
    });
    await p.connector.receive('ann', 'yes, but later', { replyTo: asked.messageId });
    await idle();
    expect(p.runtime.asked.map(({ text }) => text)).toEqual(['yes', 'no', 'yes, but later']);
    expect(await stateOf(asked)).toBe('pending');
    expect(await ends()).toEqual(['turn', 'turn', 'heard', 'heard', 'heard', 'turn']);
  });

  it('that look like answers keep their order among the messages of the session', async () => {
    await start();
    const hanging = hangingAnswer();
    p.runtime.answer = async ({ text }, signal) => {
      if (text === 'first') await hanging.until(signal);
      return `echo: ${text}`;
    };
    await p.connector.receive('ann', 'first');
    await p.connector.receive('ann', 'yes', { replyTo: 'in-1' as RemoteMessageId });
    await p.connector.receive('ann', 'last');
    hanging.letGo();
    await idle();
    expect(p.connector.textsTo('ann')).toEqual(['echo: first', 'echo: yes', 'echo: last']);
  });

  it('belong to no message that the same person writes before or after them', async () => {
    await start({}, { messages: { coalesceMs: 30_000 } });
    const asked = await askApproval(p);
    const near = { continuesWithinMs: 30_000 };
    await p.connector.receive('ann', 'do it');
    await p.connector.receive('ann', 'yes', { replyTo: asked.messageId, ...near });
    await eventually(async () => (await stateOf(asked)) === 'approved');
    await p.queue.stop(0);
    await p.connector.receive('ann', 'yes', { replyTo: asked.messageId });
    await p.connector.receive('ann', 'https://example.org', near);
    const rows = await p.db.on().selectFrom('inbound_events').select(['joined_by']).execute();
    expect(rows.map(({ joined_by }) => joined_by)).toEqual([null, null, null, null]);
  });

  describe('withdrawn', () => {
    it('by /new: those of the session', async () => {
      await start();
      const [own, others] = [await askApproval(p), await askApproval(p, { by: 'ben', code: 'AAAAAAAA' })];
      expect(await saidTo('ann', () => p.connector.receive('ann', '/new'))).toEqual([
        'A new session begins. What waited for a yes is withdrawn.',
      ]);
      expect([await stateOf(own), await stateOf(others)]).toEqual(['withdrawn', 'pending']);
      expect(await saidTo('ann', () => p.connector.reacts('ann', own.messageId, '👍'))).toEqual([
        'Withdrawn: create_issue of linear (K7Q3WXYR).',
      ]);
      expect(await saidTo('ann', () => p.connector.receive('ann', '/new hello'))).toEqual(['echo: hello']);
    });

    it('by /stop: those of the conversation in its session', async () => {
      await start({}, { session: {} });
      const sessionKey = 'agent:main:main';
      const asked = [
        await askApproval(p, { sessionKey }),
        await askApproval(p, { sessionKey, code: 'AAAAAAAA' }),
        await askApproval(p, { sessionKey, by: 'ben', code: 'CCCCCCCC' }),
        await askApproval(p, { sessionKey: 'agent:other:main', code: 'DDDDDDDD' }),
      ];
      expect(await saidTo('ann', () => p.connector.receive('ann', '/stop'))).toEqual([
        'Stopped. 2 calls that waited for a yes are withdrawn.',
      ]);
      expect(await Promise.all(asked.map(stateOf))).toEqual(['withdrawn', 'withdrawn', 'pending', 'pending']);
    });
  });
});
