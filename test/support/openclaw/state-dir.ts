import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { EXTRA, FULL_CONFIG, JANUARY_CONFIG } from './config.js';

export const LAYOUTS = ['january', 'json', 'sqlite', 'shared'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Every secret in a recorded state dir, none of which may ever be shown. */
export const SECRETS = [
  'bridge-password-of-the-mac',
  'second-bridge-password',
  'teams-client-secret',
  'sk-openai-work-key',
  'local-model-key',
  'blue-header-secret',
  'gateway-token-of-the-peer',
  'telegram-token-of-the-peer',
];

export const PERSON = '5f0c0000-0000-4000-8000-000000000001';
export const CONVERSATION = 'a:1personal';
const NEWEST = '2026-11-20T10:00:00.000Z';

const reference = (id: string, conversationType: string) => ({
  activityId: '1',
  user: { id: '29:known', name: 'Irene Paz', aadObjectId: PERSON.toUpperCase() },
  agent: { id: '28:bot', name: 'Molly' },
  conversation: { id, conversationType, tenantId: '11111111-2222-4333-8444-555555555555' },
  ...(conversationType === 'channel' && { teamId: '19:team@thread.tacv2' }),
  channelId: 'msteams',
  serviceUrl: 'https://smba.trafficmanager.net/emea/',
  lastSeenAt: NEWEST,
});

const REFERENCES = [
  reference(CONVERSATION, 'personal'),
  reference('19:ab@thread.tacv2;messageid=17', 'channel'),
  reference('19:chat@thread.v2', 'groupChat'),
];

const POLL = {
  id: 'p1',
  question: 'Lunch?',
  options: ['Pizza', 'Soup'],
  maxSelections: 1,
  createdAt: '2026-11-01T10:00:00.000Z',
  conversationId: '19:ab@thread.tacv2',
};
const VOTES = { [PERSON]: ['0'] };

const KEYS = {
  'openai:default': { type: 'oauth', provider: 'openai', access: 'x', refresh: 'y', expires: 1 },
  'openai:work': { type: 'api_key', provider: 'openai', key: 'sk-openai-work-key' },
};

/** Requests of one channel, as files keep them. */
const PAIRING = {
  version: 1,
  requests: [
    { id: '+12025550144', code: 'K7QZ4MWB', createdAt: NEWEST, lastSeenAt: NEWEST, meta: { name: 'Ana' } },
  ],
};

const TRANSCRIPT = ['{"type":"session","version":3,"id":"6f0c"}', '{"type":"message","id":"a1"}', ''].join(
  '\n',
);

/** Builds a state dir of the peer, new for the caller, who removes it. */
export function openclawFolder(layout: Layout, config?: string) {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-openclaw-'));
  openclawIn(dir, layout, config);
  return { dir, remove: () => rmSync(dir, { recursive: true }) };
}

/** Builds one in a certain folder. @param config the recorded one of the layout when left out */
export function openclawIn(dir: string, layout: Layout, config?: string | object): void {
  const write = (name: string, text: string | object) => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), typeof text === 'string' ? text : JSON.stringify(text), { mode: 0o600 });
  };
  const recorded = layout === 'january' ? JANUARY_CONFIG : inLayout(layout, FULL_CONFIG);
  write(layout === 'january' ? 'clawdbot.json' : 'openclaw.json', config ?? recorded);
  write('extra.json5', EXTRA);
  write('.env', 'BB_PASSWORD=bridge-password-of-the-mac\nexport TEAMS_SECRET="teams-client-secret"\n');
  write('secrets.json', { models: { local: 'local-model-key' } });
  const prompts = { AGENTS: 'You help at home.', SOUL: 'Be kind.', MEMORY: 'private memory' };
  for (const [name, text] of Object.entries(prompts)) write(`workspace/${name}.md`, text);
  write('workspace-Work_Desk/AGENTS.md', `x${'y'.repeat(30_000)}`);
  write('credentials/oauth.json', { token: 'gateway-token-of-the-peer' });
  write('delivery-queue/1.json', {});
  if (layout === 'january' || layout === 'json') inFiles(write);
  else inDatabases(dir, layout);
}

