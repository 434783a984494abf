import { Module } from '@nestjs/common';
import { InboundModule } from '../inbound/index.js';
import { OperatorModule } from '../operator/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { McpModule } from '../mcp/index.js';
import { UsageModule } from '../usage/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { AlertGauge } from './alert-gauge.js';
import { AlertHistory } from './alert-history.service.js';
import { AlertNotices } from './notices/alert-notices.service.js';
import { AccountAlerts } from './sources/account-alerts.service.js';
import { AgentAlerts } from './sources/agent-alerts.service.js';
import type { AlertSource } from './sources/alert-source.js';
import { ALERT_SOURCES, Alerts } from './sources/alerts.service.js';
import { BudgetAlerts } from './sources/budget-alerts.service.js';
import { HostAlerts } from './sources/host-alerts.service.js';
import { SetupAlerts } from './sources/setup-alerts.service.js';
import { ToolAlerts } from './sources/tool-alerts.service.js';
import { WebhookAlerts } from './sources/webhook-alerts.service.js';
import { WorkAlerts } from './sources/work-alerts.service.js';
import { AlertLooks } from './watch/alert-looks.service.js';
import { AlertRecord } from './watch/alert-record.service.js';
import { AlertWatch } from './watch/alert-watch.service.js';
import { AlertsRepository } from './watch/alerts.repository.js';

const SOURCES = [
  SetupAlerts,
  AccountAlerts,
  WorkAlerts,
  BudgetAlerts,
  AgentAlerts,
  ToolAlerts,
  WebhookAlerts,
  HostAlerts,
];

/** Alerts: everything that needs a person, and the notices about it (ADR 0115). */
@Module({
  imports: [InboundModule, OperatorModule, DeliveryModule, McpModule, UsageModule, WebhooksModule],
  providers: [
    ...SOURCES,
    {
      provide: ALERT_SOURCES,
      inject: SOURCES,
      useFactory: (...sources: readonly AlertSource[]) => sources,
    },
    Alerts,
    AlertGauge,
    AlertHistory,
    AlertLooks,
    AlertNotices,
    AlertRecord,
    AlertWatch,
    AlertsRepository,
  ],
  exports: [Alerts, AlertHistory, AlertWatch],
})
export class AlertsModule {}
