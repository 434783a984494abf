import { errorText } from '../common/index.js';
import { folderInstead } from './catalog.js';
import { PluginIndex, type InstalledPlugin } from './plugin-index.js';
import { type BrokenPlugin, type LoadedPlugin, Plugins } from './plugins.js';

/**
 * Loads the plugins installed below `{state_dir}/plugins`; loads no code without any. Never throws.
 * @param served channels that the program itself serves
 */
export async function loadPlugins(stateDir: string, served: readonly string[]): Promise<Plugins> {
  const index = new PluginIndex(stateDir);
  let installed: readonly InstalledPlugin[];
  try {
    installed = index.read().plugins;
  } catch (error) {
    return new Plugins([], [{ name: 'plugins.json', version: '', channels: [], problem: errorText(error) }]);
  }
  if (installed.length === 0) return new Plugins();
  return loadAll(index, installed, new Set(served));
}

async function loadAll(
  index: PluginIndex,
  installed: readonly InstalledPlugin[],
  taken: Set<string>,
): Promise<Plugins> {
  const { loadPlugin } = await import('./load-plugin.js');
  const loaded: LoadedPlugin[] = [];
  const broken: BrokenPlugin[] = [];
  for (const each of installed) {
    const { name, version, channels } = each;
    try {
      const double = channels.find((channel) => taken.has(channel));
      if (double !== undefined) throw new Error(`another plugin already provides the channel ${double}`);
      const own = folderInstead(each);
      const { plugin, manifest } = await loadPlugin(own ?? index.packageFolder(each), own ?? index.folder);
      if (manifest.channels.join() !== channels.join())
        throw new Error('it was changed since it was installed');
      for (const channel of channels) taken.add(channel);
      loaded.push({ ...each, version: manifest.version, plugin });
    } catch (error) {
      broken.push({ name, version, channels, problem: errorText(error) });
    }
  }
  return new Plugins(loaded, broken);
}
