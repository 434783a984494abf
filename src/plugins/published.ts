/* What a plugin imports as `gatehouse/plugin`: the connector port and what a connector is built from (ADR 0033). */

export * from '../channels/index.js';
export {
  base32,
  Clock,
  errorBody,
  errorText,
  type ErrorCode,
  FailureLimiter,
  GatehouseError,
  isFromThisMachine,
  isLocalProgram,
  isLoopbackHost,
  JsonBody,
  newId,
  Public,
  randomChars,
  TOOL_POLICY_ENTRIES,
  type ToolPolicy,
  VERSION,
} from '../common/index.js';
export {
  AreIpsOrCidrs,
  AreSafePatterns,
  AreStrings,
  CHANNEL_DEFAULTS,
  ChannelDefaultsConfig,
  compilePattern,
  ConfigInvalidError,
  ConfigProblem,
  type ConfigRule,
  type ConfigSection,
  GATEWAY,
  GatehouseConfig,
  GatewayConfig,
  type HasProblems,
  IsBaseUrl,
  IsPublicOrigin,
  IsReadableFile,
  Nested,
  NestedList,
  NestedMap,
  type NestedOptions,
  patternProblem,
  section,
  Setting,
  type SettingOptions,
  type SettingsClass,
  ToolPolicyConfig,
} from '../config/index.js';
export * from '../media/index.js';
export type { ChannelSetup, SetupAnswer, SetupAnswers, SetupProbe, SetupQuestion } from './channel-setup.js';
export { definePlugin, type GatehousePlugin, PORT_VERSION } from './plugin.js';
