import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AssistantModule } from '../assistant/index.js';
import { UntrustedForwarding } from '../common/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { OperatorModule } from '../operator/index.js';
import { WindowStorageModule } from '../data-api/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { McpModule } from '../mcp/index.js';
import { UsageModule } from '../usage/index.js';
import type { CheckSource } from './check-source.js';
import { WebhooksModule } from '../webhooks/index.js';
import { CHECK_SOURCES, Doctor } from './doctor.service.js';
import { AccountFindings } from './gateway/account-findings.js';
import { ApprovalCheck } from './gateway/approval-check.js';
import { BudgetCheck } from './gateway/budget-check.js';
import { ChannelChecks } from './gateway/channel-checks.js';
import { ConfigurationCheck } from './gateway/configuration-check.js';
import { CredentialChecks } from './gateway/credential-checks.js';
import { DatabaseChecks } from './gateway/database-checks.js';
import { KeyLimitCheck } from './gateway/key-limit-check.js';
import { ForwardingCheck } from './gateway/forwarding-check.js';
import { GrantChecks } from './gateway/grant-checks.js';
import { McpCheck } from './gateway/services/mcp-check.js';
import { PluginCheck } from './gateway/plugin-check.js';
import { PolicyChecks } from './gateway/policy-checks.js';
import { WebhookCheck } from './gateway/services/webhook-check.js';
import { OpenTalkChecks, WorkChecks } from './gateway/work-checks.js';
import { ModelChecks } from './models/model-checks.js';

const SOURCES = [
  DatabaseChecks,
  ConfigurationCheck,
  PluginCheck,
  ForwardingCheck,
  ChannelChecks,
  ModelChecks,
  GrantChecks,
  PolicyChecks,
  CredentialChecks,
  KeyLimitCheck,
  WorkChecks,
  OpenTalkChecks,
  ApprovalCheck,
  BudgetCheck,
  McpCheck,
  WebhookCheck,
];

/** `gatehouse doctor`: the checks of the running gateway. */
@Module({
  imports: [
    AccessControlModule,
    AssistantModule,
    ConversationsModule,
    OperatorModule,
    DeliveryModule,
    McpModule,
    UsageModule,
    WebhooksModule,
    WindowStorageModule,
  ],
  providers: [
    AccountFindings,
    Doctor,
    UntrustedForwarding,
    ...SOURCES,
    {
      provide: CHECK_SOURCES,
      inject: SOURCES,
      useFactory: (...sources: readonly CheckSource[]) => sources,
    },
  ],
  exports: [Doctor],
})
export class DoctorModule {}
