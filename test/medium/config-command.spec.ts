import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountSettings } from '../../src/channels/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import type { Pipeline } from '../support/pipeline.js';
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
const WRITES = { commands: { config: true } };

describe.each(DATABASES)('/config on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  let stateDir: string;
  const file = () => readFileSync(join(stateDir, 'gatehouse.json'), 'utf8');
  const startOn = async (text: string, settings: Partial<AccountSettings> = {}) => {
    writeFileSync(join(stateDir, 'gatehouse.json'), text);
    p = await world.start({ stateDir });
    const allowFrom = only('ann');
    const all = { dmPolicy: 'open', groupPolicy: 'open', allowFrom, ...settings } as const;
    p.connector.settings = { ...p.connector.settings, ...all };
  };
  const startWith = (config: object, settings: Partial<AccountSettings> = {}) =>
    startOn(JSON.stringify({ agents: AGENTS, ...config }), settings);
  const answerTo = async (receive: () => Promise<unknown>, texts: () => readonly string[]) => {
    const before = texts().length;
    await receive();
    await eventually(async () => (await p.queue.depth()).size === 0, { what: 'an idle queue' });
    return texts().slice(before).join('\n');
  };
  const say = (text: string) =>
    answerTo(
      () => p.connector.receive('ann', text),
      () => p.connector.textsTo('ann'),
    );
  const sayInGroup = (text: string) =>
    answerTo(
      () => p.connector.receiveInGroup('g', 'ann', text),
      () => p.connector.textsIn('g'),
    );

  beforeEach(async () => {
    stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-config-'));
  });
  afterEach(async () => {
    rmSync(stateDir, { recursive: true });
  });

  it('reads and changes settings, and keeps the comments', async () => {
    await startOn('{ commands: { config: true }, /* ours */ }');
    expect(await say('/config')).toBe('commands.config = true');
    expect(await say('/config get session.dmScope')).toBe('session.dmScope = "main"');
    expect(await say('/config set session.dmScope per-sender')).toBe('session.dmScope: changed');
    expect(file()).toContain('/* ours */');
    await say('who am I?');
    expect(p.runtime.asked.at(-1)!.sessionKey).toBe('agent:main:fake:direct:ann');
    expect(await say('/config unset session.dmScope')).toBe('session.dmScope: changed');
  });

  it('shows settings in direct chats only', async () => {
    await startWith(WRITES);
    for (const text of ['/config', '/config show', '/config get session.dmScope'])
      expect(await sayInGroup(text)).toBe(
        'The configuration is only shown in a direct chat, because not everyone here may see it.',
      );
    expect(await sayInGroup('/config set session.dmScope per-sender')).toBe('session.dmScope: changed');
    expect(await say('/Config  GET  session.dmScope')).toBe('session.dmScope = "per-sender"');
  });

  describe('is limited to settings that are open to chats', () => {
    const CLOSED = [
      'agents',
      'agents.list',
      'agents.list[0]',
      'agents.list[0].id',
      'agents.list[0].runtime',
      ...['apiKey', 'baseUrl', 'type', 'headers'].map((key) => `agents.list[0].runtime.${key}`),
      'agents.list[1].systemPrompt',
      'agents.bindings',
      'gateway',
      'gateway.host',
      'gateway.port',
      'dataApi.requireHttps',
      'channels.defaults.groupPolicy',
      'session',
    ];
    const CONFIG = { ...WRITES, gateway: { host: '127.0.0.2', trustedProxies: ['10.0.0.1'] } };

    it('when it shows settings', async () => {
      await startWith(CONFIG);
      expect(await say('/config')).toBe(
        'agents.list = [{"maxToolSteps":8,"contextTokens":6000}]\ncommands.config = true',
      );
      const shown = ['agents', 'agents.list', 'agents.list[0]', 'session'];
      for (const path of CLOSED.filter((each) => !shown.includes(each)))
        expect(await say(`/config get ${path}`)).toMatch(/ is not open to chats/);
      expect(await say('/config get agents')).toBe(
        'agents = {"list":[{"maxToolSteps":8,"contextTokens":6000}]}',
      );
    });

    it('when it changes settings', async () => {
      await startWith(CONFIG);
      const before = file();
      for (const path of CLOSED)
        for (const rest of [`set ${path} {file: "/etc/hostname"}`, `set ${path} [1]`, `unset ${path}`])
          expect(await say(`/config ${rest}`)).toMatch(/ is not open to chats/);
      expect(file()).toBe(before);
      expect(await say('/config set agents.list[0].systemPrompt Be brief.')).toBe('agents.list: changed');
      expect(await say('/config')).toContain('"systemPrompt":"Be brief."');
    });
  });

  it.each([
    ['commands.config', {}, true, false],
    ['the channel’s configWrites', WRITES, false, false],
    ['neither', WRITES, true, true],
  ])('refuses changes without %s', async (_name, config, configWrites, isChanged) => {
    await startWith(config, { configWrites });
    const before = file();
    const refusal = 'Changing the configuration from a chat is disabled.';
    const answer = await say('/config set session.dmScope per-sender');
    expect(answer).toBe(isChanged ? 'session.dmScope: changed' : refusal);
    expect(file() !== before).toBe(isChanged);
    expect(await say('/config unset session.dmScope')).toBe(answer);
    expect(await say('/config get session.dmScope')).toBe('session.dmScope = "main"');
  });

  it('says that nothing changed when the value is the same', async () => {
    await startWith(WRITES);
    expect(await say('/config set messages.responsePrefix hm:')).toBe('messages.responsePrefix: changed');
    expect(await say('/config set messages.responsePrefix hm:')).toMatch(/Already set/);
  });

  it('says that the file cannot be written, and changes nothing', async () => {
    await startWith(WRITES);
    // The draft beside it has a longer name than any file system accepts, so even root cannot write it.
    const name = `${'x'.repeat(240)}.json`;
    renameSync(join(stateDir, 'gatehouse.json'), join(stateDir, name));
    symlinkSync(name, join(stateDir, 'gatehouse.json'));
    const before = file();
    expect(await say('/config set session.dmScope per-sender')).toMatch(
      /^The configuration file cannot be written\. .*ENAMETOOLONG$/,
    );
    expect(file()).toBe(before);
    expect(await say('/config get session.dmScope')).toBe('session.dmScope = "main"');
    const audited = await p.db.on().selectFrom('audit_log').select('action').execute();
    expect(audited).toEqual([]);
  });

  it('names the path of a bad value, never the value, and changes nothing', async () => {
    await startWith(WRITES);
    const answer = await say('/config set agents.list[0].contextTokens nonsense');
    expect(answer).toMatch(/^agents\.list\[0\]\.contextTokens must be/);
    expect(answer).not.toContain('nonsense');
    const before = file();
    expect(await say('/config set session.dmScope everybody')).toContain('session.dmScope');
    expect(await say('/config set session.nonsense 1')).toContain('session.nonsense');
    expect(await say('/config set session.dmScope')).toContain('Write /config');
    expect(file()).toBe(before);
  });
});
