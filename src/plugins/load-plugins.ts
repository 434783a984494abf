import { errorText, VERSION } from '../common/index.js';
import type { Environment } from '../config/index.js';
import { folderInstead, isRequested, OFFERED, ownPackage } from './catalog.js';
import { PluginIndex, type InstalledPlugin } from './plugin-index.js';
import { type BrokenPlugin, type LoadedPlugin, Plugins } from './plugins.js';

/**
 * Loads the plugins installed below `{state_dir}/plugins`, and those of ours whose channels are configured from where they
 * come with the program; loads no code without any. Never throws.
 * @param served channels that the program itself serves
 */
export async function loadPlugins(environment: Environment, served: readonly string[]): Promise<Plugins> {
  const index = new PluginIndex(environment.stateDir);
  let installed: readonly InstalledPlugin[];
  try {
    installed = index.read().plugins;
  } catch (error) {
    return new Plugins([], [{ name: 'plugins.json', version: '', channels: [], problem: errorText(error) }]);
  }
  const places = [
    ...installed.map((each) => placeOf(each, index)),
    ...placesOfOurs(environment, new Set([...served, ...installed.flatMap(({ channels }) => channels)])),
  ];
  if (places.length === 0) return new Plugins();
  return loadAll(places, new Set(served));
}

interface Place extends InstalledPlugin {
  /** The folder of its package. */
  readonly place: string;
  /** The folder whose code gets the modules of this program. */
  readonly lent: string;
}

/** Of our own package, that of this release, whichever was installed. */
function placeOf(installed: InstalledPlugin, index: PluginIndex): Place {
  const own = folderInstead(installed);
  return { ...installed, place: own ?? index.packageFolder(installed), lent: own ?? index.folder };
}

/** A new container or pod has an empty state directory, so its plugins need no installation. */
function placesOfOurs(environment: Environment, taken: ReadonlySet<string>): readonly Place[] {
  return OFFERED.flatMap((offered) => {
    const { name, channel } = offered;
    const place = taken.has(channel) || !isRequested(environment, offered) ? undefined : ownPackage(offered);
    if (place === undefined) return [];
    const entry = {
      name,
      version: VERSION,
      channels: [channel],
      folder: '',
      source: channel,
      installedAt: '',
    };
    return [{ ...entry, place, lent: place }];
  });
}

async function loadAll(places: readonly Place[], taken: Set<string>): Promise<Plugins> {
  const { loadPlugin } = await import('./load-plugin.js');
  const loaded: LoadedPlugin[] = [];
  const broken: BrokenPlugin[] = [];
  for (const each of places) {
    const { name, version, channels } = each;
    try {
      const double = channels.find((channel) => taken.has(channel));
      if (double !== undefined) throw new Error(`another plugin already provides the channel ${double}`);
      const { plugin, manifest } = await loadPlugin(each.place, each.lent);
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
