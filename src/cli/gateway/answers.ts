import type { components } from '../../../openapi/admin.v1.generated.js';

/* The admin API's answers under the names that the commands use; openapi/admin.v1.json defines their shapes. */

type Schemas = ReadonlyDeep<components['schemas']>;

/** Applies to arrays, too. */
type ReadonlyDeep<T> = T extends object ? { readonly [Name in keyof T]: ReadonlyDeep<T[Name]> } : T;

export type Access = Schemas['AccessDto'];
export type AccountState = Schemas['AccountStateDto'];
export type ActionResult = Schemas['ActionResultDto'];
export type AdminToken = Schemas['AdminTokenDto'];
export type Allowance = Schemas['AllowanceDto'];
export type RaisedAlert = Schemas['RaisedAlertDto'];
export type ApiKey = Schemas['ListedApiKey'];
export type Approval = Schemas['ApprovalDto'];
export type AuditEntry = Schemas['AuditEntryDto'];
export type Budget = Schemas['BudgetDto'];
export type BudgetList = Schemas['BudgetListDto'];
export type Channel = Schemas['ChannelDto'];
export type CheckReport = Schemas['CheckDto'];
export type Config = Schemas['ConfigDto'];
export type ConfigOutcome = Schemas['ConfigOutcomeDto'];
export type Conversation = Schemas['ConversationDto'];
export type ConversationMessage = Schemas['ConversationMessageDto'];
export type CreatedApiKey = Schemas['CreatedApiKey'];
export type DeadLetter = Schemas['DeadLetterDto'];
export type Delivery = Schemas['DeliveryDto'];
export type DeliveryDetail = Schemas['DeliveryDetailDto'];
export type EndedMcpLogin = Schemas['EndedLoginDto'];
export type McpLoginAttempt = Schemas['LoginAttemptDto'];
export type StartedMcpLogin = Schemas['StartedLoginDto'];
export type McpServerList = Schemas['McpServerListDto'];
export type McpTool = Schemas['McpToolDto'];
export type McpToolList = Schemas['McpToolListDto'];
export type Erasing = Schemas['ErasingDto'];
export type Doctor = Schemas['DoctorDto'];
export type Grant = Schemas['GrantDto'];
export type Hold = Schemas['HoldDto'];
export type LogLine = Schemas['LogLineDto'];
export type LogPage = Schemas['LogPageDto'];
export type LogReplicas = Schemas['LogReplicasDto'];
export type LoopBreak = Schemas['LoopBreakDto'];
export type Pairing = Schemas['PairingDto'];
export type PluginStatus = Schemas['PluginDto'];
export type Poll = Schemas['PollDto'];
export type PollDetail = Schemas['PollDetailDto'];
export type Release = Schemas['ReleaseDto'];
export type Repairs = Schemas['RepairsDto'];
export type ResentMessages = Schemas['ResentDto'];
export type SessionLink = Schemas['SessionLinkDto'];
export type SentMessage = Schemas['SentMessageDto'];
export type Status = Schemas['StatusDto'];
export type Timeline = Schemas['TimelineDto'];
export type ToolPermission = Schemas['ToolPermissionDto'];
export type UsageReport = Schemas['UsageReportDto'];
export type User = Schemas['UserDto'];
export type Webhook = Schemas['WebhookDto'];
export type WebhookList = Schemas['WebhookListDto'];
export type WebhookTest = Schemas['WebhookTestDto'];
