import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteHandle from 'better-sqlite3';

/** Every secret in a recorded home, none of which may ever be shown. */
export const HERMES_SECRETS = [
  'bridge-password-of-the-mac',
  'teams-client-secret',
  'sk-or-key-of-the-model',
  'telegram-token',
  'sudo-password',
  'token-of-a-login',
  'secret-of-a-server',
];

/** Directory ids of Teams. */
export const MAX = '5f0c0000-0000-4000-8000-000000000001';

/** A `config.yaml` as people have it after a year: YAML 1.1, anchors, blocks in several places, odd types. */
export const HERMES_CONFIG = `# Hermes Agent
_config_version: 50
model: &main
  default: anthropic/claude-opus-4.6
  provider: openrouter
  base_url: "https://openrouter.ai/api/v1"
  context_length: 131072
fallback_providers:
  - {provider: custom:local, model: qwen3:8b}
  - {provider: nous, model: hermes-4}
providers:
  local:
    base_url: http://127.0.0.1:11434/v1
    key_env: LOCAL_KEY
    request_timeout_seconds: 300
  corp:
    base_url: https://llm.corp.example/v1
    key_cmd: touch /tmp/hermes-was-run
agent:
  system_prompt: Answer in one paragraph.
  max_turns: 90
  verbose: no
  personalities: {pirate: Arr}
platforms:
  bluebubbles:
    enabled: yes
    unauthorized_dm_behavior: pair
    extra:
      server_url: 192.168.1.99:1234
      send_read_receipts: off
      group_allow_from: [ "+12025550190" ]
    home_channel: {platform: bluebubbles, chat_id: "iMessage;-;+12025550150", name: Ann}
  telegram:
    reply_to_mode: first
teams: {extra: {client_id: aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee, port: 3979}}
display: {compact: false, skin: ares}
terminal: {backend: local, timeout: 180}
mcp_servers:
  files: {command: npx, args: [-y, server-files], env: {TOKEN: secret-of-a-server}}
secrets: {command: {run: touch /tmp/hermes-was-run}}
timezone: ~
somethingNew: {deep: [1, {er: null}], when: 2026-01-01}
copied: *main
`;

const HERMES_ENV = `# comment
OPENROUTER_API_KEY=sk-or-key-of-the-model
BLUEBUBBLES_SERVER_URL=192.168.1.20:1234
BLUEBUBBLES_PASSWORD="bridge-password-of-the-mac"
BLUEBUBBLES_WEBHOOK_PORT=8645
BLUEBUBBLES_ALLOWED_USERS=+12025550150, eve@example.org,ana,+1 202 555 0159,0171 2345678
BLUEBUBBLES_HOME_CHANNEL=iMessage;-;+12025550150
TEAMS_CLIENT_ID=ignored
TEAMS_CLIENT_SECRET=teams-client-secret
TEAMS_TENANT_ID=11111111-2222-4333-8444-555555555555
TEAMS_ALLOWED_USERS=${MAX.toUpperCase()},29:abc
GATEWAY_ALLOW_ALL_USERS=true
TELEGRAM_BOT_TOKEN=telegram-token
SUDO_PASSWORD=sudo-password
TERMINAL_TIMEOUT=60
HERMES_MAX_ITERATIONS=90
FIRECRAWL_API_KEY=
MY_OWN_THING=1
`;

const STARTER =
  'You are Hermes Agent, an intelligent AI assistant created by Nous Research. You are helpful, knowledgeable, and direct.';

/** Builds a home of Hermes (about 0.21.3) in a folder. @param files take the place of recorded ones */
export function hermesIn(dir: string, files: Readonly<Record<string, string | object>> = {}): void {
  const all: Record<string, string | object> = {
    'config.yaml': HERMES_CONFIG,
    '.env': HERMES_ENV,
    'SOUL.md': STARTER,
    'auth.json': {
      version: 1,
      providers: { nous: { access_token: 'token-of-a-login' } },
      credential_pool: { nous: [{ auth_type: 'oauth', access_token: 'token-of-a-login' }] },
    },
    'platforms/pairing/bluebubbles-approved.json': {
      '+12025550151': { user_name: 'Bo', approved_at: 1790000000.5 },
      '+12025550150': { user_name: 'Ann', approved_at: 1790000001.5 },
    },
    'pairing/teams-approved.json': {},
    'platforms/pairing/bluebubbles-pending.json': {
      '9f3a61c07b22d4e1': { hash: 'x', salt: 'y', user_id: 'z' },
    },
    'platforms/pairing/_rate_limits.json': {},
    'cron/jobs.json': {
      jobs: [
        {
          id: 'a1',
          name: 'Morning news',
          prompt: 'x',
          schedule: { kind: 'cron', expr: '0 8 * * *', display: '0 8 * * *' },
          enabled: true,
          deliver: 'bluebubbles',
        },
        { id: 'a2', name: 'Old', schedule: { kind: 'interval', minutes: 5 }, enabled: false },
        { id: 'a3', schedule: { kind: 'interval', minutes: 30 } },
      ],
    },
    'memories/MEMORY.md': 'Ann likes tea.\n§\nBo is away.',
    'memories/USER.md': '',
    'skills/weather/SKILL.md': 'x',
    'profiles/work/config.yaml': 'model: x',
    'profiles/.deleted/old/config.yaml': 'model: x',
    'backups/old/.env': 'BLUEBUBBLES_ALLOWED_USERS=+12025550199',
    active_profile: 'work\n',
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(dir, name), text, { mode: 0o600 });
  }
  const db = new SqliteHandle(join(dir, 'state.db'));
  db.exec(
    "create table sessions (id text, source text); insert into sessions values ('1', 'bluebubbles'), ('2', 'cli')",
  );
  db.close();
}
