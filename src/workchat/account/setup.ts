import { DM_POLICY_QUESTION, fieldsOf } from '../../channels/kit/index.js';
import { errorText, isLoopbackHost, SystemClock } from '../../common/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import { tokenSourceFor } from '../service/tokens/access-tokens.js';
import { NoToken } from '../service/tokens/token-source.js';
import { WORKCHAT_CONFIG, settingsFrom } from '../settings/workchat.config.js';
import type { WantedPackage } from '../upkeep/app-package.js';
import { simulatedSettings } from './simulated.js';

const GROUP_POLICIES = [
  { value: 'allowlist', hint: 'only allowed people in allowed teams and channels' },
  { value: 'open', hint: 'everyone who mentions the assistant' },
  { value: 'disabled', hint: 'no groups or channels' },
];

/** The questions of the channel's setup (spec 3-workchat, "Quick setup" and "Configuration"). */
export const workchatSetup = {
  channel: 'workchat',
  hint: 'Microsoft Teams, as a bot',
  questions: [
    {
      setting: 'appId',
      step: 'Bot',
      message: 'App (client) ID of the bot',
      option: 'app-id <id>',
      kind: 'text',
      isRequired: true,
      isProbed: true,
      placeholder: '00000000-0000-0000-0000-000000000000',
    },
    {
      setting: 'appPassword',
      message: "Value of the app's client secret",
      option: 'app-password <secret>',
      kind: 'secret',
      isProbed: true,
    },
    {
      setting: 'tenantId',
      message: 'Directory (tenant) ID',
      option: 'tenant-id <id>',
      kind: 'text',
      isRequired: true,
      isProbed: true,
    },
    {
      setting: 'webhook.port',
      step: 'Endpoint',
      message: "Port for the platform's calls on this machine",
      option: 'webhook-port <port>',
      help: "port for the platform's calls on this machine (default: 3978)",
      kind: 'number',
      initial: '3978',
    },
    {
      setting: 'webhook.path',
      message: 'Path of the webhook',
      option: 'webhook-path <path>',
      help: 'path of the webhook (default: /api/messages)',
      kind: 'text',
      initial: '/api/messages',
    },
    DM_POLICY_QUESTION,
    {
      setting: 'allowFrom',
      message:
        'Who are the operators: need no code, and may give commands? Directory object IDs, user principal names (may be empty)',
      option: 'allow-from <list>',
      help: 'the operators, who need no code and may give commands: directory object IDs, user principal names, display names',
      kind: 'list',
      own: {
        message:
          'Your own directory object ID or user principal name, which makes you an operator (may be empty)',
        others:
          'Who else is an operator: needs no code, and may give commands? Directory object IDs, user principal names (may be empty)',
      },
    },
    {
      setting: 'groupPolicy',
      message: 'Who may use the assistant in groups and channels?',
      option: 'group-policy <policy>',
      help: 'groups and channels (default: the policy in channels.defaults)',
      kind: 'choice',
      choices: GROUP_POLICIES,
    },
    {
      setting: 'groupAllowFrom',
      message: 'Who may trigger the assistant in groups and channels? Empty = the people above',
      option: 'group-allow-from <list>',
      help: 'who may trigger the assistant in groups and channels (default: the people in --allow-from)',
      kind: 'list',
      isAsked: ({ groupPolicy }: Answers) => groupPolicy === 'allowlist',
    },
    {
      setting: 'teams',
      message: 'In which teams and channels? Team or Team/Channel, by name or ID; empty = all',
      option: 'teams <list>',
      help: 'teams and channels, Team or Team/Channel, by name or ID (default: all)',
      kind: 'list',
      placeholder: 'Engineering/General, Sales',
      isAsked: ({ groupPolicy }: Answers) => groupPolicy === 'allowlist',
      toSetting: (entries: unknown) => teamsOf(entries as readonly string[]),
      fromSetting: entriesOf,
    },
  ],
  simulated: { command: 'gatehouse simulate workplace', port: 4500, settings: simulatedSettings },
  probe: async (config: GatehouseConfig, signal: AbortSignal) => {
    const problem = await problemOfCredentials(config, signal);
    if (!problem) return { isUsable: true, text: "The directory accepts the bot's credentials." };
    const { text, setting } = problem;
    return { isUsable: false, text: `The bot cannot get a token: ${text}.`, ...(setting && { setting }) };
  },
  warnings: (config: GatehouseConfig) => {
    const { dmPolicy, allowFrom } = config.get(WORKCHAT_CONFIG);
    if (dmPolicy === 'open') return ['Everyone in the directory can use the assistant.'];
    const isClosed = dmPolicy === 'allowlist' && allowFrom.length === 0;
    return isClosed ? ['The allowlist is empty, so no one can write to the assistant.'] : [];
  },
  endpoint: (config: GatehouseConfig) => {
    const settings = settingsFrom(config);
    if (!settings) return undefined;
    const { path, port } = settings.webhook;
    const notes = [
      "Enter this address as the bot's messaging endpoint.",
      `Make sure it reaches port ${port} of this machine from outside over https, through a proxy or a tunnel.`,
    ];
    return { url: endpointAt(path), isAutomatic: false, notes };
  },
  appPackage: async (config: GatehouseConfig, wanted: WantedPackage) => {
    const { appPackageFor } = await import('../upkeep/app-package.js');
    return appPackageFor(config, wanted);
  },
  nextSteps: (config: GatehouseConfig) => {
    const { webhook, dmPolicy, cloud } = config.get(WORKCHAT_CONFIG);
    const pairing = [
      'New senders get a code. List the requests: gatehouse pairing list workchat',
      'Approve them: gatehouse pairing approve workchat <CODE>',
    ];
    if (typeof cloud === 'object' && isLoopbackHost(URL.parse(cloud.loginUrl)?.hostname ?? ''))
      return [
        'Run the simulated workplace, where you write to the bot: gatehouse simulate workplace',
        ...pairing,
      ];
    return [
      `Make port ${webhook.port} reachable from outside over https, through a proxy or a tunnel, and enter the address as`,
      `the bot's messaging endpoint: ${endpointAt(webhook.path)}`,
      "Create the bot's app with gatehouse workchat manifest --website <page about it>, and install it in the chat.",
      'Find problems: gatehouse workchat doctor --endpoint <address>',
      ...(dmPolicy === 'pairing' ? pairing : []),
    ];
  },
} as const;

