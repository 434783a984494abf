import type { ConversationId, RemoteMessageId } from '../../src/channels/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { pipelineWorld } from '../support/pipeline-world.js';

describe.each(DATABASES)('the way of a message on %s', (_, open) => {
  const { start, letIn, idle } = pipelineWorld(open);

  it.each([
    ['disabled', { dmPolicy: 'disabled' }],
    ['allowlist with an empty list', { dmPolicy: 'allowlist' }],
  ] as const)('answers nobody under %s', async (_name, settings) => {
    const p = await start();
    p.connector.settings = { ...p.connector.settings, ...settings };
    await p.connector.receive('ann', 'hi');
    await idle(p);
    expect(p.connector.sent).toEqual([]);
    expect(p.runtime.asked).toEqual([]);
  });

  it('answers the listed under allowlist', async () => {
    const p = await start();
    const allowFrom = only('ann');
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'allowlist', allowFrom };
    await p.connector.receive('ben', 'hi');
    await p.connector.receive('ann', 'hi');
    await eventually(() => p.connector.sent.length === 1);
    await idle(p);
    expect(p.connector.textsTo('ann')).toEqual(['echo: hi']);
  });

  it('answers nothing from a group, even to the paired', async () => {
    const p = await start();
    await letIn(p);
    await p.connector.receive('ann', 'hi', { conversation: { id: 'room' as ConversationId, kind: 'group' } });
    await idle(p);
    expect(p.connector.sent).toEqual([]);
  });

  it('drops its own messages, however they come back', async () => {
    const p = await start();
    await letIn(p);
    await p.connector.receive('ann', 'hi');
    await eventually(() => p.connector.sent.length === 1);
    await idle(p);
    await p.connector.receive('ann', 'echo: hi', { messageId: p.connector.sent[0]!.messageId });
    await idle(p);
    expect(p.connector.sent).toHaveLength(1);
  });

  it('stores an event of one inbox key once, also when both come together', async () => {
    const p = await start();
    await letIn(p);
    const inboxKey = 'msg:same';
    const answers = await Promise.all([1, 2, 3].map(() => p.connector.receive('ann', 'hi', { inboxKey })));
    expect(answers.sort()).toEqual(['duplicate', 'duplicate', 'stored']);
    await idle(p);
    expect(p.connector.sent).toHaveLength(1);
    expect(await p.connector.receive('ann', 'hi', { inboxKey })).toBe('duplicate');
  });

  it('gives the assistant what was said before, and shows that it is at work', async () => {
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

  it('row 16: answers all that comes at once, in order, and splits long answers', async () => {
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

  it('sends nothing for an empty answer', async () => {
    const p = await start();
    await letIn(p);
    p.runtime.answer = () => '';
    await p.connector.receive('ann', 'hi');
    await eventually(() => p.runtime.asked.length === 1);
    await idle(p);
    expect(p.connector.sent).toEqual([]);
  });

  it('marks a remote id it has never seen as not its own', async () => {
    const p = await start();
    await letIn(p);
    await p.connector.receive('ann', 'hi', { messageId: 'foreign' as RemoteMessageId });
    await eventually(() => p.connector.sent.length === 1);
  });
});
