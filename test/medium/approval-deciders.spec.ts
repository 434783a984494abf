import type { AccountId } from '../../src/channels/index.js';
import { ALLOWED, approvalAnswers, REFUSED } from '../support/approval-answers.js';
import { askApproval, group } from '../support/asked-approval.js';
import { DATABASES } from '../support/databases.js';
import { only } from '../support/fake-channel.js';
import { type Pipeline } from '../support/pipeline.js';

const OPERATORS_ONLY = 'Only operators (people in the allowlist) can decide this.';

describe.each(DATABASES)('answers to approvals, by who may decide and where, on %s', (_, open) => {
  const answers = approvalAnswers(open);
  const { start, idle, saidIn, saidTo, ends, stateOf, ways } = answers;
  const inGroup = { conversation: group('g') };
  let p: Pipeline;

  it('in a group need no mention, and count while a person holds the conversation', async () => {
    p = await start({}, { session: {} });
    const asked = await askApproval(p, { conversation: group('g') });
    await saidIn('g', () => p.connector.receiveInGroup('g', 'ann', '/hold'));
    const reply = { replyTo: asked.messageId };
    expect(await saidIn('g', () => p.connector.receiveInGroup('g', 'ben', 'yes', reply))).toEqual([
      'Allowed by ben: create_issue of linear (K7Q3WXYR).',
    ]);
  });

  it('of people who may not decide are explained in a direct chat', async () => {
    p = await start();
    const asked = await askApproval(p, { by: 'eve' });
    const reply = { replyTo: asked.messageId };
    expect(await saidTo('eve', () => p.connector.receive('eve', 'y', reply))).toEqual([OPERATORS_ONLY]);
    expect(await saidTo('eve', () => p.connector.reacts('eve', asked.messageId, '👍'))).toEqual([
      OPERATORS_ONLY,
    ]);
    expect((await saidTo('eve', () => p.connector.receive('eve', `/approve ${asked.code}`)))[0]).toMatch(
      /^Only operators can use \/approve/,
    );
    expect(await stateOf(asked)).toBe('pending');
    expect(await ends()).toEqual(['approval-not-allowed', 'approval-not-allowed', '/approve']);
  });

  it('of people who may not decide are dropped silently in a group', async () => {
    p = await start();
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

  // PR#148215 of the peer: no approvers configured meant that anyone was one.
  it('have no effect while no one may decide', async () => {
    p = await start({ allowFrom: { anyone: true, keys: new Set(['*']) }, dmPolicy: 'open' });
    const asked = await askApproval(p);
    for (const [, answer] of ways) await answer(asked, true);
    await idle();
    expect(await stateOf(asked)).toBe('pending');
    expect(answers.followUps).toEqual([]);
  });

  it('of the requester count only if they may decide alone', async () => {
    p = await start({}, { approvals: { byRequester: false } });
    const asked = await askApproval(p, { conversation: group('g') });
    expect(await saidIn('g', () => p.connector.receiveInGroup('g', 'ann', `/approve ${asked.code}`))).toEqual(
      ["You can't approve your own request."],
    );
    expect(await saidIn('g', () => p.connector.reacts('ann', asked.messageId, '👍', inGroup))).toEqual([]);
    expect(await saidIn('g', () => p.connector.reacts('ben', asked.messageId, '👍', inGroup))).toEqual([
      'Allowed by ben: create_issue of linear (K7Q3WXYR).',
    ]);
    expect(await ends()).toEqual(['/approve', 'approval-of-their-own', 'approval']);
  });

  it('of a sender revoked meanwhile are dropped', async () => {
    p = await start({ dmPolicy: 'allowlist' });
    const asked = await askApproval(p);
    p.connector.settings = { ...p.connector.settings, allowFrom: only('ben') };
    for (const [, answer] of ways) await answer(asked, true);
    await idle();
    expect(await stateOf(asked)).toBe('pending');
    expect(await ends()).toEqual(Array(4).fill('not-allowlisted'));
    expect(p.connector.textsTo('ann')).toHaveLength(1);
  });

  it('from another place than that of the request have no effect', async () => {
    p = await start();
    const asked = await askApproval(p);
    const elsewhere = ['This request belongs to another chat. Answer it there.'];
    expect(await saidTo('ben', () => p.connector.receive('ben', `/approve ${asked.code}`))).toEqual(
      elsewhere,
    );
    expect(await saidTo('ben', () => p.connector.decides('ben', asked.id, 'allow'))).toEqual(elsewhere);
    // A message of that id is not ours there, so this is a reaction like any other.
    expect(await saidTo('ben', () => p.connector.reacts('ben', asked.messageId, '👍'))).toEqual([]);
    expect(await stateOf(asked)).toBe('pending');
    expect(await ends()).toEqual(['/approve', 'approval-elsewhere', 'heard']);
  });

  it('through another account have no effect, though its conversation has the same id', async () => {
    p = await start();
    const asked = await askApproval(p);
    const other = { ...p.connector.settings, account: 'other' as AccountId };
    const accounts = [p.connector.settings, other];
    p.connector.accounts = () => accounts;
    await p.connector.receive('ann', `/approve ${asked.code}`, { account: other.account });
    await p.connector.decides('ann', asked.id, 'allow', { account: other.account });
    await idle();
    expect(await stateOf(asked)).toBe('pending');
    expect(await ends()).toEqual(['/approve', 'approval-elsewhere']);
  });

  it('from where the request is shown are confirmed there, and a denial is also reported where it was requested', async () => {
    p = await start();
    const first = await askApproval(p, { by: 'eve', shownIn: 'chat-ann' });
    expect(await saidTo('ann', () => p.connector.reacts('ann', first.messageId, '👎'))).toEqual([REFUSED]);
    expect(p.connector.textsTo('eve')).toEqual([REFUSED]);
  });

  it('through another account are confirmed there, though the question was asked in a chat of the same id', async () => {
    p = await start();
    const other = 'other' as AccountId;
    const accounts = [p.connector.settings, { ...p.connector.settings, account: other }];
    p.connector.accounts = () => accounts;
    const asked = await askApproval(p, { shownBy: other });
    const said = await saidTo('ann', () =>
      p.connector.receive('ann', `/deny ${asked.code}`, { account: other }),
    );
    expect(said).toEqual([REFUSED, REFUSED]);
  });

  it('for an hour permit the tool to its requester', async () => {
    p = await start();
    const asked = await askApproval(p, { by: 'eve', conversation: group('g') });
    const said = await saidIn('g', () =>
      p.connector.receiveInGroup('g', 'ann', `/approve ${asked.code} hour`),
    );
    expect(said).toEqual([`${ALLOWED} For one hour, such calls for eve need no approval in that chat.`]);
    const rows = await p.db.on().selectFrom('tool_permissions').selectAll().execute();
    expect(rows).toMatchObject([
      { provider: 'mcp.linear', tool: 'create_issue', conversation_id: 'g', sender_id: 'eve' },
    ]);
  });
});