type Answers = Readonly<Record<string, unknown>>;

interface CredentialProblem {
  readonly text: string;
  /** The setting to correct, where that is known. */
  readonly setting?: string;
}

const endpointAt = (path: string): string => `https://<host>${path}`;

/** Whether the bot gets the token for its answers; nothing else can be tried without the platform. */
async function problemOfCredentials(
  config: GatehouseConfig,
  signal: AbortSignal,
): Promise<CredentialProblem | undefined> {
  const settings = settingsFrom(config);
  if (!settings) return { text: 'its credentials are incomplete' };
  const { credentials, cloud } = settings;
  try {
    await tokenSourceFor(credentials, cloud, new SystemClock()).requestToken(cloud.oauthScope, signal);
    return undefined;
  } catch (error) {
    const setting = error instanceof NoToken ? error.correction?.setting : undefined;
    return { text: errorText(error), ...(setting !== undefined && { setting }) };
  }
}

/**
 * `Engineering/General, Sales` as `channels.workchat.teams`: an entry with channels admits only these.
 * @param entries Team or Team/Channel; a name or an ID
 */
function teamsOf(entries: readonly string[]): Record<string, object> {
  const teams: Record<string, { channels?: Record<string, object> }> = {};
  for (const entry of entries) {
    const slash = entry.indexOf('/');
    const team = (slash < 0 ? entry : entry.slice(0, slash)).trim();
    const channel = slash < 0 ? '' : entry.slice(slash + 1).trim();
    const { channels } = (teams[team] ??= {});
    if (channel !== '') teams[team] = { channels: { ...channels, [channel]: {} } };
  }
  return teams;
}

/** `channels.workchat.teams` as it would be typed. */
function entriesOf(teams: unknown): readonly string[] {
  return Object.entries(fieldsOf(teams)).flatMap(([team, entry]) => {
    const channels = Object.keys(fieldsOf(fieldsOf(entry).channels));
    return channels.length === 0 ? [team] : channels.map((channel) => `${team}/${channel}`);
  });
}
