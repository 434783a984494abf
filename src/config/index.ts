export { allOf, type ConfigChange, mergePatch, type RawConfig, setPath, unsetPath } from './tree/change.js';
export { ConfigEditor, knownSetting, setKnown, unsetKnown } from './edit/config-editor.js';
export { ConfigModule, ConfigWatchModule } from './config.module.js';
export { ConfigReload } from './load/config-reload.js';
export { parseConfigText, readConfigFile } from './load/config-file.js';
export { isOpenToChats, shownIn, sourcesOf } from './edit/config-view.js';
export {
  type ConfigOutcome,
  ConfigWriter,
  outcomeOf,
  type PendingChange,
  secretsFolder,
} from './edit/config-writer.js';
export * from './core/agent-binding.config.js';
export * from './core/agent-runtime.config.js';
export { type FileSettings, MODEL_TYPES, modelTypeOf, takesFile } from './core/models/model-types.js';
export * from './core/agents.config.js';
export * from './core/conversation.config.js';
export * from './core/data-api.config.js';
export { APPROVAL_TARGET, APPROVALS, approvalTargetsAreKnown } from './core/tools/approvals.config.js';
export * from './core/reporting/alerts.config.js';
export * from './core/tools/mcp.config.js';
export * from './core/gateway.config.js';
export * from './core/models/model-price.config.js';
export * from './core/operation.config.js';
export { ALL_WEBHOOK_DOCS, WEBHOOK_TYPES, type WebhookType } from './core/reporting/webhook-events.dto.js';
export * from './core/reporting/webhooks.config.js';
export { BACKUP, type BackupConfig, backupsAreElsewhere } from './core/keeping/backup.config.js';
export * from './core/keeping/retention.config.js';
export * from './core/usage.config.js';
export { CORE_SECTIONS } from './core/core-sections.js';
export type { HasProblems } from './load/decode.js';
export { isConfined, NEW_DURABLE_FILE, replaceFile, sync, syncFolder } from './files/replace-file.js';
export { attributed } from './load/environment-layer.js';
export {
  type Environment,
  isTraced,
  proxyVariable,
  readEnvironment,
  type VariableReading,
  variablesOf,
} from './process/environment.js';
export {
  type ConfigRule,
  type ConfigScope,
  GatehouseConfig,
  type SectionValue,
} from './load/gatehouse-config.js';
export { logFormatIn } from './load/log-format.js';
export { checkConfig, loadConfig, loadConfigIn } from './load/load-config.js';
export { MASK } from './describe/mask.js';
export { editDistance, nearestName, suggestion } from './tree/nearest-name.js';
export { compilePattern, PATTERN_TEXT_CHARS, patternProblem } from './patterns/pattern-safety.js';
export { parsePath, valueAlong } from './tree/parse-path.js';
export { isTooDeep, isWithin, itemPath, keyPath, REFUSED_KEYS, TOO_DEEP } from './tree/path.js';
export { ConfigInvalidError, ConfigProblem, formatProblems, problemLines } from './tree/problem.js';
export { readRegularFile } from './files/read-file.js';
export { type ConfigSection, section } from './describe/section.js';
export { parseTyped, type SettingAt } from './describe/setting-at.js';
export { fileSchema, type JsonSchema, settingsSchema } from './describe/settings-schema.js';
export { describeSettings, type SettingRow, settingsPage } from './describe/settings-table.js';
export {
  Nested,
  NestedList,
  NestedMap,
  type NestedOptions,
  Setting,
  type SettingOptions,
  type SettingsClass,
} from './describe/setting.decorator.js';
export { nodeHoles } from './process/node-holes.js';
export { PLAIN_NAME, PLAIN_NAME_RULE } from './process/plain-name.js';
export {
  type GatewayAddress,
  gatewayAddressFile,
  isAlive,
  isReused,
  parseGatewayAddress,
} from './process/gateway-address.js';
export { ensureStateDir, ownerTokenFile, SAFE_TOKEN_CHARS } from './process/state-dir.js';
export {
  AreIpsOrCidrs,
  AreSafePatterns,
  AreStrings,
  IsBaseUrl,
  IsPublicOrigin,
  IsReadableFile,
} from './describe/validators.js';
export { isVariableIn, variableOfRow } from './describe/variable-name.js';
