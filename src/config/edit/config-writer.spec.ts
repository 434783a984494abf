import { AsyncLocalStorage } from 'node:async_hooks';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { GatehouseError } from '../../common/index.js';
import { liveSection } from '../config.module.js';
import {
  AGENTS,
  allOf,
  type ConfigChange,
  ConfigInvalidError,
  ConfigReload,
  type ConfigRule,
  ConfigWriter,
  CORE_SECTIONS,
  type GatehouseConfig,
  GATEWAY,
  loadConfig,
  mergePatch,
  MESSAGES,
  readEnvironment,
  section,
  SESSION,
  setPath,
  Setting,
} from '../index.js';

class ToyConfig {
  @Setting({ doc: 'A key.', env: 'TOY_KEY', secret: true })
  readonly key?: string;
}
const TOY = section('channels.toy', ToyConfig);

describe('ConfigWriter', () => {
  let folder: string;
  let file: string;
  let config: GatehouseConfig;
  let reload: ConfigReload;
  let sut: ConfigWriter;
  let meanwhile: () => void;

  const rule: ConfigRule = () => {
    meanwhile();
    return [];
  };
  const start = (text?: string, env: NodeJS.ProcessEnv = {}): void => {
    if (text !== undefined) writeFileSync(file, text, { mode: 0o640 });
    const environment = readEnvironment({ GATEHOUSE_STATE_DIR: folder, ...env });
    config = loadConfig([...CORE_SECTIONS, TOY], environment, [rule]);
    reload = new ConfigReload(config);
    sut = new ConfigWriter(config, reload);
  };
  const text = (): string => readFileSync(file, 'utf8');
  const problemsOf = (act: () => unknown): string => {
    try {
      act();
    } catch (error) {
      if (error instanceof ConfigInvalidError)
        return error.problems.map(({ path, message }) => `${path}: ${message}`).join('\n');
      throw error;
    }
    return '';
  };
  const commit = (change: ConfigChange) => sut.plan(change).commit();

  beforeEach(() => {
    Logger.overrideLogger(false);
    meanwhile = () => undefined;
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-config-'));
    file = join(folder, 'gatehouse.json');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    Logger.overrideLogger(undefined as never);
  });

  it('changes one setting in the file and in force, and nothing else', () => {
    start("// ours\n{\n  session: { mainKey: 'home' }, // why\n}\n");
    chmodSync(file, 0o640);
    const session = liveSection(config, SESSION);
    expect(sut.set('session.dmScope', 'per-sender')).toEqual({
      changed: ['session.dmScope'],
      applied: ['session.dmScope'],
      needsRestart: [],
      overridden: [],
    });
    expect(text()).toBe("// ours\n{\n  session: { mainKey: 'home', dmScope: 'per-sender' }, // why\n}\n");
    expect(Object.fromEntries(Object.entries(session))).toEqual({
      mainKey: 'home',
      dmScope: 'per-sender',
      holdOnOwnMessage: 0,
    });
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['gatehouse.json']);
    sut.unset('session.mainKey');
    expect(session.mainKey).toBe('main');
  });

  it('creates a missing file with mode 600', () => {
    start();
    sut.set('session.mainKey', 'a');
    expect(JSON.parse(text())).toEqual({ session: { mainKey: 'a' } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('changes and extends the list in force, also when that is the default one', () => {
    start();
    sut.set('agents.list[0].systemPrompt', 'Be brief.');
    expect(JSON.parse(text())).toEqual({ agents: { list: [{ id: 'main', systemPrompt: 'Be brief.' }] } });
    rmSync(file);
    start('{}');
    sut.set('agents.list[]', { id: 'a' });
    expect(JSON.parse(text())).toEqual({ agents: { list: [{ id: 'main' }, { id: 'a' }] } });
  });

  it('writes nothing that would not start, and names every path', () => {
    start('{ gateway: { port: 1 } }');
    const change = allOf([setPath('gateway.port', 'x'), setPath('session.dmScop', 'main')]);
    expect(
      problemsOf(() => sut.plan(change))
        .split('\n')
        .sort(),
    ).toEqual(['gateway.port: must be a number', 'session.dmScop: unknown setting, did you mean "dmScope"?']);
    expect(problemsOf(() => sut.unset('sesion.mainKey'))).toContain('did you mean "session"?');
    expect(problemsOf(() => sut.set('agents.list[3].id', 'x'))).toBe('agents.list[3]: the list has 1 item');
    expect(problemsOf(() => sut.set('a..b', 1))).toContain('is not a path');
    expect(problemsOf(() => sut.set('session.constructor', 1))).toContain('not allowed');
    expect(text()).toBe('{ gateway: { port: 1 } }');
    expect(config.get(GATEWAY).port).toBe(1);
  });

  it('reports settings that wait for a restart, until they are undone', () => {
    start('{ gateway: { port: 1 } }');
    const outcome = commit(mergePatch({ gateway: { port: 2 }, messages: { apology: 'Oh.' } }));
    expect(outcome).toMatchObject({ applied: ['messages.apology'], needsRestart: ['gateway.port'] });
    expect([config.get(GATEWAY).port, config.get(MESSAGES).apology]).toEqual([1, 'Oh.']);
    expect(config.pendingRestart).toEqual(['gateway.port']);
    expect(sut.set('gateway.port', 1).needsRestart).toEqual([]);
    expect(config.pendingRestart).toEqual([]);
  });

  it('refuses to overwrite a change made meanwhile', () => {
    start('{}');
    const pending = sut.plan(setPath('session.mainKey', 'a'));
    writeFileSync(file, '{ session: { mainKey: "theirs" } }');
    expect(() => pending.commit()).toThrow(expect.objectContaining({ code: 'CONFLICT' }) as GatehouseError);
    meanwhile = () => writeFileSync(file, '{ session: { mainKey: "theirs too" } }');
    expect(() => sut.set('session.mainKey', 'a')).toThrow('changed in the meantime');
    expect(text()).toContain('theirs too');
    expect(readdirSync(folder)).toEqual(['gatehouse.json']);
  });

  it('does not create a new file in place of one that was removed', () => {
    start('{ session: { mainKey: "a" } }');
    rmSync(file);
    expect(() => sut.set('session.dmScope', 'main')).toThrow('missing or empty');
    reload.reload();
    expect(config.get(SESSION).mainKey).toBe('a');
    expect(reload.problems).toHaveLength(1);
  });

  it('keeps a symbolic link and writes its target', () => {
    mkdirSync(join(folder, 'real'));
    writeFileSync(join(folder, 'real/config.json5'), '{}');
    symlinkSync('real/config.json5', file);
    start();
    sut.set('session.mainKey', 'linked');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'real/config.json5'), 'utf8')).toContain('linked');
  });

  it('keeps the stored secret where its mask is sent back, by the id of the list item', () => {
    const agent = (id: string, apiKey: string) => ({
      id,
      runtime: { type: 'openai-compatible', baseUrl: `http://${id}`, model: 'm', apiKey },
    });
    start(JSON.stringify({ agents: { list: [agent('a', 'key-a'), agent('b', 'key-b')] } }));
    const { agents } = config.masked() as { agents: { list: object[] } };
    expect(JSON.stringify(agents)).not.toContain('key-');
    commit(mergePatch({ agents: { list: agents.list.toReversed() } }));
    expect(text()).toMatch(/"http:\/\/b".*"key-b".*"http:\/\/a".*"key-a"/s);
    const stranger = agent('c', '********');
    expect(problemsOf(() => sut.set('agents.list[]', stranger))).toContain('agents.list[2].runtime.apiKey');
  });

  it('names the variable that overrides the written value', () => {
    start('{}', { TOY_KEY: 'of the environment' });
    const outcome = sut.set('channels.toy.key', 'of the file');
    expect(outcome).toMatchObject({
      applied: [],
      overridden: [{ path: 'channels.toy.key', variable: 'TOY_KEY' }],
    });
    expect(config.get(TOY).key).toBe('of the environment');
    // The shown configuration is sent back: the file gets no mask where it has no secret.
    sut.unset('channels.toy.key');
    commit(mergePatch(config.masked()));
    expect(text()).not.toContain('*');
  });

  it('names the variable of a list item, or of the surrounding object, as well', () => {
    const held = {
      GATEHOUSE__AGENTS__LIST__0__SYSTEM_PROMPT: 'Rhyme.',
      GATEHOUSE__SESSION: '{ mainKey: "m" }',
    };
    start('{ agents: { list: [{ id: "a" }] } }', held);
    const over = (path: string, value: unknown) => sut.set(path, value).overridden;
    expect(over('agents.list[0].systemPrompt', 'Be brief.')).toEqual([
      { path: 'agents.list', variable: 'GATEHOUSE__AGENTS__LIST__0__SYSTEM_PROMPT' },
    ]);
    expect(over('session.mainKey', 'x')).toEqual([
      { path: 'session.mainKey', variable: 'GATEHOUSE__SESSION' },
    ]);
    expect(over('agents.list[0].maxToolSteps', 3)).toEqual([]);
    expect(config.get(AGENTS).defaultAgent).toMatchObject({ systemPrompt: 'Rhyme.', maxToolSteps: 3 });
    writeFileSync(file, '{ agents: { list: [{ id: "b" }] } }');
    reload.reload();
    expect(config.get(AGENTS).defaultAgent).toMatchObject({ id: 'b', systemPrompt: 'Rhyme.' });
  });

  it('accepts secret files only in the folder for them, or where the file already names them', () => {
    const key = (apiKey: unknown) => ({
      id: 'a',
      runtime: { type: 'http', baseUrl: 'http://127.0.0.1', apiKey },
    });
    const [mine, theirs] = [join(folder, 'secrets', 'key'), join(folder, 'database-password')];
    mkdirSync(join(folder, 'secrets'));
    const beside = join(folder, 'secrets-old', 'key');
    mkdirSync(join(folder, 'secrets-old'));
    for (const path of [mine, theirs, beside]) writeFileSync(path, 'k');
    symlinkSync(theirs, join(folder, 'secrets', 'link'));
    start(JSON.stringify({ agents: { list: [key({ file: theirs })] } }));
    const path = 'agents.list[0].runtime.apiKey';
    for (const file of [
      join(folder, 'admin-token'),
      join(folder, 'secrets/../database-password'),
      beside,
      '/etc/hostname',
    ])
      expect(problemsOf(() => sut.set('agents.list', [{ ...key({ file }), id: 'b' }]))).toContain(
        `${path}: may only name files inside {state_dir}/secrets`,
      );
    expect(problemsOf(() => sut.set(path, { file: join(folder, 'secrets', 'link') }))).toContain(
      'may only name',
    );
    expect(problemsOf(() => sut.set('agents.list[0].runtime.headers', { a: { file: theirs } }))).toContain(
      'may only name',
    );
    expect(sut.set('agents.list', [{ ...key({ file: theirs }), maxToolSteps: 2 }]).applied).toEqual([
      'agents.list',
    ]);
    expect(sut.set(path, { file: mine }).applied).toEqual(['agents.list']);
  });

  it('refuses every change of a program that is started, and takes a server at an address', () => {
    start('{mcp: {servers: {files: {command: "mcp-files", args: ["/srv"]}}}}');
    const message = 'can only be set in the file or the environment';
    const isRefused = (path: string, value: unknown, at: string) =>
      expect(problemsOf(() => sut.set(path, value))).toContain(`${at}: ${message}`);
    isRefused('mcp.servers.files.command', 'sh', 'mcp.servers.files.command');
    isRefused('mcp.servers.files.args', ['/'], 'mcp.servers.files.args');
    isRefused('mcp.servers.other', { command: 'sh' }, 'mcp.servers.other.command');
    isRefused('mcp.servers', {}, 'mcp.servers.files.command');
    isRefused('mcp', { servers: { files: { url: 'https://example.org' } } }, 'mcp.servers.files.command');
    expect(sut.set('mcp.servers.linear', { url: 'https://mcp.example.org/mcp' }).applied).toEqual([
      'mcp.servers.linear.url',
    ]);
  });

  it('refuses a program in the file also where a variable hides it', () => {
    start('{}', {
      GATEHOUSE__MCP__SERVERS__FILES__COMMAND: 'mcp-files',
      GATEHOUSE__MCP__SERVERS__FILES__ARGS: '["/srv"]',
      GATEHOUSE__MCP__SERVERS__FILES__ENV: '{"A":"b"}',
    });
    const message = 'can only be set in the file or the environment';
    const at = 'mcp.servers.files';
    expect(problemsOf(() => sut.set(`${at}.command`, 'sh'))).toBe(`${at}.command: ${message}`);
    expect(problemsOf(() => sut.set(`${at}.args`, ['-c']))).toBe(`${at}.args: ${message}`);
    expect(problemsOf(() => sut.set(`${at}.env`, { PATH: '/tmp' }))).toContain(`${at}.env`);
    expect(problemsOf(() => sut.set(at, { command: 'sh', timeoutMs: 5 }))).toBe(`${at}.command: ${message}`);
    expect(sut.set(`${at}.timeoutMs`, 5).applied).toEqual([`${at}.timeoutMs`]);
  });

  it('refuses every change of media.allowedFolders, also as part of another change', () => {
    start('{media: {maxTotalMb: 100, allowedFolders: ["/srv/out"]}}');
    const refusal = 'media.allowedFolders: can only be set in the file or the environment';
    expect(problemsOf(() => sut.set('media.allowedFolders[]', '/'))).toBe(refusal);
    expect(problemsOf(() => sut.unset('media'))).toBe(refusal);
    expect(problemsOf(() => commit(mergePatch({ media: { allowedFolders: ['/'] } })))).toBe(refusal);
    sut.set('media.maxTotalMb', 200);
    expect(text()).toContain('/srv/out');
    expect(problemsOf(() => start('{media: {allowedFolders: ["/srv/../etc", "out"]}}'))).toContain(
      'media.allowedFolders: item 0 must be an absolute path without ..',
    );
  });

  it('reports a change to listeners outside the transaction that made it', () => {
    start('{}');
    const context = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    config.onChange(() => seen.push(context.getStore()));
    context.run('a transaction', () => sut.set('session.mainKey', 'a'));
    expect(seen).toEqual([undefined]);
  });

  it('loads a changed file, and keeps its configuration when the file is invalid', () => {
    start('{ session: { mainKey: "one" } }');
    let changes = 0;
    config.onChange(() => changes++);
    reload.reload();
    expect(changes).toBe(0);
    writeFileSync(file, '{ session: { mainKey: 2, dmScop: 1 } }');
    reload.reload();
    expect([changes, config.get(SESSION).mainKey]).toEqual([0, 'one']);
    expect(reload.problems.map(({ path }) => path).sort()).toEqual(['session.dmScop', 'session.mainKey']);
    writeFileSync(file, '{ session: { mainKey: "three" } }');
    reload.reload();
    expect([changes, config.get(SESSION).mainKey, reload.problems]).toEqual([1, 'three', []]);
  });
});
