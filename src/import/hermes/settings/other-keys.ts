import { MODEL_VARIABLES } from './models.js';
import { ENV, type HermesMapping } from './hermes-mapping.js';
import { LEGACY } from './platform.js';

const ITSELF = 'about Hermes itself';
const NO_CHANNEL = 'channel not supported';
const TOOLS = 'tools of Hermes are not imported: see `gatehouse help guide/tools`';
const UNUSED = 'no imported setting uses it';

/** Keys of `config.yaml` that have no part in a gateway of ours, and why. A path is for all below it. */
const OTHERS: Readonly<Record<string, string>> = {
  _config_version: ITSELF,
  database: 'see `gatehouse help operations/database`',
  runtime: ITSELF,
  attachments: ITSELF,
  plugins: 'plugins of Hermes do not run here',
  timeouts: ITSELF,
  provider_routing: 'OpenRouter chooses: see agents.list[].runtime',
  openrouter: 'OpenRouter chooses: see agents.list[].runtime',
  prompt_caching: 'prompts are cached automatically',
  worktree: TOOLS,
  worktree_sync: TOOLS,
  kanban: TOOLS,
  cron: 'scheduled tasks are not imported: the report names them',
  terminal: TOOLS,
  browser: TOOLS,
  lsp: TOOLS,
  web: TOOLS,
  auxiliary: TOOLS,
  toolsets: TOOLS,
  platform_toolsets: TOOLS,
  known_plugin_toolsets: TOOLS,
  tool_loop_guardrails: TOOLS,
  tool_output: TOOLS,
  tool_budget: TOOLS,
  vision: TOOLS,
  code_execution: TOOLS,
  delegation: 'agents do not call other agents',
  checkpoints: TOOLS,
  security: TOOLS,
  approvals: 'tools are approved per agent and call: see `gatehouse help guide/tools`',
  command_allowlist: 'tools are approved per agent and call: see `gatehouse help guide/tools`',
  skills: 'skills of Hermes do not run here',
  curator: 'skills of Hermes do not run here',
  hooks: 'see webhooks and the Data API',
  hooks_auto_accept: 'see webhooks and the Data API',
  memory: 'memories are not imported',
  honcho: 'memories are not imported',
  compression: 'conversations are shortened automatically',
  context: 'conversations are shortened automatically',
  session_reset: 'a command starts a new session',
  sessions: 'transcripts are not imported',
  display: 'see the console',
  dashboard: 'see the console',
  tts: 'speech is not supported',
  stt: 'speech is not supported',
  voice: 'speech is not supported',
  human_delay: 'answers are sent as soon as they are there',
  streaming: 'see blockStreaming of the channels',
  logging: 'see logging',
  model_aliases: 'aliases are not supported: models are set for each agent',
  quick_commands: 'commands of your own are not supported',
  timezone: 'see the time zone of the machine',
  privacy: ITSELF,
  telemetry: ITSELF,
  auth: 'logins are never imported',
  max_concurrent_sessions: ITSELF,
  network: ITSELF,
  updates: ITSELF,
  onboarding: ITSELF,
  credential_pool_strategies: 'the first key is imported',
  unauthorized_dm_behavior: 'see dmPolicy of the channels',
  group_sessions_per_user: 'a group shares one session here',
  thread_sessions_per_user: 'a group shares one session here',
  multiplex_profiles: 'each profile is imported by itself',
  multiplex_profile_allowlist: 'each profile is imported by itself',
  profile_routes: 'see agents.bindings',
  agent: 'only agent.system_prompt is imported',
  'agent.personalities': 'the systemPrompt of an agent is the only one',
  custom_providers: 'not used by the model, or not supported',
  providers: 'not used by the model, or not supported',
  model: 'see agents.list[].runtime',
  gateway: 'see gateway',
  [LEGACY]: 'an older file, of which only the channels count',
  fallback_model: 'fallback_providers is stronger',
};

/** Of a channel that we have. */
const OF_PLATFORMS: Readonly<Record<string, string>> = {
  home_channel: 'every send names its target',
  channel_prompts: 'see agents.list[].groupChat and groups of the channel',
  channel_overrides: 'see agents.bindings',
  allow_admin_from: 'people in allowFrom are operators here: add them by hand',
  user_allowed_commands: 'see `gatehouse help reference/access`',
  dm_policy: 'Hermes did not enforce it: see dmPolicy',
  group_policy: 'Hermes did not enforce it: see groupPolicy',
  reply_to_mode: 'see replyStyle',
};

const CHANNEL_NAMES =
  'telegram discord whatsapp whatsapp_cloud slack signal email sms mattermost matrix dingtalk feishu wecom wecom_callback weixin qqbot yuanbao google_chat homeassistant webhook api_server line irc photon msgraph_webhook'.split(
    ' ',
  );

