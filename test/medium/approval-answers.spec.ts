import type { AccountId, RemoteMessageId } from '../../src/channels/index.js';
import { Approvals } from '../../src/conversations/index.js';
import { ALLOWED, approvalAnswers, REFUSED } from '../support/approval-answers.js';
import { approvalOf, askApproval, group } from '../support/asked-approval.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { hangingAnswer, type Pipeline, transcriptIn } from '../support/pipeline.js';

describe.each(DATABASES)('answers to approvals on %s', (_, open) => {
  const answers = approvalAnswers(open);
  const { start, idle, saidIn, saidTo, ends, stateOf, ways } = answers;
  const inGroup = { conversation: group('g') };
  let p: Pipeline;

  describe.each(ways)('by %s', (_way, answer, outcome) => {
    it('allow a call, which is confirmed once, and reach no model', async () => {
      p = await start();
      const asked = await askApproval(p);
      expect(await saidTo('ann', () => answer(asked, true))).toEqual([ALLOWED]);
      expect(await approvalOf(p, asked)).toMatchObject({
        state: 'approved',
        decidedBy: 'sender:fake:ann',
        decidedByName: 'ann',
      });
      expect(answers.followUps.sort()).toEqual([`call:${asked.id}`, `show:${asked.id}`]);
      expect(await ends()).toEqual([outcome || '/approve']);
      expect(p.runtime.asked).toEqual([]);
      expect(await transcriptIn(p.db)).toEqual([]);
    });

    it('deny a call, which is reported once', async () => {
      p = await start();
      const asked = await askApproval(p);
      expect(await saidTo('ann', () => answer(asked, false))).toEqual([REFUSED]);
      expect(await stateOf(asked)).toBe('denied');
      expect(answers.followUps).toEqual([`show:${asked.id}`]);
      expect(await ends()).toEqual([outcome || '/deny']);
    });

    it('count only once: a late decider learns who was first', async () => {
      p = await start();
      const asked = await askApproval(p);
      await answer(asked, true);
      await idle();
      expect(await saidTo('ann', () => answer(asked, false))).toEqual([ALLOWED]);
      expect(await stateOf(asked)).toBe('approved');
      expect(answers.followUps.filter((each) => each.startsWith('call'))).toHaveLength(1);
      expect((await ends()).at(-1)).toBe(outcome === '' ? '/deny' : 'approval-ended');
    });

    // PR#115301 of the peer: an answer stood behind the turn that waited for it.
    it('do not wait for a running turn', async () => {
      p = await start();
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
      p = await start();
      const asked = await askApproval(p);
      await idle();
      await p.queue.stop(0);
      await answer(asked, true);
      expect(await ends()).toEqual([null]);
      await p.stop();
      p = await start();
      await eventually(async () => (await stateOf(asked)) === 'approved');
      await idle();
      expect(p.connector.textsTo('ann')).toEqual([ALLOWED]);
    });
  });

  it('by two people at once count once, and both learn the same', async () => {
    p = await start();
    const asked = await askApproval(p, { conversation: group('g') });
    const said = await saidIn('g', () =>
      Promise.all([
        p.connector.reacts('ann', asked.messageId, '👍', inGroup),
        p.connector.decides('ben', asked.id, 'deny', inGroup),
      ]),
    );
    const { state, decidedByName } = await approvalOf(p, asked);
    const line = state === 'approved' ? 'Allowed' : 'Denied';
    expect(new Set(said)).toEqual(
      new Set([`${line} by ${decidedByName}: create_issue of linear (${asked.code}).`]),
    );
    expect((await ends()).sort()).toEqual(['approval', 'approval-ended']);
  });

  it('let one of two workers begin the call, and record one end', async () => {
    p = await start();
    const asked = await askApproval(p);
    await saidTo('ann', () => p.connector.decides('ann', asked.id, 'allow'));
    const [approvals, approved] = [p.module.get(Approvals, { strict: false }), await approvalOf(p, asked)];
    const begin = () => p.db.transaction((tx) => approvals.begin(tx, approved));
    const begun = await Promise.allSettled([begin(), begin()]);
    expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const end = (result: string) =>
      p.db.transaction((tx) => approvals.end(tx, approved, { state: 'done', result }));
    const ended = (await Promise.all([end('one'), end('two')])).filter((each) => each !== undefined);
    expect(ended).toHaveLength(1);
    expect(await approvalOf(p, asked)).toMatchObject({ state: 'done', result: ended[0]!.result });
  });

  it('that come too late expire the approval, which is reported once', async () => {
    p = await start();
    const asked = await askApproval(p, { expiresAt: Date.now() - 1 });
    expect(await saidTo('ann', () => p.connector.reacts('ann', asked.messageId, '👍'))).toEqual([
      'Expired without an answer; not run: create_issue of linear (K7Q3WXYR).',
    ]);
    expect(await stateOf(asked)).toBe('expired');
  });

  it('by buttons and reactions are not confirmed where the request shows its end; commands are', async () => {
    p = await start();
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

  it('by command take a code in any case and with its separators, and no other', async () => {
    p = await start();
    const asked = await askApproval(p);
    for (const code of ['K7Q3WXY', 'K7Q3WXYRR', 'К7Q3WXYR', 'K7Q3WXYR please', 'WXYR', '%', '']) {
      const [text] = await saidTo('ann', () => p.connector.receive('ann', `/approve ${code}`));
      expect(text).toBe(code === '' ? 'Write /approve CODE [hour].' : 'No approval has this code.');
    }
    expect(await stateOf(asked)).toBe('pending');
    expect(await saidTo('ann', () => p.connector.receive('ann', '/approve k7q3-wxyr'))).toEqual([ALLOWED]);
  });

  it('by command mean the newest approval with the code', async () => {
    p = await start();
    const older = await askApproval(p);
    await saidTo('ann', () => p.connector.receive('ann', `/deny ${older.code}`));
    const newer = await askApproval(p);
    expect(await saidTo('ann', () => p.connector.receive('ann', `/approve ${newer.code}`))).toEqual([
      ALLOWED,
    ]);
    expect([await stateOf(older), await stateOf(newer)]).toEqual(['denied', 'approved']);
  });

  it('by command tell the assistant the reason of a refusal', async () => {
    p = await start();
    const asked = await askApproval(p);
    await saidTo('ann', () => p.connector.receive('ann', `/deny ${asked.code} not on Fridays`));
    expect(await approvalOf(p, asked)).toMatchObject({ state: 'denied', reason: 'not on Fridays' });
    await saidTo('ann', () => p.connector.receive('ann', 'and now?'));
    expect(JSON.stringify(p.runtime.asked.at(-1)!.history)).toContain('not on Fridays');
  });

  it('are nothing but messages and notices if no approval is asked for', async () => {
    p = await start();
    const replyTo = 'in-0' as RemoteMessageId;
    await p.connector.receive('ann', 'yes');
    await p.connector.receive('ann', 'no', { replyTo });
    const asked = await askApproval(p);
    await p.connector.reacts('ann', replyTo, '👍');
    await p.connector.reacts('ann', asked.messageId, '❤️');
    await p.connector.happens('ann', {
      type: 'reaction',
      messageId: asked.messageId,
      emoji: '👍',
      isRemoved: true,
    });
    await p.connector.receive('ann', 'yes, but later', { replyTo: asked.messageId });
    await idle();
    expect(p.runtime.asked.map(({ text }) => text)).toEqual(['yes', 'no', 'yes, but later']);
    expect(await stateOf(asked)).toBe('pending');
    expect(await ends()).toEqual(['turn', 'turn', 'heard', 'heard', 'heard', 'turn']);
  });

  it('that look like answers keep their order among the messages of the session', async () => {
    p = await start();
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
    p = await start({}, { messages: { coalesceMs: 30_000 } });
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
      p = await start();
      const [own, others] = [await askApproval(p), await askApproval(p, { by: 'ben', code: 'AAAAAAAA' })];
      expect(await saidTo('ann', () => p.connector.receive('ann', '/new'))).toEqual([
        'New conversation started. The pending approval is cancelled.',
      ]);
      expect([await stateOf(own), await stateOf(others)]).toEqual(['withdrawn', 'pending']);
      expect(await saidTo('ann', () => p.connector.reacts('ann', own.messageId, '👍'))).toEqual([
        'Cancelled: create_issue of linear (K7Q3WXYR).',
      ]);
      expect(await saidTo('ann', () => p.connector.receive('ann', '/new hello'))).toEqual(['echo: hello']);
    });

    it('by /stop: those of the conversation in its session', async () => {
      p = await start({}, { session: {} });
      const sessionKey = 'agent:main:main';
      const asked = [
        await askApproval(p, { sessionKey }),
        await askApproval(p, { sessionKey, code: 'AAAAAAAA' }),
        await askApproval(p, { sessionKey, by: 'ben', code: 'CCCCCCCC' }),
        await askApproval(p, { sessionKey: 'agent:other:main', code: 'DDDDDDDD' }),
        await askApproval(p, { sessionKey, account: 'other' as AccountId, code: 'EEEEEEEE' }),
      ];
      expect(await saidTo('ann', () => p.connector.receive('ann', '/stop'))).toEqual([
        'Stopped. 2 pending approvals are cancelled.',
      ]);
      expect(await Promise.all(asked.map(stateOf))).toEqual([
        'withdrawn',
        'withdrawn',
        'pending',
        'pending',
        'pending',
      ]);
    });
  });
});
