export { type CliCommand, type CliCommands, type CliResult, CliUsageError } from '../channels/index.js';
export { installCommand, OFFERED, type OfferedPlugin, sourceOf } from './catalog.js';
export type { ChannelSetup, SetupAnswer, SetupAnswers, SetupProbe, SetupQuestion } from './channel-setup.js';
export { loadPlugins } from './load-plugins.js';
export { type InstalledPlugin, PluginIndex } from './plugin-index.js';
export { type BrokenPlugin, type LoadedPlugin, Plugins, type PluginState } from './plugins.js';
export { PluginsModule } from './plugins.module.js';

/** Code that only installing needs. */
export const pluginInstallation = () => import('./install/install-plugin.js');
