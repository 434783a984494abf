import { jest } from '@jest/globals';
import { RuntimeFailure } from '../../src/assistant/index.js';
import { Conversations } from '../../src/operator/index.js';
import { TurnStepsRepository } from '../../src/turns/tools/turn-steps.repository.js';
import { DATABASES } from '../support/databases.js';
import { only } from '../support/fake-channel.js';
import type { Asked, Pipeline, PipelineOptions } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const signal = new AbortController().signal;

describe.each(DATABASES)('a message sent by a tool on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  const start = async (options: PipelineOptions = {}) => {
    p = await world.start(options);
    const allowFrom = only('ann');
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open', allowFrom };
  };
  const idle = () => world.idle();
  const call = (asked: Asked, input: unknown) => asked.tools!()!.call('message', input, signal);

  const perSender = { config: { session: { dmScope: 'per-sender' } } };
  const sayTo = (target?: string) => async (asked: Asked) => {
    if (asked.text === 'go') await call(asked, { action: 'send', message: 'by the tool', target });
    return `re ${asked.text}`;
  };
  const write = (from: string, text: string) => p.connector.receive(from, text).then(idle);
  const historyOf = (text: string) =>
    p.runtime.asked.findLast((each) => each.text === text)!.history.map((each) => each.text);
  const shownIn = async (conversation: string) => {
    const view = p.module.get(Conversations, { strict: false });
    const all = await view.list({ limit: 9 });
    const { id } = all.find((each) => each.conversation_id === conversation)!;
    return (await view.messages(id, { limit: 9 })).map(({ role, text }) => `${role}: ${text}`).reverse();
  };

  it('is recorded between question and answer, with the delivery’s id', async () => {
    await start();
    p.runtime.answer = sayTo();
    await write('ann', 'go');
    await write('ann', 'and?');
    expect(historyOf('and?')).toEqual(['go', 'by the tool', 're go']);
    expect(p.runtime.asked.at(-1)!.history[1]!.ids!.full).toBe(p.connector.sent[0]!.messageId);
    expect(await shownIn('chat-ann')).toEqual([
      'user: go',
      'assistant: by the tool',
      'assistant: re go',
      'user: and?',
      'assistant: re and?',
    ]);
  });

  it('is recorded with the text of a reply, an effect and a card', async () => {
    await start();
    p.connector.features = { reply: 'full', sendWithEffect: 'full', card: 'full' };
    p.runtime.answer = async (asked) => {
      if (asked.text !== 'go') return 'ok';
      await call(asked, { action: 'reply', text: 'a reply', messageId: asked.message.ids!.short });
      await call(asked, { action: 'sendWithEffect', text: 'boom', effectId: 'slam' });
      await call(asked, { action: 'send', message: 'see', card: { body: [] } });
      await call(asked, { action: 'send', card: { body: [] } });
      return '';
    };
    await write('ann', 'go');
    await write('ann', 'and?');
    expect(historyOf('and?')).toEqual(['go', 'a reply', 'boom', '[sent a card]\nsee', '[sent a card]']);
    expect(p.runtime.asked.at(-1)!.history[1]!.replyTo).toMatchObject({ full: 'in-1', quote: 'go' });
  });

  it('is recorded in the session that talks in its conversation', async () => {
    await start(perSender);
    p.runtime.answer = sayTo('chat-zoe');
    await write('zoe', 'hello');
    await write('ann', 'go');
    await write('ann', 'and?');
    await write('zoe', 'what?');
    expect(historyOf('and?')).toEqual(['go', 're go']);
    expect(historyOf('what?')).toEqual(['hello', 're hello', 'by the tool']);
    expect((await shownIn('chat-zoe'))[2]).toBe('assistant: by the tool');
    expect(await shownIn('chat-ann')).not.toContain('assistant: by the tool');
  });

  it('is recorded in the acting session when no other talks there', async () => {
    await start(perSender);
    p.runtime.answer = sayTo('chat-zoe');
    await write('ann', 'go');
    await write('ann', 'and?');
    expect(historyOf('and?')).toEqual(['go', 'by the tool', 're go']);
    await write('zoe', 'what?');
    expect((await shownIn('chat-zoe'))[0]).toBe('assistant: by the tool');
  });

  it('is recorded with its question, which a retried turn does not have twice', async () => {
    await start();
    p.runtime.answer = async (asked) => {
      if (p.runtime.asked.length > 1) return 'done';
      await call(asked, { action: 'send', message: 'by the tool' });
      throw new RuntimeFailure('cut', true);
    };
    await write('ann', 'go');
    const given = p.runtime.asked.map(({ text, history }) => [...history.map((each) => each.text), text]);
    expect(given).toEqual([['go'], ['go']]);
    expect(await shownIn('chat-ann')).toEqual(['user: go', 'assistant: by the tool', 'assistant: done']);
  });

  it('is recorded with its delivery and its step, or not at all', async () => {
    await start();
    const steps = p.module.get(TurnStepsRepository, { strict: false });
    let runs = 0;
    p.runtime.answer = async (asked) => {
      if (runs++ > 0) return 'done';
      jest.spyOn(steps, 'insert').mockRejectedValueOnce(new Error('the database is away'));
      await call(asked, { action: 'send', message: 'lost' }).catch(() => undefined);
      throw new RuntimeFailure('cut', true);
    };
    await write('ann', 'go');
    await write('ann', 'and?');
    expect(historyOf('and?')).toEqual(['go', 'done']);
    expect(p.connector.textsTo('ann')).toEqual(['done', 'done']);
  });
});
