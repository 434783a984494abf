import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { parseEnv } from 'node:util';
import { join } from 'node:path';
import { loadConfigIn } from '../../config/index.js';
import { HERMES_CONFIG, HERMES_SECRETS, hermesIn } from '../../../test/support/hermes/home.js';
import { digestOf } from '../../../test/support/openclaw/digest.js';
import { importWorld, outcomeOf, scopeOf } from '../../../test/support/openclaw/import-world.js';

const world = importWorld();
const env = (name: string) => `env_file.${name}`;

/** The paths of the leaves, by another reading than the program's own. */
function leaves(value: unknown): number {
  const items = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return items.length === 0 ? 1 : items.reduce<number>((sum, item) => sum + leaves(item), 0);
}

describe('a home of Hermes', () => {
  beforeEach(() => hermesIn(world().folder));

  it('is imported without a change in it, and a second time nothing changes', async () => {
    const before = digestOf(world().folder);
    const dry = await world().importHermes(undefined, { dryRun: true });
    expect(existsSync(world().stateDir)).toBe(false);
    const report = await world().importHermes();
    expect(report).toEqual({ ...dry, dry_run: false });
    expect(() => loadConfigIn(scopeOf(world().environment))).not.toThrow();
    const written = digestOf(world().stateDir, { times: false });
    const again = await world().importHermes();
    expect(digestOf(world().stateDir, { times: false })).toEqual(written);
    expect([...again.settings, ...again.secrets].filter(({ state }) => state !== 'there')).toEqual([]);
    expect(digestOf(world().folder)).toEqual(before);
    const shown = JSON.stringify([report, again]) + readFileSync(world().configFile, 'utf8');
    for (const secret of HERMES_SECRETS) expect(shown).not.toContain(secret);
    expect(existsSync('/tmp/hermes-was-run')).toBe(false);
  });

  it('has every key of its configuration and its .env in the report', async () => {
    const { keys } = await world().importHermes();
    const variables = parseEnv(readFileSync(join(world().folder, '.env'), 'utf8'));
    expect(keys).toHaveLength(leaves(parse(HERMES_CONFIG)) + Object.keys(variables).length);
    expect(new Set(keys.map(({ path }) => path)).size).toBe(keys.length);
    const unknown = keys.filter(({ outcome }) => outcome === 'unknown').map(({ path }) => path);
    expect(unknown.filter((path) => !/^(?:somethingNew|copied)/.test(path))).toEqual([env('MY_OWN_THING')]);
  });

  it('becomes the settings that it stands for, with its secrets in files', async () => {
    const { secrets } = await world().importHermes();
    const { channels, agents, ...others } = world().written();
    expect(channels.imbridge).toEqual({
      serverUrl: 'http://192.168.1.20:1234',
      password: { file: expect.stringMatching(/hermes-imbridge-default-password$/) },
      sendReadReceipts: false,
      groups: { '*': { requireMention: false } },
      dmPolicy: 'pairing',
    });
    expect(channels.workchat).toEqual({
      appId: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
      tenantId: '11111111-2222-4333-8444-555555555555',
      appPassword: { file: expect.stringMatching(/hermes-workchat-app-password$/) },
      webhook: { port: 3979 },
      dmPolicy: 'allowlist',
    });
    expect(agents.list).toEqual([
      {
        id: 'main',
        systemPrompt: 'Answer in one paragraph.',
        runtime: {
          type: 'openai-compatible',
          baseUrl: 'https://openrouter.ai/api/v1',
          model: 'anthropic/claude-opus-4.6',
          apiKey: { file: expect.stringMatching(/hermes-agent-main-api-key$/) },
        },
        fallbacks: [{ type: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b' }],
      },
    ]);
    expect(others).toEqual({ session: { dmScope: 'per-sender' } });
    expect(world().secret('hermes-imbridge-default-password')).toBe('bridge-password-of-the-mac');
    expect(secrets.map(({ origin, goes_to: to }) => [origin, to])).toContainEqual([
      'BLUEBUBBLES_PASSWORD in its .env',
      'http://192.168.1.20:1234',
    ]);
  });

  it('says what stays behind, by name', async () => {
    const report = await world().importHermes();
    expect(report.not_taken).toEqual({
      open_requests: 1,
      transcripts: 2,
      scheduled_tasks: 3,
      memory_files: 1,
      skills: 1,
    });
    const toDo = report.to_do.join('\n');
    expect(toDo).toContain('will no longer run: Morning news (0 8 * * *), a3 (every 30 min).');
    expect(toDo).toContain('memories/MEMORY.md (28 characters)');
    expect(toDo).toContain(
      'Import each profile by itself, into a state directory of its own: profiles/work.',
    );
    expect(toDo).toContain('The active profile of Hermes is work');
    expect(toDo).toContain('MCP servers are not imported: look at files');
    expect(toDo).toContain('Hermes gets secrets from a program');
    expect(toDo).toContain('templates of Hermes: SOUL.md of the assistant');
    expect(toDo).toContain('delete the webhook of Hermes and change the password');
    expect(toDo).toContain('LOCAL_KEY is not in the .env');
    expect(outcomeOf(report, 'platforms.bluebubbles.extra.server_url')).toEqual(['not-taken']);
    expect(outcomeOf(report, 'mcp_servers')).toEqual(['to-decide']);
    expect(outcomeOf(report, 'providers.corp.key_cmd')).toEqual(['to-decide']);
  });

  it('says nothing of programs for secrets that are off', async () => {
    const report = await world().importHermes('secrets: {bitwarden: {enabled: false}}');
    expect(outcomeOf(report, 'secrets')).toEqual(['not-taken']);
  });

  it('without a bridge that can be reached has the channel off', async () => {
    world().write('.env', 'BLUEBUBBLES_PASSWORD=${NOT_THERE}\n');
    const report = await world().importHermes('platforms: {bluebubbles: {extra: {}}}');
    expect(world().written().channels.imbridge).toMatchObject({ enabled: false });
    expect(outcomeOf(report, env('BLUEBUBBLES_PASSWORD'))).toEqual(['to-decide']);
    expect(report.to_do.join()).toContain(
      'Set channels.imbridge.serverUrl and channels.imbridge.password, then',
    );
  });

  it('keeps settings of ours, and names them', async () => {
    world().ours({
      channels: { imbridge: { enabled: false, serverUrl: 'http://192.168.1.99:1' } },
      session: { dmScope: 'main' },
    });
    const { settings } = await world().importHermes();
    expect(world().written().channels.imbridge.password).toBeUndefined();
    expect(settings.filter(({ state }) => state === 'kept').map(({ setting }) => setting)).toEqual([
      'channels.imbridge.serverUrl',
      'channels.imbridge.password',
      'session.dmScope',
    ]);
  });
});
