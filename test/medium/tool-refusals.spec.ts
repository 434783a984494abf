import type { ToolResult } from '../../src/assistant/index.js';
import { DATABASES } from '../support/databases.js';
import { only } from '../support/fake-channel.js';
import type { Asked } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const { signal } = new AbortController();

describe.each(DATABASES)('tool calls on %s', (_, open) => {
  const world = pipelineWorld(open);
  const results: ToolResult[] = [];
  const begin = async () => {
    results.length = 0;
    const p = await world.start();
    await world.letIn(p);
    const allowFrom = only('ann');
    p.connector.settings = { ...p.connector.settings, allowFrom };
    return p;
  };
  const call = async (asked: Asked, input: unknown) => {
    results.push(await asked.tools!()!.call('message', input, signal));
  };

  it('are refused for an unknown effect before anything is queued', async () => {
    const p = await begin();
    p.connector.features = { sendWithEffect: 'full' };
    p.runtime.answer = async (asked) => {
      await call(asked, { action: 'sendWithEffect', text: 'boom', effectId: 'unheard-of' });
      return 'done';
    };
    await p.connector.receive('ann', 'hi');
    await world.idle(p);
    expect(results).toEqual([{ ok: false, error: 'effectId: no such effect' }]);
    expect(p.connector.textsTo('ann')).toEqual(['done']);
  });

  it("accept a message id as a number and with a part, and no change of another's message", async () => {
    const p = await begin();
    p.connector.changes = 'own';
    p.connector.features = { react: 'full', edit: 'full', reply: 'full' };
    const contents: unknown[] = [];
    p.connector.onSend = ({ content }, take) => {
      contents.push(content);
      return { kind: 'sent', messageId: take(), at: 1 };
    };
    p.runtime.answer = async (asked) => {
      const number = Number(asked.message.ids!.short);
      await call(asked, { action: 'react', messageId: number, remove: true });
      await call(asked, { action: 'react', messageId: number });
      await call(asked, { action: 'reply', messageId: 'p:2/in-1', text: 'to that' });
      await call(asked, { action: 'edit', messageId: 'in-1', text: 'x' });
      return 'done';
    };
    await p.connector.receive('ann', 'hi');
    await world.idle(p);
    expect(p.connector.acted).toEqual([['react', 'in-1', '', true]]);
    expect(contents[0]).toEqual({ kind: 'text', text: 'to that', replyTo: 'in-1', replyPart: 2 });
    expect(results.filter(({ ok }) => !ok)).toEqual([
      { ok: false, error: 'emoji is required for react' },
      {
        ok: false,
        error: 'messageId in-1 is not your own message, and edit only works on your own messages',
      },
    ]);
  });
});
