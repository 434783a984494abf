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
  Min,
} from 'class-validator';
import {
  CHUNK_MODES,
  type ChunkMode,
  DM_POLICIES,
  type DmPolicy,
  GROUP_POLICIES,
  type GroupPolicy,
} from '../../channels/index.js';
import { AreStrings, IsBaseUrl, Nested, NestedMap, Setting } from '../../config/index.js';
import { ActionsConfig, ALL_ACTIONS } from './actions-config.js';
import { GroupConfig } from './group-config.js';

/** The maximum configurable chunk; the bridge itself has no limit. */
export const MAX_TEXT_CHUNK = 20_000;

export const DEFAULT_WEBHOOK_PATH = '/imbridge-webhook';

/** `auto`: the styles of answers are sent wherever they can be shown. */
export const TEXT_FORMATTING_MODES = ['auto', 'off'] as const;
export type TextFormattingMode = (typeof TEXT_FORMATTING_MODES)[number];

export class CatchUpConfig {
  @Setting({ doc: 'How often to ask the bridge for messages that no webhook announced, ms.' })
  @IsOptional()
  @IsInt()
  @Min(1_000)
  intervalMs?: number;

  @Setting({
    doc: 'Maximum age of a message in a repeated webhook, minutes; older ones are dropped.',
  })
  @IsOptional()
  @IsNumber()
  @IsPositive()
  maxAgeMinutes?: number;
}

/** One account; settings it leaves out come from the top level of `channels.imbridge`. */
export class ImbridgeAccountConfig {
  @Setting({ doc: 'Switches the account on or off; on if the section exists.' })
  @IsOptional()
  @IsBoolean()
  enabled?: boolean;

  @Setting({ doc: "Base URL of the bridge server's REST API, `http://<host>:<port>`." })
  @IsOptional()
  @IsBaseUrl()
  serverUrl?: string;

  @Setting({
    doc: 'API password of the bridge server. Include letters: the bridge corrupts passwords of digits only.',
    secret: true,
  })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  password?: string;

  @Setting({ doc: 'Secret that webhooks must contain; unset = `password`.', secret: true })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  webhookSecret?: string;

  @Setting({ doc: 'Path of the webhook endpoint.' })
  @IsOptional()
  @IsString()
  @Matches(/^\/[A-Za-z0-9._~\-/]+$/, {
    message: 'must begin with / and contain only letters, digits, and . _ ~ - /',
  })
  webhookPath?: string;

  @Setting({
    doc: 'Address at which the bridge reaches this gateway, such as `http://192.168.1.10:3000`; `webhookPath` follows it. Needed where the bridge is on another machine and `gateway.publicUrl` is not set. http only for private addresses and local names.',
  })
  @IsOptional()
  @IsBaseUrl()
  webhookUrl?: string;

  @Setting({ doc: 'Accept webhooks from this machine without a secret if no proxy is involved.' })
  @IsOptional()
  @IsBoolean()
  trustLocalhost?: boolean;

  @Setting({ doc: 'Who may write to the assistant directly.', type: DM_POLICIES.join(' | ') })
  @IsOptional()
  @IsIn(DM_POLICIES)
  dmPolicy?: DmPolicy;

  @Setting({
    doc: 'Direct messages: handles, e-mail addresses, phone numbers, `chat_id:`, `chat_guid:`, `*`.',
    type: 'string[]',
  })
  @IsOptional()
  @AreStrings()
  allowFrom?: string[];

  @Setting({ doc: 'Groups in which the assistant may be used.', type: GROUP_POLICIES.join(' | ') })
  @IsOptional()
  @IsIn(GROUP_POLICIES)
  groupPolicy?: GroupPolicy;

  @Setting({
    doc: 'Who may trigger the assistant in groups when groupPolicy is `allowlist`.',
    type: 'string[]',
  })
  @IsOptional()
  @AreStrings()
  groupAllowFrom?: string[];

  @NestedMap(() => GroupConfig, { doc: 'Settings per group: a chat guid, or `*` for all.' })
  groups?: Record<string, GroupConfig>;

  @Setting({ doc: 'Mark a chat as read when its message is answered.', inChats: true })
  @IsOptional()
  @IsBoolean()
  sendReadReceipts?: boolean;

  @Setting({ doc: 'Send the reply in blocks while it is being written.', inChats: true })
  @IsOptional()
  @IsBoolean()
  blockStreaming?: boolean;

  @Setting({ doc: 'Maximum length of an outbound text, characters.', inChats: true })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_TEXT_CHUNK)
  textChunkLimit?: number;

  @Setting({
    doc: '`newline` splits texts at blank lines; `length` splits only texts that are too long.',
    type: CHUNK_MODES.join(' | '),
    inChats: true,
  })
  @IsOptional()
  @IsIn(CHUNK_MODES)
  chunkMode?: ChunkMode;

  @Setting({
    doc: '`auto` keeps bold, italic, underline and strikethrough in answers (macOS 15, Private API).',
    type: TEXT_FORMATTING_MODES.join(' | '),
    inChats: true,
  })
  @IsOptional()
  @IsIn(TEXT_FORMATTING_MODES)
  textFormatting?: TextFormattingMode;

  @Setting({ doc: 'Maximum size of an inbound file, MB.', inChats: true })
  @IsOptional()
  @IsNumber()
  @IsPositive()
  @Max(1_024)
  mediaMaxMb?: number;

  @Setting({
    doc: 'Maximum number of group messages kept as context (above 6, between two thirds and all of it); 0 = none.',
    inChats: true,
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  historyLimit?: number;

  @Setting({
    doc: 'Maximum number of turns of a direct conversation given to the assistant (above 6, between two thirds and all of it); 0 = none.',
    inChats: true,
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  dmHistoryLimit?: number;

  @Setting({
    doc: 'Region for national phone numbers in allowlists, such as `US`; unset = only numbers with +.',
  })
  @IsOptional()
  @IsString()
  defaultRegion?: string;

  @Setting({
    doc: 'Timeout for sending, ms. Below 190 s, the bridge may still send a message after the timeout.',
  })
  @IsOptional()
  @IsInt()
  @Min(1_000)
  @Max(600_000)
  sendTimeoutMs?: number;

  @Nested(() => CatchUpConfig, { doc: 'Settings for fetching messages that no webhook announced.' })
  catchUp?: CatchUpConfig;

  @Nested(() => ActionsConfig, { doc: 'Actions that the assistant and operators can use.' })
  actions?: ActionsConfig;
}

/** The top level: the defaults of all accounts, with the accounts. */
export class ImbridgeTopConfig extends ImbridgeAccountConfig {
  override webhookPath = DEFAULT_WEBHOOK_PATH;
  override trustLocalhost = true;
  override dmPolicy: DmPolicy = 'pairing';
  override allowFrom: string[] = [];
  override groupPolicy: GroupPolicy = 'allowlist';
  override groupAllowFrom: string[] = [];
  override sendReadReceipts = true;
  override blockStreaming = false;
  override textChunkLimit = 4_000;
  override chunkMode: ChunkMode = 'length';
  override textFormatting: TextFormattingMode = 'auto';
  override mediaMaxMb = 8;
  override sendTimeoutMs = 200_000;
  override catchUp: CatchUpConfig = Object.assign(new CatchUpConfig(), {
    intervalMs: 180_000,
    maxAgeMinutes: 60,
  });
  override actions: ActionsConfig = Object.assign(new ActionsConfig(), ALL_ACTIONS);

  @NestedMap(() => ImbridgeAccountConfig, { doc: 'Several accounts; each overrides the settings above.' })
  accounts?: Record<string, ImbridgeAccountConfig>;
}
