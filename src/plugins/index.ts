export { type CliCommand, type CliCommands, type CliResult, CliUsageError } from '../channels/index.js';
export { folderInstead, installCommand, OFFERED, type OfferedPlugin, sourceOf } from './catalog.js';
export {
  type AppPackageOptions,
  type ChannelSetup,
  ChannelSetups,
  placeIn,
  type SetupAnswer,
  type SetupAnswers,
  type SetupCallBack,
  type SetupEndpoint,
  type SetupPlace,
  type SetupProbe,
  type SetupQuestion,
  type SimulatedService,
} from './channel-setup.js';
export { loadPlugins } from './load-plugins.js';
export { type InstalledPlugin, PluginIndex } from './plugin-index.js';
export { type BrokenPlugin, type LoadedPlugin, Plugins, type PluginState } from './plugins.js';
export { PluginsModule } from './plugins.module.js';

/** Code that only the installation needs. */
export const pluginInstallation = () => import('./install/install-plugin.js');
