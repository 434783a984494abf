import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RuntimeFailure, type ToolResult } from '../../src/assistant/index.js';
import type { AccountSettings } from '../../src/channels/index.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { type Asked, type Pipeline, type PipelineOptions, startPipeline } from '../support/pipeline.js';

const only = (...names: string[]) => ({
  anyone: false,
  keys: new Set(names.map((name) => `sender:${name}`)),
});
const signal = new AbortController().signal;

describe.each(DATABASES)('tools on %s', (_, open) => {
  let database: TestDatabase;
  let p: Pipeline;
  const results: ToolResult[] = [];
  const start = async (settings: Partial<AccountSettings> = {}, options: PipelineOptions = {}) => {
    results.length = 0;
    p = await startPipeline(database, options);
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open', allowFrom: only('ann'), ...settings };
    p.connector.features = { react: 'full', edit: 'full', reply: 'partial' };
  };
  const idle = () => eventually(async () => (await p.queue.depth()).size === 0, { what: 'an idle queue' });
  const call = async (asked: Asked, input: unknown) => {
    const result = await asked.tools!()!.call('message', input, signal);
    results.push(result);
    return result;
  };
  const actionsOf = (asked: Asked) =>
    (asked.tools!()?.definitions[0]?.inputSchema.properties as { action: { enum: string[] } } | undefined)
      ?.action.enum;

  beforeEach(async () => {
    database = await open();
  });
  afterEach(async () => {
    await p.stop();
    await database.close();
  });

  it('offer what the channel can do now and the policy allows', async () => {
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

  it('act on messages, and tell the model what became of it', async () => {
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

  it('reach other conversations only for who may', async () => {
    await start();
    p.runtime.answer = async (asked) => {
      await call(asked, { action: 'send', message: 'psst', target: 'chat-zoe' });
      await call(asked, { action: 'send', message: 'psst', target: 'nowhere' });
      return 'done';
    };
    await p.connector.receive('eve', 'tell zoe');
    await p.connector.receive('ann', 'tell zoe');
    await idle();
    expect(p.connector.textsTo('zoe')).toEqual(['psst']);
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, false, false, true]);
  });

  it('change what others said only for who may', async () => {
    await start();
    p.runtime.answer = async (asked) => {
      await call(asked, { action: 'edit', messageId: 'in-1', text: 'x' });
      await call(asked, { action: 'send', message: 'psst', target: ['chat-zoe'] });
      return 'done';
    };
    await p.connector.receive('eve', 'edit that');
    await idle();
    expect(p.connector.acted).toEqual([]);
    expect(results).toEqual([
      { ok: false, error: 'the sender may not have edit done' },
      { ok: false, error: 'target must be of type string' },
    ]);
    await p.connector.receive('ann', 'edit that');
    await idle();
    expect(p.connector.acted).toEqual([['edit', 'in-1', 'x']]);
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

  it('do not repeat what was under way when the gateway died', async () => {
    await start();
    let runs = 0;
    p.connector.onAct = () => {
      throw new Error('killed in its middle');
    };
    p.runtime.answer = async (asked) => {
      runs++;
      const action = call(asked, { action: 'react', messageId: 'in-1', emoji: '👍' });
      if (runs === 1) await action.catch(() => Promise.reject(new RuntimeFailure('cut', true)));
      else await action;
      return 'done';
    };
    await p.connector.receive('ann', 'hi');
    await idle();
    expect(p.connector.acted).toHaveLength(1);
    expect(results).toEqual([{ ok: false, error: expect.stringContaining('was not done again') }]);
  });

  describe('/config', () => {
    let stateDir: string;
    const file = () => readFileSync(join(stateDir, 'gatehouse.json'), 'utf8');
    const say = async (text: string) => {
      const before = p.connector.textsTo('ann').length;
      await p.connector.receive('ann', text);
      await idle();
      return p.connector.textsTo('ann').slice(before).join('\n');
    };
    beforeEach(() => {
      stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-config-'));
      writeFileSync(join(stateDir, 'gatehouse.json'), '{ commands: { config: true }, /* ours */ }');
    });
    afterEach(() => rmSync(stateDir, { recursive: true }));

    it('reads and changes settings, and keeps the comments', async () => {
      await start({}, { stateDir });
      expect(await say('/config')).toBe('commands.config = true');
      expect(await say('/config get session.dmScope')).toBe('session.dmScope = "main"');
      expect(await say('/config set session.dmScope per-sender')).toBe('Changed: session.dmScope.');
      expect(file()).toContain('/* ours */');
      await say('who am I?');
      expect(p.runtime.asked.at(-1)!.sessionKey).toBe('agent:main:fake:direct:ann');
      expect(await say('/config unset session.dmScope')).toBe('Changed: session.dmScope.');
    });

    it('names what is wrong, and changes nothing then', async () => {
      await start({}, { stateDir });
      const before = file();
      expect(await say('/config set session.dmScope everybody')).toContain('session.dmScope');
      expect(await say('/config set session.nonsense 1')).toContain('session.nonsense');
      expect(await say('/config set session.dmScope')).toContain('Write /config');
      expect(file()).toBe(before);
    });

    it('changes nothing where that is switched off', async () => {
      await start({ configWrites: false }, { stateDir });
      const before = file();
      expect(await say('/config set session.dmScope per-sender')).toContain('switched off');
      expect(file()).toBe(before);
    });
  });
});
