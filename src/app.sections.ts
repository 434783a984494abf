import {
  alertTargetsAreKnown,
  approvalTargetsAreKnown,
  backupsAreElsewhere,
  type ConfigRule,
  type ConfigScope,
  type ConfigSection,
  CORE_SECTIONS,
} from './config/index.js';
import { IMBRIDGE, imbridgeIsComplete, imbridgeSetup } from './imbridge/index.js';
import { mcpAddressesAreAllowed, mcpServersAreKnown } from './mcp/index.js';
import type { ChannelSetup, Plugins } from './plugins/index.js';
import { usageIsSound } from './usage/index.js';
import { WEBCHAT } from './webchat/index.js';

/**
 * Every section of the program's own configuration. A built-in connector adds its section here and its module in
 * app.module.ts.
 */
export const ALL_SECTIONS: readonly ConfigSection<object>[] = [...CORE_SECTIONS, IMBRIDGE, WEBCHAT];

/** Checks across sections. */
export const ALL_RULES: readonly ConfigRule[] = [
  alertTargetsAreKnown,
  approvalTargetsAreKnown,
  backupsAreElsewhere,
  imbridgeIsComplete,
  mcpAddressesAreAllowed,
  mcpServersAreKnown,
  usageIsSound,
];

/**
 * Channels that need no plugin. `defaults` is not a channel but a key beside them in the configuration, so no plugin
 * may have that name.
 */
export const OWN_CHANNELS: readonly string[] = ['imbridge', 'console', 'defaults'];

/** The setups of channels that need no plugin. */
export const OWN_SETUPS: readonly ChannelSetup[] = [imbridgeSetup];

/** The sections that the configuration is checked against, those of plugins included. */
export const scopeWith = (plugins: Plugins, environment: ConfigScope['environment']): ConfigScope => ({
  environment,
  sections: [...ALL_SECTIONS, ...plugins.sections],
  rules: [...ALL_RULES, ...plugins.rules],
  unchecked: plugins.unchecked,
});
