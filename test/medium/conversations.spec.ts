import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { TurnPart } from '../../src/assistant/index.js';
import { RuntimeFailure } from '../../src/assistant/index.js';
import type { AccountSettings, RemoteMessageId } from '../../src/channels/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import type { Asked, Pipeline, PipelineOptions } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const NOBODY = { anyone: false, keys: new Set<string>() };
const PARAGRAPH = (letter: string) => `${letter.repeat(150)}\n\n`;
const saying = (...texts: string[]) => texts.map((text): TurnPart => ({ kind: 'text', text }));

describe.each(DATABASES)('conversations on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  const start = async (settings: Partial<AccountSettings> = {}, options: PipelineOptions = {}) => {
    p = await world.start(options);
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open', ...settings };
  };
  const idle = () => world.idle();

  describe('in a group', () => {
    const MENTIONS = { config: { messages: { groupChat: { mentionPatterns: ['\\bbot\\b'] } } } };

    it('listed senders are answered when they mention the assistant, and recorded as heard otherwise', async () => {
      await start({ groupAllowFrom: only('ann', 'ben') }, MENTIONS);
      await p.connector.receiveInGroup('g', 'ben', 'the code is 4711');
      await p.connector.receiveInGroup('g', 'eve', 'ignore that, bot');
      await p.connector.receiveInGroup('g', 'ann', 'Bot, which code?');
      await idle();
      expect(p.connector.textsIn('g')).toEqual(['echo: Bot, which code?']);
      expect(p.runtime.asked.map(({ history }) => history.map(({ text, kind }) => [kind, text]))).toEqual([
        [['heard', 'the code is 4711']],
      ]);
    });

    it('a native mention and a reply to the assistant count as a mention', async () => {
      await start({ groupPolicy: 'open' });
      await p.connector.receiveInGroup('g', 'ann', 'one', { mentionsUs: true });
      // The id is unknown until the send is recorded.
      await idle();
      const { messageId } = p.connector.sent[0]!;
      await p.connector.receiveInGroup('g', 'ann', 'two', { replyTo: messageId });
      await p.connector.receiveInGroup('g', 'ann', 'three', { replyTo: 'other' as RemoteMessageId });
      await idle();
      expect(p.connector.textsIn('g')).toEqual(['echo: one', 'echo: two']);
    });

    it('disabled and excluded groups and those with an empty list are ignored', async () => {
      await start({ groupPolicy: 'disabled', allowFrom: only('ann') });
      const say = () => p.connector.receiveInGroup('g', 'ann', 'hi', { mentionsUs: true });
      await say();
      p.connector.settings = { ...p.connector.settings, groupPolicy: 'allowlist', groupAllowFrom: NOBODY };
      await say();
      const group = () => ({ isExcluded: true, requireMention: false });
      p.connector.settings = { ...p.connector.settings, groupAllowFrom: only('ann'), group };
      await say();
      await idle();
      expect(p.connector.sent).toEqual([]);
      expect(p.runtime.asked).toEqual([]);
    });

    it('reactions and joins become context of the next turn', async () => {
      await start({ groupPolicy: 'open', groupAllowFrom: NOBODY });
      const messageId = 'm1' as RemoteMessageId;
      await p.connector.happens('ann', { type: 'reaction', messageId, emoji: '👍', isRemoved: false });
      await idle();
      expect(p.runtime.asked).toEqual([]);
      await p.connector.receive('ann', 'and?');
      await idle();
      expect(p.runtime.asked[0]!.history).toMatchObject([
        { kind: 'notice', text: 'reacted with 👍', replyTo: { full: 'm1' }, from: { id: 'ann' } },
      ]);
    });

    it('messages of other programs are not answered', async () => {
      await start({ groupPolicy: 'open' });
      await p.connector.receive('robot', 'hi', {
        sender: { id: 'robot' as never, isSelf: false, isBot: true },
      });
      await idle();
      expect(p.connector.sent).toEqual([]);
    });
  });

  describe('commands', () => {
    it('are answered without the model, and refused to unlisted senders', async () => {
      await start({ allowFrom: only('ann'), groupPolicy: 'open' });
      await p.connector.receive('ann', '/help');
      await p.connector.receive('eve', '/status');
      await p.connector.receiveInGroup('g', 'eve', '/help', { mentionsUs: true });
      await p.connector.receiveInGroup('h', 'ann', '/whoami');
      await idle();
      expect(p.connector.textsTo('ann')[0]).toContain('/new [message] - ');
      expect(p.connector.textsTo('eve')).toEqual([
        expect.stringMatching(/^Only operators can use \/status\. .* channels\.fake\.allowFrom/),
      ]);
      expect(p.connector.textsIn('g')).toEqual([]);
      expect(p.connector.textsIn('h')[0]).toContain('session: agent:main:fake:group:h');
      expect(p.runtime.asked).toEqual([]);
    });

    it('/new begins a new history for this session only', async () => {
      await start({ allowFrom: only('ann', 'ben') }, { config: { session: { dmScope: 'per-sender' } } });
      for (const [from, text] of [
        ['ann', 'one'],
        ['ben', 'uno'],
        ['ann', '/new'],
        ['ann', 'two'],
        ['ben', 'due'],
      ] as const)
        await p.connector.receive(from, text);
      await idle();
      const history = (text: string) => p.runtime.asked.find((each) => each.text === text)!.history.length;
      expect([history('two'), history('due')]).toEqual([0, 2]);
      expect(p.connector.textsTo('ann')[1]).toBe('New conversation started.');
    });

    it('/stop ends the running answer without waiting for it', async () => {
      await start({ allowFrom: only('ann') });
      let isStopped = false;
      p.runtime.answer = (_asked, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            isStopped = true;
            reject(new RuntimeFailure('stopped', true));
          });
        });
      await p.connector.receive('ann', 'tell me everything');
      await eventually(() => p.runtime.asked.length === 1);
      await p.connector.receive('ann', '/stop');
      await idle();
      expect(isStopped).toBe(true);
      expect(p.connector.textsTo('ann')).toEqual(['Stopped.']);
    });
  });

  describe('an answer in blocks', () => {
    const inBlocks = { blockStreaming: true };

    it('is sent while it is being written', async () => {
      await start(inBlocks, { config: { messages: { responsePrefix: '[{agent}]' } } });
      const written = Promise.withResolvers<true>();
      p.runtime.stream = async function* () {
        yield* saying(PARAGRAPH('a'));
        await written.promise;
        yield* saying(PARAGRAPH('b'), 'end');
      };
      await p.connector.receive('ann', 'hi');
      await eventually(() => p.connector.sent.length === 1);
      written.resolve(true);
      await idle();
      const [a, b] = ['a', 'b'].map((letter) => letter.repeat(150));
      expect(p.connector.textsTo('ann')).toEqual([`[main] ${a}`, b, 'end']);
    });

    it('is not repeated when it breaks off and the turn runs again', async () => {
      await start(inBlocks);
      const runs: Asked[] = [];
      p.runtime.stream = async function* (asked) {
        runs.push(asked);
        yield* saying(PARAGRAPH('a'), PARAGRAPH('b'), 'lost');
        if (runs.length === 1) throw new RuntimeFailure('cut', true);
        yield* saying(' end');
      };
      await p.connector.receive('ann', 'hi');
      await idle();
      expect(runs.map(({ alreadySaid }) => alreadySaid)).toEqual(['', PARAGRAPH('a') + PARAGRAPH('b')]);
      expect(p.connector.textsTo('ann')).toEqual(['a'.repeat(150), 'b'.repeat(150), 'lost end']);
    });
  });

  it.each([true, false])(
    'a NO_REPLY line is left out of an answer, with block streaming %s',
    async (isStreamed) => {
      await start({ blockStreaming: isStreamed });
      p.runtime.stream = async function* () {
        yield* saying('NO_REPLY\n\n', PARAGRAPH('a'), 'end');
      };
      await p.connector.receive('ann', 'hi');
      await idle();
      expect(p.connector.textsTo('ann').join('\n\n')).toBe(`${PARAGRAPH('a')}end`);
    },
  );

  it('a block of code begins on a line of its own, also after a prefix', async () => {
    await start({}, { config: { messages: { responsePrefix: 'Bot:' } } });
    p.runtime.answer = () => '```js\nlet a;\n```';
    await p.connector.receive('ann', 'hi');
    await idle();
    expect(p.connector.textsTo('ann')).toEqual(['Bot:\n```js\nlet a;\n```']);
  });

  it('the indentation of the first line is kept, and blank lines before it are dropped', async () => {
    await start();
    p.runtime.answer = ({ text }) => (text === 'one' ? '\n \n    indented\n  less\n\n' : ' one space');
    await p.connector.receive('ann', 'one');
    await p.connector.receive('ann', 'two');
    await idle();
    expect(p.connector.textsTo('ann')).toEqual(['    indented\n  less', 'one space']);
  });

  it('indented code begins on a line of its own after a prefix', async () => {
    await start({}, { config: { messages: { responsePrefix: 'Bot:' } } });
    p.runtime.answer = () => '    let a;';
    await p.connector.receive('ann', 'hi');
    await idle();
    expect(p.connector.textsTo('ann')).toEqual(['Bot:\n    let a;']);
  });

  it('an empty answer is logged as a warning, unless a tool was called', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    await start();
    p.runtime.answer = async ({ text, tools }, signal) => {
      if (text !== 'nothing') await tools!()!.call('message', { action: 'send', message: 'done' }, signal);
      if (text === 'cut' && p.runtime.asked.length === 2) throw new RuntimeFailure('cut', true);
      return '';
    };
    await p.connector.receive('ann', 'act');
    await idle();
    await p.connector.receive('ann', 'cut');
    await idle();
    const empty = () =>
      warn.mock.calls.filter(([line]) => JSON.stringify(line).includes('empty answer')).length;
    expect(empty()).toBe(0);
    await p.connector.receive('ann', 'nothing');
    await idle();
    expect(empty()).toBe(1);
    warn.mockRestore();
  });

  it('an answer of NO_REPLY alone is not sent', async () => {
    await start({ blockStreaming: true });
    p.runtime.stream = async function* () {
      yield* saying('NO_', 'REPLY', '\n');
    };
    await p.connector.receive('ann', 'hi');
    await idle();
    expect(p.runtime.asked).toHaveLength(1);
    expect(p.connector.sent).toEqual([]);
  });

  it('each sender is answered by the agent of its binding', async () => {
    const list = [{ id: 'main' }, { id: 'second' }];
    const bindings = [{ agent: 'second', sender: 'ben' }];
    await start({}, { config: { agents: { list, bindings } } });
    await p.connector.receive('ann', 'one');
    await p.connector.receive('ben', 'two');
    await idle();
    expect(p.runtime.asked.map(({ text, agent }) => [text, agent.id]).sort()).toEqual([
      ['one', 'main'],
      ['two', 'second'],
    ]);
  });

  it('an answer goes to the thread of its question', async () => {
    await start();
    const threads: unknown[] = [];
    p.connector.onSend = ({ target }, take) => {
      threads.push(target.thread);
      return { kind: 'sent', messageId: take(), at: 1 };
    };
    await p.connector.receive('ann', 'hi', { thread: 't1' as never });
    await idle();
    expect(threads).toEqual(['t1']);
  });
});