/** Variables by the beginnings of their names. */
const VARIABLES: readonly (readonly [RegExp, string])[] = [
  [/^GATEWAY_ALLOW/, 'it is about channels that are not imported'],
  [/^HERMES_|^GATEWAY_|^API_SERVER_|^PUID$|^PGID$|^TZ$|^CONTEXT_COMPRESSION_|_DEBUG$/, ITSELF],
  [/^LLM_MODEL$/, 'Hermes no longer reads it'],
  [/^(?:MSTEAMS|MSGRAPH)_/, 'meetings are not supported'],
  [
    /^(?:TELEGRAM|DISCORD|WHATSAPP|SLACK|SIGNAL|EMAIL|SMS|TWILIO|MATTERMOST|MATRIX|DINGTALK|FEISHU|WECOM|WEIXIN|QQ|QQBOT|YUANBAO|GOOGLE_CHAT|HASS|HOMEASSISTANT|WEBHOOK|LINE|IRC|PHOTON)_/,
    NO_CHANNEL,
  ],
  [
    /^(?:TERMINAL|BROWSER|BROWSERBASE|AGENT_BROWSER|CAMOFOX|SUDO|SSH|DAYTONA|MODAL|EXA|PARALLEL|FIRECRAWL|TAVILY|FAL|HONCHO|MEM0|ELEVENLABS|VOICE_TOOLS|STT|TTS|GITHUB|TINKER|WANDB|HYPERLIQUID|NOTION|LINEAR|OBSIDIAN|AIRTABLE|GOOGLE_CLIENT|SPOTIFY)_/,
    TOOLS,
  ],
  [/_(?:API_KEY|TOKEN|BASE_URL|SECRET)$/, UNUSED],
];

export function mapOthers(m: HermesMapping): void {
  const { root } = m.parts;
  for (const [path, why] of Object.entries(OTHERS)) m.ledger.notTaken(path, why);
  m.ledger.notTaken(root.at(LEGACY).path, OTHERS[LEGACY] ?? '');
  for (const at of [
    root,
    root.at('platforms'),
    root.at('gateway', 'platforms'),
    root.at('gateway'),
    root.at(LEGACY, 'platforms'),
  ]) {
    for (const name of CHANNEL_NAMES) m.ledger.notTaken(at.at(name).path, NO_CHANNEL);
    for (const name of ['bluebubbles', 'teams'])
      for (const block of [at.at(name), at.at(name, 'extra')])
        for (const [key, why] of Object.entries(OF_PLATFORMS)) m.ledger.notTaken(block.at(key).path, why);
  }
  mapSecretPrograms(m);
  mapServers(m);
  mapVariables(m);
}

function mapSecretPrograms(m: HermesMapping): void {
  for (const [, provider] of m.parts.root.at('providers').members)
    m.ledger.toDecide(
      provider.at('key_cmd').path,
      'a program provides the key, and the import never runs programs',
    );
  const secrets = m.parts.root.at('secrets');
  const isOn = secrets.members.some(([, each]) => each.isObject && each.at('enabled').value !== false);
  m.ledger.notTaken(secrets.path, 'it is off');
  if (!isOn) return;
  m.ledger.toDecide(secrets.path, 'a program provides these secrets, and the import never runs programs');
  m.toDo.add(
    'Hermes gets secrets from a program (secrets). The import does not run it: enter those secrets by hand.',
  );
}

/** A server may be a program that anyone could have named: a person looks at it first. */
function mapServers(m: HermesMapping): void {
  const servers = m.parts.root.at('mcp_servers');
  if (servers.members.length === 0) return;
  m.ledger.toDecide(
    servers.path,
    'set it up in mcp.servers (`gatehouse help guide/tools`) after looking at it',
  );
  const names = servers.members.map(([name]) => name).join(', ');
  m.toDo.add(`MCP servers are not imported: look at ${names}, then set them up in mcp.servers.`);
}

/** Every variable has an end; the models' keys have theirs where they were used. */
function mapVariables(m: HermesMapping): void {
  const { variables, root } = m.parts;
  for (const [name, { path }] of root.at(ENV).members) {
    if (variables.used.has(name)) m.ledger.changed(path, [], 'its value was filled in where it was used');
    if (m.ledger.has(path)) continue;
    const why = MODEL_VARIABLES.includes(name)
      ? UNUSED
      : VARIABLES.find(([pattern]) => pattern.test(name))?.[1];
    if (/^(?:BLUEBUBBLES|TEAMS)_HOME_CHANNEL/.test(name))
      m.ledger.notTaken(path, 'every send names its target');
    else if (why !== undefined) m.ledger.notTaken(path, why);
  }
}
