import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import {
  CHUNK_MODES,
  type ChunkMode,
  DM_POLICIES,
  type DmPolicy,
  GROUP_POLICIES,
  type GroupPolicy,
  REPLY_STYLES,
  type ReplyStyle,
} from '../../channels/index.js';
import { AreStrings, Nested, NestedMap, Setting } from '../../config/index.js';
import { AuthConfig } from './auth-config.js';
import { CLOUD_NAMES, CloudConfig, type CloudName } from './cloud.js';
import { TeamConfig } from './team-config.js';

/** The listener of the platform's calls, separate so that no other traffic delays them. */
class WebhookConfig {
  @Setting({ doc: 'Address to listen on; unset = `gateway.host`.' })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  host?: string;

  @Setting({ doc: 'Port to listen on; 0 = any free port.' })
  @IsInt()
  @Min(0)
  @Max(65_535)
  port = 3978;

  @Setting({ doc: 'Path of the messaging endpoint.' })
  @IsString()
  @Matches(/^\/[A-Za-z0-9._~\-/]*$/, {
    message: 'must begin with / and contain only letters, digits, and . _ ~ - /',
  })
  path = '/api/messages';
}

/** The maximum configurable chunk: a message may have about 100 KB, including markup (wire 3.4). */
export const MAX_TEXT_CHUNK = 20_000;

export const FILE_SHARINGS = ['members-first', 'members'] as const;
export type FileSharing = (typeof FILE_SHARINGS)[number];

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ID_MESSAGE = { message: 'must be an ID such as 00000000-0000-0000-0000-000000000000' };

/** Settings of one person. */
export class PersonConfig {
  @Setting({
    doc: "Maximum number of turns of this person's direct chat given to the assistant (above 6, between two thirds and all of it); 0 = none.",
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  historyLimit?: number;
}

export class CatchUpConfig {
  @Setting({
    doc: 'Maximum age of missed messages to answer, minutes; older ones are only context. 0 = do not fetch any.',
  })
  @IsInt()
  @Min(0)
  @Max(10_080)
  maxAgeMinutes = 1_440;
}

/** The settings of the channel, with the rules of each. */
export class WorkchatTopConfig {
  @Setting({ doc: 'Switches the channel on or off; on if credentials are set.' })
  @IsOptional()
  @IsBoolean()
  enabled?: boolean;

  @Setting({ doc: 'App (client) ID of the bot.', env: 'WORKCHAT_APP_ID' })
  @IsOptional()
  @Matches(ID, ID_MESSAGE)
  appId?: string;

  @Setting({ doc: "Value of the app's client secret.", secret: true, env: 'WORKCHAT_APP_PASSWORD' })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  appPassword?: string;

  @Setting({ doc: 'Directory (tenant) ID.', env: 'WORKCHAT_TENANT_ID' })
  @IsOptional()
  @Matches(ID, ID_MESSAGE)
  tenantId?: string;

  @Nested(() => AuthConfig, { doc: 'How the bot authenticates; by default with a client secret.' })
  auth: AuthConfig = new AuthConfig();

  @Nested(() => WebhookConfig, { doc: "The listener for the platform's calls." })
  webhook: WebhookConfig = new WebhookConfig();

  @Nested(() => CloudConfig, { doc: 'The cloud in which the bot was created.', or: CLOUD_NAMES })
  cloud: CloudName | CloudConfig = 'public';

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
    doc: 'Groups and channels in which the assistant may be used; unset = `channels.defaults.groupPolicy`.',
    type: GROUP_POLICIES.join(' | '),
  })
  @IsOptional()
  @IsIn(GROUP_POLICIES)
  groupPolicy?: GroupPolicy;

  @Setting({
    doc: 'Who may trigger the assistant in groups and channels, in the form of `allowFrom`; unset = `allowFrom`.',
    type: 'string[]',
  })
  @IsOptional()
  @AreStrings()
  groupAllowFrom?: string[];

