import type { ConfigSection } from '../describe/section.js';
import { AGENTS } from './agents.config.js';
import { APPROVALS } from './tools/approvals.config.js';
import { CHANNEL_DEFAULTS, COMMANDS, MESSAGES, SESSION } from './conversation.config.js';
import { DATA_API } from './data-api.config.js';
import { MCP } from './tools/mcp.config.js';
import { GATEWAY } from './gateway.config.js';
import { DELIVERY, LOGGING, MEDIA } from './operation.config.js';
import { ALERTS } from './reporting/alerts.config.js';
import { WEBHOOKS } from './reporting/webhooks.config.js';
import { BACKUP } from './keeping/backup.config.js';
import { RETENTION } from './keeping/retention.config.js';
import { USAGE } from './usage.config.js';

/** The areas every gateway has, in the order of the settings table; connectors add their own. */
export const CORE_SECTIONS: readonly ConfigSection<object>[] = [
  GATEWAY,
  AGENTS,
  SESSION,
  MESSAGES,
  COMMANDS,
  CHANNEL_DEFAULTS,
  DELIVERY,
  MEDIA,
  RETENTION,
  BACKUP,
  DATA_API,
  MCP,
  APPROVALS,
  USAGE,
  WEBHOOKS,
  ALERTS,
  LOGGING,
];
