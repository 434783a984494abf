import { RuntimeFailure, type ToolResult } from '../../src/assistant/index.js';
import type { AccountSettings, RemoteMessageId } from '../../src/channels/index.js';
import { DATABASES } from '../support/databases.js';
import { only } from '../support/fake-channel.js';
import type { Asked, Pipeline, PipelineOptions } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const signal = new AbortController().signal;

describe.each(DATABASES)('tools on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  const results: ToolResult[] = [];
  const start = async (settings: Partial<AccountSettings> = {}, options: PipelineOptions = {}) => {
    results.length = 0;
    p = await world.start(options);
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open', allowFrom: only('ann'), ...settings };
    p.connector.features = { react: 'full', edit: 'full', reply: 'partial' };
  };
  const idle = () => world.idle();
  const call = async (asked: Asked, input: unknown) => {
    const result = await asked.tools!()!.call('message', input, signal);
    results.push(result);
    return result;
  };
  const actionsOf = (asked: Asked) =>
    (asked.tools!()?.definitions[0]?.inputSchema.properties as { action: { enum: string[] } } | undefined)
      ?.action.enum;

  it('are offered when the channel can do them now and the policy allows them', async () => {
    await start(
      { groupPolicy: 'open' },
      { config: { agents: { list: [{ id: 'main', tools: { deny: ['message.edit'] } }] } } },
    );
    const offered: unknown[] = [];
    p.runtime.answer = (asked) => {
      offered.push(actionsOf(asked));
      return 'ok';
    };
    await p.connector.receive('ann', 'one');
    await idle();
    const group = () => ({
      isExcluded: false,
      requireMention: false,
      toolsBySender: { '*': { allow: ['message.react'] }, 'sender:ben': { deny: ['*'] } },
    });
    p.connector.settings = { ...p.connector.settings, group };
    for (const name of ['ann', 'ben']) await p.connector.receiveInGroup('g', name, 'two').then(idle);
    expect(offered).toEqual([['send', 'react', 'reply'], ['react'], undefined]);
  });

  it('act on messages, and return the outcome to the model', async () => {
    await start();
    p.runtime.answer = async (asked) => {
      await call(asked, { action: 'react', messageId: 'in-1', emoji: '👍' });
      p.connector.onAct = () => ({ kind: 'failed', code: 'rejected', detail: 'too old' });
      await call(asked, { action: 'edit', messageId: 'in-1', text: 'x' });
      await call(asked, { action: 'edit', messageId: '99', text: 'x' });
      await call(asked, { action: 'edit', messageId: 'in-1' });
      await call(asked, { action: 'unsend', messageId: 'in-1' });
      return 'done';
    };
    await p.connector.receive('ann', 'hi');
    await idle();
    expect(p.connector.acted[0]).toEqual(['react', 'in-1', '👍', false]);
    expect(results).toEqual([
      { ok: true, value: { done: true } },
      { ok: false, error: 'rejected: too old' },
      { ok: false, error: 'messageId 99 is no longer known: use the full id' },
      { ok: false, error: 'text is required for edit' },
      { ok: false, error: 'action must be one of: send, react, edit, reply' },
    ]);
  });

  it('row 23: accept either id of a message, in this conversation only', async () => {
    await start();
    const react = (messageId: string) => ({ action: 'react', messageId, emoji: '👍' });
    const as = (id: string) => ({ messageId: id as RemoteMessageId, inboxKey: id });
    await p.connector.receive('ben', 'of ben', as('from-ben'));
    await p.connector.receiveInGroup('g', 'ann', 'of a group', as('in-group'));
    await p.connector.receive('ann', 'one', as('from-ann'));
    await idle();
    const [ours] = p.connector.sent.filter(({ conversation }) => conversation === 'chat-ann');
    await p.stop();
    // The short ids shown to the model are forgotten: only the database has the full ones.
    const stale = p.runtime.asked.at(-1)!.message.ids!.short;
    await start({ dmHistoryLimit: 0 });
    p.runtime.answer = async (asked) => {
      const { short } = asked.message.ids!;
      for (const id of ['from-ann', ours!.messageId, short, stale, 'from-ben', 'in-group', 'made-up'])
        await call(asked, react(id));
      return 'done';
    };
    await p.connector.receive('ann', 'two', as('now'));
    await idle();
    expect(p.connector.acted.map((each) => (each as string[])[1])).toEqual([
      'from-ann',
      ours!.messageId,
      'now',
    ]);
    expect(results.slice(3)).toEqual([
      { ok: false, error: `messageId ${stale} is no longer known: use the full id` },
      ...['from-ben', 'in-group', 'made-up'].map((id) => ({
        ok: false,
        error: `messageId ${id} does not match a message of the conversation`,
      })),
    ]);
  });

  it("act on the assistant's own messages by the ids it is shown", async () => {
    await start();
    p.connector.features = { ...p.connector.features, unsend: 'full' };
    await p.connector.receive('ann', 'one');
    await idle();
    p.runtime.answer = async (asked) => {
      const own = asked.history.find(({ role }) => role === 'assistant')!.ids!;
      await call(asked, { action: 'edit', messageId: own.short, text: 'better' });
      await call(asked, { action: 'unsend', messageId: own.full });
      return 'done';
    };
    await p.connector.receive('ann', 'say it better');
    await idle();
    const { messageId } = p.connector.sent[0]!;
    expect(p.connector.acted).toEqual([
      ['edit', messageId, 'better', 'assistant'],
      ['unsend', messageId],
    ]);
  });

  it('send with an effect and as a reply', async () => {
    await start();
    p.connector.features = { reply: 'full', sendWithEffect: 'full' };
    const contents: unknown[] = [];
    p.connector.onSend = ({ content }, take) => {
      contents.push(content);
      return { kind: 'sent', messageId: take(), at: 1 };
    };
    p.runtime.answer = async (asked) => {
      await call(asked, { action: 'sendWithEffect', text: 'boom', effectId: 'slam' });
      await call(asked, { action: 'reply', text: 'to that', messageId: asked.message.ids!.short });
      await call(asked, { action: 'sendWithEffect', text: 'boom' });
      return 'done';
    };
    await p.connector.receive('ann', 'hi');
    await idle();
    expect(contents).toEqual([
      { kind: 'text', text: 'boom', effect: 'slam' },
      { kind: 'text', text: 'to that', replyTo: 'in-1' },
      { kind: 'text', text: 'done' },
    ]);
    expect(results[2]).toEqual({ ok: false, error: 'effectId is required for sendWithEffect' });
  });

  it('manage groups, here and elsewhere, for listed senders only', async () => {
    await start({ groupPolicy: 'open' });
    const features = ['renameGroup', 'addParticipant', 'removeParticipant', 'leaveGroup', 'unsend'] as const;
    p.connector.features = Object.fromEntries(features.map((name) => [name, 'full']));
    p.runtime.answer = async (asked) => {
      await call(asked, { action: 'renameGroup', displayName: 'Us' });
      await call(asked, { action: 'addParticipant', address: 'zoe', chatGuid: 'chat-other' });
      await call(asked, { action: 'removeParticipant', address: 'zoe', to: 'chat-other' });
      await call(asked, { action: 'unsend', messageId: asked.message.ids!.full });
      await call(asked, { action: 'leaveGroup', to: 'nowhere' });
      await call(asked, { action: 'leaveGroup', channel: 'other' });
      return 'done';
    };
    await p.connector.receiveInGroup('g', 'eve', 'do it', { mentionsUs: true });
    await idle();
    expect(p.connector.acted).toEqual([]);
    expect(results).toEqual(
      ['renameGroup', 'addParticipant', 'removeParticipant', 'unsend', 'leaveGroup', 'leaveGroup'].map(
        (action) => ({ ok: false, error: `the sender may not use ${action}` }),
      ),
    );
    results.length = 0;
    await p.connector.receiveInGroup('g', 'ann', 'do it', { mentionsUs: true });
    await idle();
    expect(p.connector.acted).toEqual([
      ['renameGroup', 'g', 'Us'],
      ['addParticipant', 'chat-other', 'zoe'],
      ['removeParticipant', 'chat-other', 'zoe'],
      ['unsend', p.runtime.asked.at(-1)!.message.ids!.full],
    ]);
    expect(results.slice(4)).toEqual([
      { ok: false, error: 'the target does not match a conversation of this channel' },
      { ok: false, error: 'channel must be fake' },
    ]);
  });

  it.each(['target', 'to', 'chatGuid'])(
    'reach other conversations for listed senders only, by %s',
    async (name) => {
      await start();
      p.runtime.answer = async (asked) => {
        await call(asked, { action: 'send', message: 'psst', [name]: 'chat-zoe' });
        await call(asked, { action: 'send', message: 'psst', [name]: 'nowhere' });
        await call(asked, { action: 'send', message: 'here', [name]: asked.place!.conversation.id });
        return 'done';
      };
      await p.connector.receive('eve', 'tell zoe');
      await idle();
      const refused = { ok: false, error: 'the sender may not reach other conversations' };
      const nowhere = { ok: false, error: 'the target does not match a conversation of this channel' };
      expect(results).toEqual([refused, nowhere, expect.objectContaining({ ok: true })]);
      await p.connector.receive('ann', 'tell zoe');
      await idle();
      expect(p.connector.textsTo('zoe')).toEqual(['psst']);
      expect(p.connector.textsTo('eve')).toEqual(['here', 'done']);
      expect(results.slice(3)).toEqual([
        expect.objectContaining({ ok: true }),
        nowhere,
        expect.objectContaining({ ok: true }),
      ]);
    },
  );

  it('are refused when they were not offered', async () => {
    await start({ groupPolicy: 'open' });
    const answers: unknown[] = [];
    p.runtime.answer = async (asked) => {
      const box = asked.tools!();
      for (const action of ['send', 'react', 'unsend', 'dance'])
        answers.push(
          await box?.call('message', { action, message: 'x', messageId: 'in-1', emoji: '👍' }, signal),
        );
      answers.push(await box?.call('shell', {}, signal));
      return 'ok';
    };
    const group = () => ({
      isExcluded: false,
      requireMention: false,
      toolsBySender: {
        '*': { allow: ['message'], alsoAllow: ['message.send'], deny: ['message.send'] },
        'sender:ben': { deny: ['*'], allow: ['*'] },
      },
    });
    p.connector.settings = { ...p.connector.settings, group };
    await p.connector.receiveInGroup('g', 'ann', 'go').then(idle);
    const notOffered = { ok: false, error: 'action must be one of: react, edit, reply' };
    const done = { ok: true, value: { done: true } };
    const noTool = { ok: false, error: 'there is no tool shell' };
    expect(answers).toEqual([notOffered, done, notOffered, notOffered, noTool]);
    answers.length = 0;
    await p.connector.receiveInGroup('g', 'ben', 'go').then(idle);
    expect(answers).toEqual(Array(5).fill(undefined));
    expect(p.connector.textsIn('g')).toEqual(['ok', 'ok']);
  });

  it("are only those that the group allows, whatever the agent's settings add", async () => {
    await start(
      { groupPolicy: 'open' },
      { config: { agents: { list: [{ id: 'main', tools: { alsoAllow: ['message.edit'] } }] } } },
    );
    const group = () => ({ isExcluded: false, requireMention: false, tools: { allow: ['message.react'] } });
    p.connector.settings = { ...p.connector.settings, group };
    p.runtime.answer = (asked) => actionsOf(asked)!.join();
    await p.connector.receiveInGroup('g', 'ann', 'go').then(idle);
    expect(p.connector.textsIn('g')).toEqual(['react']);
  });

  it('accept null for an omitted field, and refuse a card where cards are not possible', async () => {
    await start();
    p.runtime.answer = async (asked) => {
      await call(asked, { action: 'send', message: 'words', card: null, target: null });
      await call(asked, { action: 'send', message: 'more', card: {} });
      await call(asked, { action: 'send', message: 'more', card: [] });
      return '';
    };
    await p.connector.receive('ann', 'go').then(idle);
    expect(results).toMatchObject([
      { ok: true },
      { ok: false, error: 'cards cannot be sent here' },
      { ok: false, error: 'card must be of type object' },
    ]);
    expect(p.connector.textsTo('ann')).toEqual(['words']);
  });

  it('change messages for listed senders only', async () => {
    await start();
    p.runtime.answer = async (asked) => {
      await call(asked, { action: 'edit', messageId: asked.message.ids!.full, text: 'x' });
      await call(asked, { action: 'send', message: 'psst', target: ['chat-zoe'] });
      return 'done';
    };
    await p.connector.receive('eve', 'edit that');
    await idle();
    expect(p.connector.acted).toEqual([]);
    expect(results).toEqual([
      { ok: false, error: 'the sender may not use edit' },
      { ok: false, error: 'target must be of type string' },
    ]);
    await p.connector.receive('ann', 'edit that');
    await idle();
    const { full } = p.runtime.asked.at(-1)!.message.ids!;
    expect(p.connector.acted).toEqual([['edit', full, 'x', 'assistant']]);
  });

  it('do nothing twice when the turn runs again', async () => {
    await start();
    let runs = 0;
    p.runtime.answer = async (asked) => {
      runs++;
      for (const message of ['a', 'a', 'b']) await call(asked, { action: 'send', message });
      await call(asked, { action: 'react', messageId: 'in-1', emoji: '👍' });
      if (runs === 1) throw new RuntimeFailure('cut', true);
      return 'done';
    };
    await p.connector.receive('ann', 'hi');
    await idle();
    expect(runs).toBe(2);
    expect(p.connector.textsTo('ann')).toEqual(['a', 'a', 'b', 'done']);
    expect(p.connector.acted).toHaveLength(1);
    expect(results.slice(0, 4)).toEqual(results.slice(4));
  });

  it('are listed for the next run of the turn, in order', async () => {
    await start();
    p.connector.features = { ...p.connector.features, unsend: 'full' };
    let runs = 0;
    const sent = { action: 'send', message: 'The code is 4711.' };
    const long = { action: 'send', message: 'x'.repeat(3_000) };
    const reaction = { action: 'react', messageId: 'in-1', emoji: '👍' };
    p.connector.onAct = () => ({ kind: 'failed', code: 'rejected', detail: 'too old' });
    p.runtime.answer = async (asked) => {
      if (runs++ > 0) return asked.alreadyDone!.length > 0 ? 'done' : 'done again';
      for (const input of [sent, reaction, long, sent]) await call(asked, input);
      await call(asked, { action: 'send' });
      throw new RuntimeFailure('cut', true);
    };
    await p.connector.receive('ann', 'go');
    await idle();
    const [first, second] = p.runtime.asked;
    expect(first!.alreadyDone).toEqual([]);
    const name = 'message';
    expect(second!.alreadyDone).toEqual([
      { call: { name, input: sent }, result: results[0] },
      { call: { name, input: reaction }, result: { ok: false, error: 'rejected: too old' } },
      {
        call: { name, input: { ...long, message: `${'x'.repeat(2_000)}… (3000 characters)` } },
        result: results[2],
      },
      { call: { name, input: sent }, result: results[3] },
    ]);
    // Text sent during the turn appears as done, and not as sent before the question.
    expect(second!.history).toEqual([]);
    expect(p.connector.textsTo('ann').at(-1)).toBe('done');
    await p.connector.receive('ann', 'next');
    await idle();
    expect(p.runtime.asked.at(-1)!.alreadyDone).toEqual([]);
  });

  it('are not repeated when the gateway ended while they ran', async () => {
    await start();
    let runs = 0;
    const done: unknown[] = [];
    p.connector.onAct = () => {
      throw new Error('killed in its middle');
    };
    p.runtime.answer = async (asked) => {
      runs++;
      done.push(asked.alreadyDone);
      const action = call(asked, { action: 'react', messageId: 'in-1', emoji: '👍' });
      if (runs === 1) await action.catch(() => Promise.reject(new RuntimeFailure('cut', true)));
      else await action;
      return 'done';
    };
    await p.connector.receive('ann', 'hi');
    await idle();
    expect(p.connector.acted).toHaveLength(1);
    const unknown = { ok: false, error: expect.stringContaining('was not done again') as string };
    expect(results).toEqual([unknown]);
    expect(done).toEqual([[], [expect.objectContaining({ result: unknown })]]);
  });
});
