import { RuntimeFailure, type TurnPart } from '../../src/assistant/index.js';
import type { AccountSettings } from '../../src/channels/index.js';
import { DATABASES, lanesOf } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { hangingAnswer, inboundEventsIn, type PipelineOptions } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const SESSIONS = 200;
const CROWD = Array.from({ length: SESSIONS }, (_, n) => `crowd${n}`);
const LET_IN = only('ann', 'ben', ...CROWD);
const PARAGRAPH = `${'a'.repeat(150)}\n\n`;
const PER_SENDER = { session: { dmScope: 'per-sender' } };

/** All at once, on a slow machine the last would wait longer for a connection than the pool lets them. */
async function inGroups<T>(all: readonly T[], act: (each: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += 20) await Promise.all(all.slice(at, at + 20).map(act));
}

describe.each(DATABASES)('turns on %s', (_, open) => {
  const world = pipelineWorld(open);
  const start = async (options: PipelineOptions = {}, settings: Partial<AccountSettings> = {}) => {
    const p = await world.start({ config: PER_SENDER, ...options });
    p.connector.settings = { ...p.connector.settings, allowFrom: LET_IN, ...settings };
    return p;
  };
  const { idle } = world;
  const outcomes = async () => {
    const rows = await inboundEventsIn(world.database.db);
    return rows.map(({ sender_id, outcome }) => [sender_id, outcome]);
  };

  describe('of an agent whose model hangs', () => {
    const list = [{ id: 'main', maxConcurrentTurns: 2 }, { id: 'quick' }];
    const bindings = [{ agent: 'quick', sender: 'ben' }];
    const config = { ...PER_SENDER, agents: { list, bindings } };

    /** Resolves when all of the crowd have written, and wait. */
    const crowded = async () => {
      const p = await start({ config });
      const { until, letGo } = hangingAnswer();
      let [running, most] = [0, 0];
      p.runtime.answer = async ({ text, agent }, signal) => {
        if (agent.id === 'main') {
          most = Math.max(most, ++running);
          await until(signal).finally(() => running--);
        }
        return `echo: ${text}`;
      };
      await inGroups(CROWD, (name) => p.connector.receive(name, `hi ${name}`));
      await eventually(() => p.runtime.asked.length === 2);
      return { p, letGo, most: () => most };
    };

    it('delay no other agent, unknown sender or command, and each is answered once in the end', async () => {
      const { p, letGo, most } = await crowded();
      await p.connector.receive('ben', 'are you there?');
      await p.connector.receive('stranger', 'hello?');
      await p.connector.receive('crowd7', '/whoami');
      const isServed = (name: string) => p.connector.textsTo(name).length === 1;
      await eventually(() => ['ben', 'stranger', 'crowd7'].every(isServed), { what: 'an answer at once' });
      expect(p.connector.textsTo('ben')).toEqual(['echo: are you there?']);
      expect(p.runtime.asked).toHaveLength(3);
      letGo();
      await idle(p);
      expect(most()).toBe(2);
      for (const name of CROWD)
        expect(p.connector.textsTo(name).filter((text) => text.startsWith('echo'))).toEqual([
          `echo: hi ${name}`,
        ]);
    }, 40_000);

    it('are ended by /stop while they wait', async () => {
      const { p, letGo } = await crowded();
      const running = p.runtime.asked.map(({ text }) => text.slice('hi '.length));
      const waiting = CROWD.filter((name) => !running.includes(name));
      await inGroups(waiting, (name) => p.connector.receive(name, '/stop'));
      const stopped = async () => (await outcomes()).filter(([, outcome]) => outcome === 'stopped');
      const areStopped = async () => (await stopped()).length === waiting.length;
      await eventually(areStopped, { timeoutMs: 30_000, what: 'the end of all that waited' });
      await eventually(() => p.connector.sent.length === waiting.length);
      expect(p.runtime.asked).toHaveLength(2);
      for (const name of waiting) expect(p.connector.textsTo(name)).toEqual(['Stopped.']);
      letGo();
    }, 40_000);

    it('that wait are released when the gateway stops, and run after the next start', async () => {
      const p = await start({
        config: { agents: { list: [{ id: 'main', maxConcurrentTurns: 1 }] }, ...PER_SENDER },
      });
      const { until, letGo } = hangingAnswer();
      p.runtime.answer = async ({ text }, signal) => {
        await until(signal);
        return `echo: ${text}`;
      };
      await p.connector.receive('ann', 'one');
      await eventually(() => p.runtime.asked.length === 1);
      await p.connector.receive('ben', 'two');
      await p.connector.receive('ann', '/whoami');
      await eventually(() => p.connector.textsTo('ann').length === 1);
      const stopping = p.stop();
      await eventually(async () => {
        const lanes = world.database.db
          .on()
          .selectFrom(lanesOf(world.database.db))
          .select('owner')
          .where('visible_at', 'is not', null)
          .where('owner', 'is', null);
        return (await lanes.execute()).length === 1;
      });
      letGo();
      await stopping;
      expect(p.runtime.asked).toHaveLength(1);
      const next = await start();
      await idle(next);
      expect([...p.connector.sent, ...next.connector.sent].map(({ text }) => text)).toContain('echo: two');
      expect(next.runtime.asked.map(({ text }) => text)).toEqual(['two']);
    });
  });

  describe('/stop', () => {
    it('ends a turn between two tries and the message behind it, and a later message is answered', async () => {
      const p = await start();
      p.runtime.answer = ({ text }) => {
        if (text === 'after') return 'here';
        throw new RuntimeFailure('busy', true, { retryAfterMs: 60_000 });
      };
      for (const text of ['one', 'two']) await p.connector.receive('ann', text);
      await eventually(async () => {
        const jobs = await world.database.db.on().selectFrom('jobs').select('last_error').execute();
        return jobs.some(({ last_error }) => last_error?.endsWith('busy'));
      });
      await p.connector.receive('ann', '/stop');
      await eventually(() => p.connector.textsTo('ann').includes('Stopped.'));
      await p.connector.receive('ann', 'after');
      await idle(p);
      expect(p.connector.textsTo('ann')).toEqual(['Stopped.', 'here']);
      expect((await outcomes()).map(([, outcome]) => outcome)).toEqual([
        'stopped',
        'stopped',
        'command',
        'turn',
      ]);
      expect(p.runtime.asked.map(({ text }) => text)).toEqual(['one', 'after']);
    });

    it('ends the running turn and all messages before it, and keeps sent text in the history', async () => {
      const p = await start({}, { blockStreaming: true });
      const { until } = hangingAnswer();
      p.runtime.stream = async function* ({ text }, signal): AsyncGenerator<TurnPart> {
        if (text === 'one') {
          yield { kind: 'text', text: PARAGRAPH };
          yield { kind: 'text', text: 'never sent' };
          await until(signal);
        }
        yield { kind: 'text', text: 'fine' };
      };
      for (const text of ['one', 'two', 'three']) await p.connector.receive('ann', text);
      await eventually(() => p.connector.textsTo('ann').length === 1);
      await p.connector.receive('ann', '/stop');
      await eventually(() => p.connector.textsTo('ann').includes('Stopped.'));
      await p.connector.receive('ann', 'what did you say?');
      await idle(p);
      expect(p.connector.textsTo('ann')).toEqual([PARAGRAPH.trim(), 'Stopped.', 'fine']);
      expect(p.runtime.asked.map(({ text }) => text)).toEqual(['one', 'what did you say?']);
      expect(p.runtime.asked[1]!.history.map(({ role, text }) => [role, text])).toEqual([
        ['user', 'one'],
        ['assistant', PARAGRAPH.trim()],
        ['user', 'two'],
        ['user', 'three'],
      ]);
      expect(await world.database.db.on().selectFrom('turn_progress').selectAll().execute()).toEqual([]);
    });

    it('ends a turn on another replica, and only that of its session', async () => {
      const p = await start();
      const other = await start();
      const { until, letGo } = hangingAnswer();
      for (const each of [p, other])
        each.runtime.answer = async (_asked, signal) => {
          await until(signal);
          return 'done';
        };
      await p.connector.receive('ann', 'a long question');
      await p.connector.receive('ben', 'another');
      await eventually(() => p.runtime.asked.length === 2);
      await other.connector.receive('ann', '/stop', { inboxKey: 'stop', messageId: 'stop' as never });
      await eventually(async () => (await outcomes()).some(([, outcome]) => outcome === 'stopped'));
      letGo();
      await idle(p);
      const sent = [...p.connector.sent, ...other.connector.sent].map((each) => [
        each.conversation,
        each.text,
      ]);
      expect(sent.sort()).toEqual([
        ['chat-ann', 'Stopped.'],
        ['chat-ben', 'done'],
      ]);
    });
  });

  it('end after their timeoutMs, also when the model ignores it', async () => {
    const messages = { apology: 'Sorry.', retryForMs: 0 };
    const agents = { list: [{ id: 'main', runtime: { type: 'echo', timeoutMs: 1_000 } }] };
    const p = await start({ config: { ...PER_SENDER, messages, agents } });
    p.runtime.answer = ({ text }) => (text === 'hang' ? new Promise(() => undefined) : 'here');
    await p.connector.receive('ann', 'hang');
    await p.connector.receive('ann', 'next');
    await idle(p);
    expect(p.connector.textsTo('ann')).toEqual(['Sorry.', 'here']);
    expect(await outcomes()).toEqual([
      ['ann', 'failed'],
      ['ann', 'turn'],
    ]);
  });
});
