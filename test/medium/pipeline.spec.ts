import type { ConversationId, RemoteMessageId } from '../../src/channels/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { pipelineWorld } from '../support/pipeline-world.js';

describe.each(DATABASES)('a message in the pipeline on %s', (_, open) => {
  const { start, letIn, idle } = pipelineWorld(open);

  it.each([
    ['disabled', { dmPolicy: 'disabled' }],
    ['allowlist with an empty list', { dmPolicy: 'allowlist' }],
  ] as const)('is not answered under %s', async (_name, settings) => {
    const p = await start();
    p.connector.settings = { ...p.connector.settings, ...settings };
    await p.connector.receive('ann', 'hi');
    await idle(p);
    expect(p.connector.sent).toEqual([]);
    expect(p.runtime.asked).toEqual([]);
  });

  it('of a listed sender is answered under allowlist', async () => {
    const p = await start();
    const allowFrom = only('ann');
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'allowlist', allowFrom };
    await p.connector.receive('ben', 'hi');
    await p.connector.receive('ann', 'hi');
    await eventually(() => p.connector.sent.length === 1);
    await idle(p);
    expect(p.connector.textsTo('ann')).toEqual(['echo: hi']);
  });

  it('in a group is not answered, even for a paired sender', async () => {
    const p = await start();
    await letIn(p);
    await p.connector.receive('ann', 'hi', { conversation: { id: 'room' as ConversationId, kind: 'group' } });
    await idle(p);
    expect(p.connector.sent).toEqual([]);
  });

  it('that is our own is dropped when it comes back', async () => {
    const p = await start();
    await letIn(p);
    await p.connector.receive('ann', 'hi');
    await eventually(() => p.connector.sent.length === 1);
    await idle(p);
    await p.connector.receive('ann', 'echo: hi', { messageId: p.connector.sent[0]!.messageId });
    await idle(p);
    expect(p.connector.sent).toHaveLength(1);
  });

  it('with one inbox key is stored once, also when it comes three times at once', async () => {
    const p = await start();
    await letIn(p);
    const inboxKey = 'msg:same';
    const answers = await Promise.all([1, 2, 3].map(() => p.connector.receive('ann', 'hi', { inboxKey })));
    expect(answers.sort()).toEqual(['duplicate', 'duplicate', 'stored']);
    await idle(p);
    expect(p.connector.sent).toHaveLength(1);
    expect(await p.connector.receive('ann', 'hi', { inboxKey })).toBe('duplicate');
  });

  it("is answered with the session's history as context, and with typing and a read mark", async () => {
    const p = await start({ config: { session: { dmScope: 'per-sender' } } });
    await letIn(p);
    await p.connector.receive('ann', 'one');
    await p.connector.receive('ben', 'other');
    await p.connector.receive('ann', 'two');
    await eventually(() => p.connector.sent.length === 3);
    expect(p.runtime.asked.find(({ text }) => text === 'two')!.history).toMatchObject([
      { role: 'user', text: 'one', from: { id: 'ann' } },
      { role: 'assistant', text: 'echo: one' },
    ]);
    expect(p.connector.typed).toHaveLength(3);
    expect(p.connector.read).toHaveLength(3);
  });

  it('row 16: is answered in order among others, and a long answer is split', async () => {
    const p = await start();
    p.connector.settings = {
      ...p.connector.settings,
      dmPolicy: 'open',
      text: { chunkLimit: 10, chunkMode: 'length' },
    };
    p.runtime.answer = ({ text }) => `${text} aaaa bbbb cccc`;
    for (const n of [1, 2, 3]) await p.connector.receive('ann', String(n));
    await idle(p);
    expect(p.connector.textsTo('ann')).toEqual([1, 2, 3].flatMap((n) => [`${n} aaaa`, 'bbbb cccc']));
  });

  it("gets no answer when the model's is empty", async () => {
    const p = await start();
    await letIn(p);
    p.runtime.answer = () => '';
    await p.connector.receive('ann', 'hi');
    await eventually(() => p.runtime.asked.length === 1);
    await idle(p);
    expect(p.connector.sent).toEqual([]);
  });

  it('with an unknown remote id is not taken for our own', async () => {
    const p = await start();
    await letIn(p);
    await p.connector.receive('ann', 'hi', { messageId: 'foreign' as RemoteMessageId });
    await eventually(() => p.connector.sent.length === 1);
  });
});
