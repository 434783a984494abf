import { jest } from '@jest/globals';
import { RuntimeFailure } from '../../src/assistant/index.js';
import type { AccountSettings } from '../../src/channels/index.js';
import { VERSION } from '../../src/common/index.js';
import { checkConfig, GatehouseConfig } from '../../src/config/index.js';
import { InboundGate } from '../../src/conversations/gate/inbound-gate.service.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { inboundEventsIn, type Pipeline, type PipelineOptions } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

/** An agent with secrets, which no answer to a command may show. */
const AGENTS = {
  list: [
    {
      id: 'main',
      runtime: { type: 'echo', model: 'small', apiKey: 'sk-SECRET', headers: { 'x-a': 'SECRET' } },
    },
  ],
};
/** Says how one becomes someone who may. */
const refusal = (command: string) =>
  `Only operators can use ${command}. To become one, add the ID that /whoami shows to channels.fake.allowFrom.`;
const MENTIONS = { groupChat: { mentionPatterns: ['\\bbot\\b'] } };

describe.each(DATABASES)('commands on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  const start = async (config: PipelineOptions['config'] = {}, settings: Partial<AccountSettings> = {}) => {
    const session = { dmScope: 'per-sender' };
    p = await world.start({ config: { agents: AGENTS, messages: MENTIONS, session, ...config } });
    set({ dmPolicy: 'open', groupPolicy: 'open', allowFrom: only('ann'), ...settings });
  };
  const set = (settings: Partial<AccountSettings>) => {
    p.connector.settings = { ...p.connector.settings, ...settings };
  };
  const idle = () => world.idle();
  const say = async (text: string, from = 'ann') => {
    const before = p.connector.textsTo(from).length;
    await p.connector.receive(from, text);
    await idle();
    return p.connector.textsTo(from).slice(before).join('\n');
  };
  const sayInGroup = async (text: string, from = 'ann', mentionsUs = false) => {
    const before = p.connector.textsIn('g').length;
    await p.connector.receiveInGroup('g', from, text, { mentionsUs });
    await idle();
    return p.connector.textsIn('g').slice(before).join('\n');
  };
  const historyOf = (text: string) =>
    p.runtime.asked.find((each) => each.text === text)!.history.map((entry) => entry.text);

  it('are recognized with odd white space, in any case, and after the assistant’s name', async () => {
    await start();
    for (const text of ['/whoami', ' /WhoAmI\n', '/whoami please', '\u00a0/whoami'])
      expect(await say(text)).toContain('sender: ann');
    for (const text of ['@bot /whoami', 'Bot, /whoami', '/whoami'])
      expect(await sayInGroup(text)).toContain('sender: ann');
    expect(p.runtime.asked).toEqual([]);
    // Addressed to another bot, so it is no command.
    expect(await sayInGroup('@other /whoami')).toBe('');
    expect(await say('tell me of /whoami')).toBe('echo: tell me of /whoami');
    expect(await sayInGroup('bot, tell me of /whoami')).toBe('echo: bot, tell me of /whoami');
  });

  it('of an unlisted sender are refused in direct chats and ignored in groups', async () => {
    await start();
    expect(await say('/status', 'eve')).toBe(refusal('/status'));
    expect(await sayInGroup('bot /status', 'eve')).toBe('');
    expect(await sayInGroup('/status', 'eve')).toBe('');
    const rows = await inboundEventsIn(p.db);
    expect(rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['command', '/status'],
      ['dropped', 'command-not-allowed'],
      ['heard', null],
    ]);
    expect(p.runtime.asked).toEqual([]);
  });

  it('of a sender listed for groups only are answered in groups and refused in direct chats', async () => {
    await start({}, { groupAllowFrom: only('eve') });
    expect(await sayInGroup('/status', 'eve')).toContain('agent: main');
    expect(await say('/status', 'eve')).toBe(refusal('/status'));
  });

  it('of an unlisted sender are /help, /whoami, /usage, /stop and /tools, and /new in a session of its own only', async () => {
    await start();
    const listed = (text: string) => text.split('\n').map((line) => /^\/\w+/.exec(line)?.[0]);
    expect(listed(await say('/help', 'eve'))).toEqual([
      '/help',
      '/whoami',
      '/usage',
      '/new',
      '/stop',
      '/tools',
    ]);
    expect(listed(await say('/help'))).toContain('/config');
    await say('one', 'eve');
    expect(await say('/new two', 'eve')).toBe('echo: two');
    expect(historyOf('two')).toEqual([]);
    for (const text of ['/model large', '/config', '/config set session.dmScope main'])
      expect(await say(text, 'eve')).toBe(refusal(text.split(' ', 1)[0]!));
    const config = p.module.get(GatehouseConfig, { strict: false });
    const { sections, environment } = config.scope;
    config.adopt(checkConfig(sections, { agents: AGENTS, session: { dmScope: 'main' } }, environment));
    expect(listed(await say('/help', 'eve'))).toEqual(['/help', '/whoami', '/usage', '/stop', '/tools']);
    await say('three');
    expect(await say('/new four', 'eve')).toBe(refusal('/new'));
    await say('five');
    expect(historyOf('five')).toEqual(['three', 'echo: three']);
  });

  it('/whoami shows sender, conversation, session and access keys', async () => {
    await start();
    expect(await sayInGroup('/whoami')).toBe(
      [
        'sender: ann',
        'channel: fake, account default',
        'conversation: g (group)',
        'session: agent:main:fake:group:g',
        'access keys: sender:ann',
      ].join('\n'),
    );
    await p.connector.receive('ann', '/whoami', {
      sender: { id: 'ann' as never, name: 'Ann', isSelf: false },
    });
    await idle();
    expect(p.connector.textsTo('ann')[0]).toContain('sender: ann (Ann)\n');
  });

  it('/status shows the agent, the model and the session', async () => {
    await start();
    for (const text of ['one', 'two']) await say(text);
    const session = 'session: agent:main:fake:direct:ann, 4 entries';
    expect(await say('/status')).toBe(
      [`Gatehouse ${VERSION}`, 'agent: main', 'model: small', session].join('\n'),
    );
    await say('/new');
    await say('/model large');
    expect(await say('/status')).toMatch(/model: large\n.* 0 entries/);
  });

  describe('/model', () => {
    const used = () => p.runtime.asked.at(-1)!.agent.runtime.model;

    it('sets the model of this session from the next turn on', async () => {
      await start({ messages: { responsePrefix: '[{model}]' } }, { allowFrom: only('ann', 'ben') });
      expect(await say('/model')).toBe('The model is small.');
      expect(await say('/model  vendor/Large:70b ')).toBe(
        'The model of this session is now vendor/Large:70b.',
      );
      expect(await say('/model')).toBe('The model is vendor/Large:70b.');
      expect(await say('hi')).toBe('[vendor/Large:70b] echo: hi');
      expect(used()).toBe('vendor/Large:70b');
      expect(await say('hi', 'ben')).toBe('[small] echo: hi');
      expect(await say('/model Default')).toBe('The model of this session is now small.');
      await say('hi');
      expect(used()).toBe('small');
    });

    it('does not accept a sentence as a name', async () => {
      await start();
      expect(await say('/model one two')).toContain('no spaces');
      expect(await say(`/model ${'x'.repeat(201)}`)).toContain('at most 200 characters');
      expect(await say('/model')).toBe('The model is small.');
    });

    it('waits for the running turn', async () => {
      await start();
      const written = Promise.withResolvers<string>();
      p.runtime.answer = ({ text }) => (text === 'one' ? written.promise : `echo: ${text}`);
      await p.connector.receive('ann', 'one');
      await eventually(() => p.runtime.asked.length === 1);
      for (const text of ['/model large', '/whoami', 'two']) await p.connector.receive('ann', text);
      // Commands that do not wait are done when the last of them is.
      await eventually(() => p.connector.textsTo('ann').some((text) => text.includes('sender: ann')));
      written.resolve('done');
      await idle();
      const order = ['done', 'The model of this session is now large.', 'echo: two'];
      expect(p.connector.textsTo('ann').slice(1)).toEqual(order);
      expect(p.runtime.asked.map(({ agent }) => agent.runtime.model)).toEqual(['small', 'large']);
    });

    it('accepts a model that does not exist, and the next turn fails', async () => {
      await start({ messages: { apology: 'Sorry.' } });
      p.runtime.answer = ({ agent, text }) => {
        if (agent.runtime.model === 'nonsense') throw new RuntimeFailure('the model answered 404', false);
        return text;
      };
      expect(await say('/model nonsense')).toBe('The model of this session is now nonsense.');
      expect(await say('hi')).toBe('Sorry.');
      await say('/model default');
      expect(await say('hi')).toBe('hi');
    });
  });

  describe('/new', () => {
    it('waits for the running turn, and drops it from the history too', async () => {
      await start();
      const written = Promise.withResolvers<string>();
      p.runtime.answer = ({ text }) => (text === 'one' ? written.promise : `echo: ${text}`);
      await p.connector.receive('ann', 'one');
      await eventually(() => p.runtime.asked.length === 1);
      await p.connector.receive('ann', '/new');
      await p.connector.receive('ann', 'two');
      written.resolve('done');
      await idle();
      expect(p.connector.textsTo('ann')).toEqual(['done', 'New conversation started.', 'echo: two']);
      expect(historyOf('two')).toEqual([]);
    });

    it('begins the new history with the text after it', async () => {
      await start();
      await say('one');
      expect(await say('/new two')).toBe('echo: two');
      expect(historyOf('two')).toEqual([]);
      await say('three');
      expect(historyOf('three')).toEqual(['two', 'echo: two']);
    });

    it('begins a new history once when the first answer fails and is retried', async () => {
      await start();
      await say('one');
      let failures = 0;
      p.runtime.answer = ({ text }) => {
        if (failures++ === 0) throw new RuntimeFailure('the model answered 503', true);
        return `echo: ${text}`;
      };
      await p.connector.receive('ann', '/new two');
      await eventually(async () => {
        await p.queue.expedite('inbound');
        return p.connector.textsTo('ann').includes('echo: two');
      });
      await idle();
      expect(p.runtime.asked.map(({ text, history }) => [text, history.length])).toEqual([
        ['one', 0],
        ['two', 0],
        ['two', 0],
      ]);
    });

    it('keeps the tool effects of a first answer that failed', async () => {
      await start();
      await say('one');
      let runs = 0;
      p.runtime.answer = async ({ text, tools }) => {
        if (text !== 'two' || runs++ > 0) return `echo: ${text}`;
        await tools!()!.call('message', { action: 'send', message: 'done' }, new AbortController().signal);
        throw new RuntimeFailure('the model answered 503', true);
      };
      await p.connector.receive('ann', '/new two');
      await eventually(async () => {
        await p.queue.expedite('inbound');
        return p.connector.textsTo('ann').includes('echo: two');
      });
      await idle();
      await say('three');
      expect(historyOf('three')).toEqual(['two', 'done', 'echo: two']);
    });

    it('begins no new history for a worker whose job another one has done meanwhile', async () => {
      await start();
      const gate = p.module.get(InboundGate, { strict: false });
      const late = Promise.withResolvers<undefined>();
      const judge = gate.judge.bind(gate);
      const judging = jest.spyOn(gate, 'judge').mockImplementationOnce(async (stored) => {
        const decision = await judge(stored);
        await late.promise;
        return decision;
      });
      await p.connector.receive('ann', '/new two');
      await eventually(() => judging.mock.calls.length === 1);
      await world.database.loseLeases('inbound');
      await eventually(async () => {
        await p.queue.expedite('inbound');
        return p.connector.textsTo('ann').includes('echo: two');
      });
      late.resolve(undefined);
      await p.stop();
      await start();
      await p.connector.receive('ann', 'three', { inboxKey: 'three' });
      await idle();
      expect(historyOf('three')).toEqual(['two', 'echo: two']);
    });

    it('is ignored from an unlisted member of a group', async () => {
      await start();
      await sayInGroup('bot, one');
      expect(await sayInGroup('bot /new', 'eve')).toBe('');
      expect(await sayInGroup('/new two, bot', 'eve')).toBe('');
      expect(await sayInGroup('bot, three')).toBe('echo: bot, three');
      expect(historyOf('bot, three')).toEqual(['bot, one', 'echo: bot, one']);
      expect(await sayInGroup('/new bot, four')).toBe('echo: bot, four');
      expect(historyOf('bot, four')).toEqual([]);
    });
  });
});
