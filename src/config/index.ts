export { allOf, type ConfigChange, mergePatch, setPath } from './config-change.js';
export { ConfigEditor, knownSetting, setKnown, unsetKnown } from './config-editor.js';
export { ConfigModule } from './config.module.js';
export { ConfigReload } from './config-reload.js';
export { isOpenToChats, shownIn, sourcesOf } from './config-view.js';
export { ConfigWatchModule } from './config-watch.module.js';
export { type ConfigOutcome, ConfigWriter, outcomeOf, type PendingChange } from './config-writer.js';
export * from './core/agent-binding.config.js';
export * from './core/agent-runtime.config.js';
export * from './core/agents.config.js';
export * from './core/tool-policy.config.js';
export * from './core/conversation.config.js';
export * from './core/data-api.config.js';
export * from './core/gateway.config.js';
export * from './core/operation.config.js';
export * from './core/retention.config.js';
export { CORE_SECTIONS } from './core-sections.js';
export type { HasProblems } from './decode.js';
export { isConfined, NEW_DURABLE_FILE, sync } from './durable-file.js';
export { attributed } from './environment-layer.js';
export { type Environment, readEnvironment, type VariableReading } from './environment.js';
export { type ConfigRule, type ConfigScope, GatehouseConfig, type SectionValue } from './gatehouse-config.js';
export { logFormatIn } from './log-format.js';
export { checkConfig, loadConfig, loadConfigIn } from './load-config.js';
export { replaceFile } from './replace-file.js';
export { MASK } from './mask.js';
export { nearestName } from './nearest-name.js';
export { compilePattern, PATTERN_TEXT_CHARS, patternProblem } from './pattern-safety.js';
export { ConfigInvalidError, ConfigProblem, formatProblems, problemLines } from './problem.js';
export { readRegularFile } from './regular-file.js';
export { type ConfigSection, section } from './section.js';
export { parseTyped, type SettingAt } from './setting-at.js';
export { describeSettings, type SettingRow, settingsPage } from './settings-table.js';
export {
  Nested,
  NestedList,
  NestedMap,
  type NestedOptions,
  Setting,
  type SettingOptions,
  type SettingsClass,
} from './setting.decorator.js';
export { ensureStateDir } from './state-dir.js';
export {
  AreIpsOrCidrs,
  AreSafePatterns,
  AreStrings,
  IsBaseUrl,
  IsPublicOrigin,
  IsReadableFile,
} from './validators.js';
export { isVariableIn, variableOfRow } from './variable-name.js';