  @Setting({ doc: 'Answer in groups and channels only when mentioned.' })
  @IsBoolean()
  requireMention = true;

  @Setting({ doc: 'Where answers in channels go.', type: REPLY_STYLES.join(' | ') })
  @IsIn(REPLY_STYLES)
  replyStyle: ReplyStyle = 'thread';

  @NestedMap(() => TeamConfig, {
    doc: 'Teams, by team ID, group ID or name, or `*`. If set and `groupPolicy` is `allowlist`, only these have access.',
  })
  teams?: Record<string, TeamConfig>;

  @Setting({ doc: 'Maximum length of an outbound text, characters.' })
  @IsInt()
  @Min(1)
  @Max(MAX_TEXT_CHUNK)
  textChunkLimit = 4_000;

  @Setting({
    doc: '`newline` splits texts at blank lines; `length` splits only texts that are too long.',
    type: CHUNK_MODES.join(' | '),
  })
  @IsIn(CHUNK_MODES)
  chunkMode: ChunkMode = 'length';

  @Setting({
    doc: 'Show the reply while it is being written: continuously in direct messages, elsewhere in blocks.',
  })
  @IsBoolean()
  blockStreaming = false;

  @Setting({ doc: "Mark the assistant's texts as AI-generated." })
  @IsBoolean()
  aiLabel = true;

  @Setting({ doc: 'Message to send once where the app is installed; empty = none.' })
  @IsString()
  @MaxLength(4_000)
  welcomeText = 'Hello! Write to me, and I will answer. In groups and channels, mention me.';

  @Setting({
    doc: "Hosts from which inbound files may be fetched; unset = the platform's hosts, `*` = any. Files that people accept may also be uploaded to these hosts.",
    type: 'string[]',
  })
  @IsOptional()
  @AreStrings()
  mediaAllowHosts?: string[];

  @Setting({ doc: 'Hosts that receive a token with the request; keep the list short.', type: 'string[]' })
  @IsOptional()
  @AreStrings()
  mediaAuthAllowHosts?: string[];

  @Setting({ doc: 'Maximum size of an inbound file, MB.' })
  @IsNumber()
  @IsPositive()
  mediaMaxMb = 25;

  @Setting({ doc: 'Document site for files in groups and channels: `<hostname>,<guid>,<guid>`.' })
  @IsOptional()
  @Matches(/^[a-z0-9.-]+(?:,[0-9a-f-]{36}){2}$/i, { message: 'must have the form <hostname>,<guid>,<guid>' })
  docSiteId?: string;

  @Setting({
    doc: 'Who can open files on the document site. `members-first`: the members of the chat, or the whole organization if the app may not read the members. `members`: only the members.',
    type: FILE_SHARINGS.join(' | '),
  })
  @IsIn(FILE_SHARINGS)
  fileSharing: FileSharing = 'members-first';

  @Setting({ doc: 'Time that a person has to accept a file, minutes; the file is kept until then.' })
  @IsInt()
  @Min(1)
  @Max(10_080)
  fileRequestMinutes = 1_440;

  @Setting({
    doc: 'Maximum number of messages of a group or channel kept as context (above 6, between two thirds and all of it); 0 = none.',
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  historyLimit?: number;

  @Setting({ doc: 'Maximum number of turns of a direct chat kept as context, like historyLimit; 0 = none.' })
  @IsOptional()
  @IsInt()
  @Min(0)
  dmHistoryLimit?: number;

  @Nested(() => CatchUpConfig, {
    doc: 'Settings for fetching missed messages, if the app may read messages.',
  })
  catchUp: CatchUpConfig = new CatchUpConfig();

  @NestedMap(() => PersonConfig, { doc: 'Settings by person (directory object ID).' })
  dms?: Record<string, PersonConfig>;

  @Setting({
    doc: 'Whether chat commands may change the configuration, if `commands.config` allows it at all.',
  })
  @IsBoolean()
  configWrites = true;
}
