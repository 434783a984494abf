import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AssistantModule } from '../assistant/index.js';
import { UntrustedForwarding } from '../common/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { WindowStorageModule } from '../data-api/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { InboundModule } from '../inbound/index.js';
import { McpModule } from '../mcp/index.js';
import { OperatorModule } from '../operator/index.js';
import { UsageModule } from '../usage/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { AlertGauge } from './alert-gauge.js';
import type { HasConditions } from './condition.js';
import { CONDITION_PARTS, Conditions } from './conditions.service.js';
import { Doctor } from './doctor.service.js';
import { ModelChecks } from './models/model-checks.js';
import { AccountConditions } from './sources/account-conditions.js';
import { AccountFindings } from './sources/account-findings.js';
import { AgentConditions } from './sources/agent-conditions.js';
import { ApprovalConditions } from './sources/approval-conditions.js';
import { BudgetConditions } from './sources/budget-conditions.js';
import { ChannelChecks } from './sources/channel-checks.js';
import { ConfigurationConditions } from './sources/configuration-conditions.js';
import { CredentialConditions } from './sources/credential-conditions.js';
import { DatabaseConditions } from './sources/database-conditions.js';
import { ForwardingConditions } from './sources/forwarding-conditions.js';
import { GrantConditions } from './sources/grant-conditions.js';
import { HostConditions } from './sources/host-conditions.js';
import { KeyLimitConditions } from './sources/key-limit-conditions.js';
import { PluginConditions } from './sources/plugin-conditions.js';
import { PolicyConditions } from './sources/policy-conditions.js';
import { ToolConditions } from './sources/tool-conditions.js';
import { WebhookConditions } from './sources/webhook-conditions.js';
import { TalkConditions, WorkConditions } from './sources/work-conditions.js';
import { AlertNotices } from './watch/alert-notices.service.js';
import { AlertWatch } from './watch/alert-watch.service.js';
import { AlertsRepository } from './watch/alerts.repository.js';
import { Alerts } from './watch/alerts.service.js';

/** In the order in which an operator reads what they find. */
const PARTS = [
  DatabaseConditions,
  ConfigurationConditions,
  PluginConditions,
  ForwardingConditions,
  ChannelChecks,
  AccountConditions,
  ModelChecks,
  GrantConditions,
  PolicyConditions,
  CredentialConditions,
  KeyLimitConditions,
  WorkConditions,
  TalkConditions,
  ApprovalConditions,
  BudgetConditions,
  AgentConditions,
  ToolConditions,
  WebhookConditions,
  HostConditions,
];

/** What is wrong: found once, for the doctor, the status, the metrics and the alerts (ADR 0138). */
@Module({
  imports: [
    AccessControlModule,
    AssistantModule,
    ConversationsModule,
    DeliveryModule,
    InboundModule,
    McpModule,
    OperatorModule,
    UsageModule,
    WebhooksModule,
    WindowStorageModule,
  ],
  providers: [
    ...PARTS,
    {
      provide: CONDITION_PARTS,
      inject: PARTS,
      useFactory: (...parts: readonly HasConditions[]) => parts,
    },
    AccountFindings,
    AlertGauge,
    AlertNotices,
    Alerts,
    AlertsRepository,
    AlertWatch,
    Conditions,
    Doctor,
    UntrustedForwarding,
  ],
  exports: [Alerts, AlertWatch, Conditions, Doctor],
})
export class ConditionsModule {}
