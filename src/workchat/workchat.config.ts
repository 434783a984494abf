import { IsBoolean, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import {
  CHUNK_MODES,
  type ChunkMode,
  DM_POLICIES,
  type DmPolicy,
  GROUP_POLICIES,
  type GroupPolicy,
} from '../channels/index.js';
import { isLoopbackHost } from '../common/index.js';
import {
  AreStrings,
  ConfigProblem,
  type HasProblems,
  IsBaseUrl,
  Nested,
  NestedMap,
  section,
  Setting,
  ToolPolicyConfig,
} from '../config/index.js';

const REPLY_STYLES = ['thread', 'top-level'] as const;
const CLOUD_NAMES = ['public', 'usgov', 'china'] as const;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ID_MESSAGE = { message: 'must be an ID such as 00000000-0000-0000-0000-000000000000' };
const CREDENTIALS = ['appId', 'appPassword', 'tenantId'] as const;

/** The listener of the platform's calls. */
class WebhookConfig {
  @Setting({ doc: 'Port it listens on; 0 = any that is free.' })
  @IsInt()
  @Min(0)
  @Max(65_535)
  port = 3978;

  @Setting({ doc: 'Path of the messaging endpoint.' })
  @Matches(/^\/[A-Za-z0-9._~\-/]*$/, {
    message: 'must begin with / and hold only letters, digits, and . _ ~ - /',
  })
  path = '/api/messages';
}

/** The addresses of another cloud; all of them, since one without the others leads nowhere (DESIGN 6). */
class CloudConfig implements HasProblems {
  @Setting({ doc: 'Base URL of the directory that gives tokens.' })
  @IsBaseUrl()
  loginUrl!: string;

  @Setting({ doc: 'URL of the document that names the keys of inbound calls.' })
  @IsBaseUrl()
  openIdMetadataUrl!: string;

  @Setting({ doc: 'Issuer of the tokens of inbound calls.' })
  @IsNotEmpty()
  tokenIssuer!: string;

  @Setting({ doc: 'Resource for which the bot asks its own token.' })
  @IsNotEmpty()
  oauthScope!: string;

  @Setting({ doc: 'Base URL of the directory API.' })
  @IsBaseUrl()
  graphUrl!: string;

  @Setting({ doc: 'Hosts that a service URL may name.', type: 'string[]' })
  @AreStrings()
  serviceUrlHosts: string[] = [];

  problems(): readonly ConfigProblem[] {
    const urls = ['loginUrl', 'openIdMetadataUrl', 'graphUrl'] as const;
    return urls
      .filter((key) => isOpenHttp(this[key]))
      .map((key) => new ConfigProblem(key, 'must be https (http on loopback only)'));
  }
}

function isOpenHttp(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'http:' && !isLoopbackHost(url.hostname);
}

/** What a channel or a whole team may say for itself. */
class ChannelConfig {
  @Setting({ doc: 'Answer here only when mentioned.' })
  @IsOptional()
  @IsBoolean()
  requireMention?: boolean;

  @Setting({ doc: 'Where answers go.', type: REPLY_STYLES.join(' | ') })
  @IsOptional()
  @IsIn(REPLY_STYLES)
  replyStyle?: string;

  @Nested(() => ToolPolicyConfig, { doc: "Tools here, instead of those of the agent's own policy." })
  tools?: ToolPolicyConfig;

  @NestedMap(() => ToolPolicyConfig, { doc: 'By sender (directory object ID), or `*`; wins over `tools`.' })
  toolsBySender?: Record<string, ToolPolicyConfig>;
}

class TeamConfig extends ChannelConfig {
  @NestedMap(() => ChannelConfig, { doc: 'Channels of the team, by conversation ID or name.' })
  channels?: Record<string, ChannelConfig>;
}

class PersonConfig {
  @Setting({ doc: "Turns of this person's direct conversation given to the assistant; 0 = none." })
  @IsOptional()
  @IsInt()
  @Min(0)
  historyLimit?: number;
}

/** `channels.workchat` (spec 3-workchat, configuration). Nothing reads it in this release: see not-yet.ts. */
export class WorkchatConfig implements HasProblems {
  @Setting({ doc: 'Switches the channel on or off; on when there are credentials.' })
  @IsOptional()
  @IsBoolean()
  enabled?: boolean;

  @Setting({ doc: 'App (client) ID of the bot.', env: 'WORKCHAT_APP_ID' })
  @IsOptional()
  @Matches(ID, ID_MESSAGE)
  appId?: string;

  @Setting({ doc: "Value of the app's client secret.", secret: true, env: 'WORKCHAT_APP_PASSWORD' })
  @IsOptional()
  @IsNotEmpty()
  appPassword?: string;

  @Setting({ doc: 'Directory (tenant) ID.', env: 'WORKCHAT_TENANT_ID' })
  @IsOptional()
  @Matches(ID, ID_MESSAGE)
  tenantId?: string;

  @Nested(() => WebhookConfig, { doc: "The listener of the platform's calls." })
  webhook: WebhookConfig = new WebhookConfig();

  @Nested(() => CloudConfig, { doc: 'The cloud the bot lives in.', or: CLOUD_NAMES })
  cloud: (typeof CLOUD_NAMES)[number] | CloudConfig = 'public';

  @Setting({ doc: 'Who may write to the assistant directly.', type: DM_POLICIES.join(' | ') })
  @IsIn(DM_POLICIES)
  dmPolicy: DmPolicy = 'pairing';

  @Setting({
    doc: 'Direct messages: directory object IDs, user principal names or display names, `*`.',
    type: 'string[]',
  })
  @AreStrings()
  allowFrom: string[] = [];

  @Setting({
    doc: 'In which groups and channels the assistant may be used; unset = `channels.defaults.groupPolicy`.',
    type: GROUP_POLICIES.join(' | '),
  })
  @IsOptional()
  @IsIn(GROUP_POLICIES)
  groupPolicy?: GroupPolicy;

  @Setting({
    doc: 'Who may trigger the assistant in groups and channels; unset = `allowFrom`.',
    type: 'string[]',
  })
  @IsOptional()
  @AreStrings()
  groupAllowFrom?: string[];

  @Setting({ doc: 'Answer in groups and channels only when mentioned.' })
  requireMention = true;

  @Setting({ doc: 'Where answers in channels go.', type: REPLY_STYLES.join(' | ') })
  @IsIn(REPLY_STYLES)
  replyStyle: (typeof REPLY_STYLES)[number] = 'thread';

  @NestedMap(() => TeamConfig, { doc: 'Teams, by team ID or name.' })
  teams?: Record<string, TeamConfig>;

  @Setting({ doc: 'Longest outbound text, characters.' })
  @IsInt()
  @Min(1)
  @Max(20_000)
  textChunkLimit = 4_000;

  @Setting({
    doc: '`newline` splits at blank lines first; `length` only when a text is too long.',
    type: CHUNK_MODES.join(' | '),
  })
  @IsIn(CHUNK_MODES)
  chunkMode: ChunkMode = 'length';

  @Setting({
    doc: "Hosts inbound files may be fetched from; unset = the platform's, `*` = any.",
    type: 'string[]',
  })
  @IsOptional()
  @AreStrings()
  mediaAllowHosts?: string[];

  @Setting({ doc: 'Hosts that get a token with it; keep it strict.', type: 'string[]' })
  @IsOptional()
  @AreStrings()
  mediaAuthAllowHosts?: string[];

  @Setting({ doc: 'Document site for files in groups and channels: `<hostname>,<guid>,<guid>`.' })
  @IsOptional()
  @IsString()
  @Matches(/^[a-z0-9.-]+(?:,[0-9a-f-]{36}){2}$/i, { message: 'must have the form <hostname>,<guid>,<guid>' })
  docSiteId?: string;

  @Setting({ doc: 'Messages of a group or channel kept as context; 0 = none.' })
  @IsOptional()
  @IsInt()
  @Min(0)
  historyLimit?: number;

  @Setting({ doc: 'Turns of a direct conversation given to the assistant; 0 = none.' })
  @IsOptional()
  @IsInt()
  @Min(0)
  dmHistoryLimit?: number;

  @NestedMap(() => PersonConfig, { doc: 'By person (directory object ID).' })
  dms?: Record<string, PersonConfig>;

  @Setting({
    doc: 'Whether chat commands may change the configuration, if `commands.config` allows it at all.',
  })
  configWrites = true;

  /** Credentials are there as a whole, or the channel is not. */
  problems(): readonly ConfigProblem[] {
    const missing = CREDENTIALS.filter((key) => this[key] === undefined);
    const isNeeded = this.enabled === true || missing.length < CREDENTIALS.length;
    return isNeeded && this.enabled !== false
      ? missing.map((key) => new ConfigProblem(key, 'is required'))
      : [];
  }
}

export const WORKCHAT_CONFIG = section('channels.workchat', WorkchatConfig);
