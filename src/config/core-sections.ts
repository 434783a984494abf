import { AGENTS } from './core/agents.config.js';
import { CHANNEL_DEFAULTS, COMMANDS, MESSAGES, SESSION } from './core/conversation.config.js';
import { DATA_API } from './core/data-api.config.js';
import { GATEWAY } from './core/gateway.config.js';
import { DELIVERY, LOGGING, MEDIA } from './core/operation.config.js';
import { RETENTION } from './core/retention.config.js';
import type { ConfigSection } from './section.js';

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
  DATA_API,
  LOGGING,
];