/** The newest releases have agents as a map. */
function inLayout(layout: Layout, config: string): string {
  if (layout !== 'shared') return config;
  return config
    .replace('2026.4.29', '2026.9.6')
    .replace(/list: \[\n\s*\{ id: "main", default: true,/, 'ownership: "explicit", entries: {\n      main: {')
    .replace(/\{ id: "Work_Desk",/, 'Work_Desk: {')
    .replace(/ {4}\],\n {2}\},\n {2}bindings/, '    },\n  },\n  bindings');
}

function inFiles(write: (name: string, text: string | object) => void): void {
  write('credentials/bluebubbles-pairing.json', PAIRING);
  write('credentials/bluebubbles-home-allowFrom.json', {
    version: 1,
    allowFrom: ['+1 (202) 555-0150', 'eve@example.org'],
  });
  write('credentials/bluebubbles-allowFrom.json', {
    version: 1,
    allowFrom: ['+12025550151', '0171 2345678'],
  });
  write('credentials/bluebubbles-second-allowFrom.json', { version: 1, allowFrom: ['+12025550152'] });
  write('credentials/msteams-allowFrom.json', { version: 1, allowFrom: [PERSON, '29:known', 'Somebody'] });
  write('agents/main/sessions/6f0c.jsonl', TRANSCRIPT);
  write('agents/main/sessions/sessions.json', {});
  write('agents/main/agent/auth-profiles.json', { version: 1, profiles: KEYS });
  const conversations = Object.fromEntries(REFERENCES.map((each) => [each.conversation.id, each]));
  write('msteams-conversations.json', { version: 1, conversations });
  write('msteams-polls.json', { version: 1, polls: { p1: { ...POLL, votes: VOTES } } });
}

function inDatabases(dir: string, layout: Layout): void {
  const isShared = layout === 'shared';
  database(join(dir, 'state/openclaw.sqlite'), isShared ? 21 : 15, (db) => {
    db.exec(`
      create table schema_meta (app_version text);
      insert into schema_meta values ('2026.8.1');
      create table channel_pairing_allow_entries (channel_key text, account_id text, entry text, sort_order integer, updated_at integer);
      create table channel_pairing_requests (channel_key text, account_id text, request_id text, code text, created_at integer, last_seen_at integer, meta_json text);
      create table plugin_state_entries (plugin_id text, namespace text, entry_key text, value_json text, expires_at integer);
      create table delivery_queue_entries (id text); insert into delivery_queue_entries values ('1'), ('2');
      create table channel_ingress_events (id text); insert into channel_ingress_events values ('3');
      create table secret_store_entries (scope_kind text, scope_id text, name text, value text, deleted_at_ms integer);
      insert into channel_pairing_requests values ('bluebubbles', 'home', '+12025550144', 'K7QZ4MWB', 1, 1, '{}');
    `);
    const allow = db.prepare('insert into channel_pairing_allow_entries values (?, ?, ?, 0, 0)');
    for (const [channel, account, entry] of [
      ['bluebubbles', 'home', '+1 (202) 555-0150'],
      ['bluebubbles', 'home', 'eve@example.org'],
      ['bluebubbles', 'default', '+12025550151'],
      ['bluebubbles', 'default', '0171 2345678'],
      ['bluebubbles', 'second', '+12025550152'],
      ...[PERSON, '29:known', 'Somebody'].map((each) => ['msteams', 'default', each]),
    ])
      allow.run(channel, account, entry);
    const entry = db.prepare("insert into plugin_state_entries values ('msteams', ?, ?, ?, null)");
    REFERENCES.forEach((each, index) => entry.run('conversations', `hash-${index}`, JSON.stringify(each)));
    entry.run('polls', 'p1', JSON.stringify(POLL));
    entry.run('poll-vote-buckets', 'p1:0', JSON.stringify({ pollId: 'p1', bucket: 0, votes: VOTES }));
    if (isShared) {
      db.exec('create table config_machine_state (state_key text, value_json text)');
      const value = JSON.stringify({ version: 1, profiles: KEYS });
      db.prepare('insert into config_machine_state values (?, ?)').run('authProfiles.store', value);
    }
  });
  database(join(dir, 'agents/main/agent/openclaw-agent.sqlite'), isShared ? 23 : 12, (db) => {
    db.exec(`
      create table sessions (session_id text); insert into sessions values ('6f0c');
      create table transcript_events (session_id text, seq integer, event_json text${isShared ? ', event_zstd blob' : ''});
      create table auth_profile_store (store_key text, store_json text);
    `);
    if (isShared) return;
    const value = JSON.stringify({ version: 1, profiles: KEYS });
    db.prepare('insert into auth_profile_store values (?, ?)').run('primary', value);
  });
  // A leftover of the migration: who is only in it has been removed since.
  mkdirSync(join(dir, 'credentials'), { recursive: true });
  const leftover = JSON.stringify({ version: 1, allowFrom: ['+12025550166'] });
  writeFileSync(join(dir, 'credentials/bluebubbles-home-allowFrom.json'), leftover);
}

/** A database as a killed program leaves it: its newest changes are in the log only. */
export function database(file: string, userVersion: number, fill: (db: SqliteHandle.Database) => void): void {
  mkdirSync(dirname(file), { recursive: true });
  const made = join(mkdtempSync(join(tmpdir(), 'gatehouse-peer-')), 'db');
  const db = new SqliteHandle(made);
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  db.pragma(`user_version = ${userVersion}`);
  fill(db);
  for (const suffix of ['', '-wal']) cpSync(made + suffix, file + suffix);
  db.close();
  rmSync(dirname(made), { recursive: true });
}
