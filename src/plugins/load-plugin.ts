import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { errorText, withTimeout } from '../common/index.js';
import { lendTo } from './lend.js';
import { manifestIn, PluginError, type PluginManifest } from './manifest.js';
import type { GatehousePlugin } from './plugin.js';

/** A module that waits while it is loaded would delay the start. */
const LOAD_TIMEOUT_MS = 10_000;

export interface ReadPlugin {
  readonly manifest: PluginManifest;
  readonly plugin: GatehousePlugin;
}

/**
 * Runs the code of an installed plugin.
 * @param folder of its package
 * @param plugins folder of all plugins
 * @throws PluginError with the reason it cannot be used
 */
export async function loadPlugin(folder: string, plugins: string): Promise<ReadPlugin> {
  const manifest = manifestIn(folder);
  if (!existsSync(manifest.entry))
    throw new PluginError(`its entry ${manifest.entry.slice(folder.length + 1)} is not in the package`);
  lendTo(realpathSync(plugins));
  const plugin = await imported(manifest.entry);
  requireShape(plugin);
  requireSections(plugin, manifest.channels);
  return { manifest, plugin };
}

async function imported(entry: string): Promise<unknown> {
  try {
    const loading = import(pathToFileURL(entry).href) as Promise<{ default?: unknown }>;
    const module = await withTimeout(loading, LOAD_TIMEOUT_MS, () => {
      throw new PluginError(`it did not load within ${LOAD_TIMEOUT_MS / 1_000} s`);
    });
    return module.default;
  } catch (error) {
    throw error instanceof PluginError ? error : new PluginError(`it cannot be loaded: ${errorText(error)}`);
  }
}

function requireShape(plugin: unknown): asserts plugin is GatehousePlugin {
  const {
    module,
    sections,
    rules = [],
    setup,
    commands,
  } = (plugin ?? {}) as Partial<Record<string, unknown>>;
  const isModule = typeof module === 'function' || (typeof module === 'object' && module !== null);
  if (!isModule) throw new PluginError('its default export has no Nest module as "module"');
  if (!Array.isArray(sections)) throw new PluginError('its default export has no "sections"');
  if (!Array.isArray(rules) || rules.some((rule) => typeof rule !== 'function'))
    throw new PluginError('"rules" of its default export are not functions');
  if (setup !== undefined && !Array.isArray((setup as { questions?: unknown }).questions))
    throw new PluginError('"setup" of its default export has no questions');
  if (commands !== undefined && !Array.isArray((commands as { commands?: unknown }).commands))
    throw new PluginError('"commands" of its default export is not a list of commands');
}

/** Sections, setup and commands must belong to channels that the manifest names. */
function requireSections({ sections, setup, commands }: GatehousePlugin, channels: readonly string[]): void {
  const paths = new Set(channels.map((channel) => `channels.${channel}`));
  for (const { path, type } of sections) {
    if (!paths.delete(path))
      throw new PluginError(
        `its section ${path} does not belong to one of its channels: ${channels.join(', ')}`,
      );
    try {
      new type();
    } catch (error) {
      throw new PluginError(`its section ${path} cannot be created: ${errorText(error)}`);
    }
  }
  const [missing] = paths;
  if (missing !== undefined) throw new PluginError(`it has no section ${missing}`);
  if (setup && !channels.includes(setup.channel))
    throw new PluginError(`its setup is for ${setup.channel}, which is not one of its channels`);
  if (commands && !channels.includes(commands.channel))
    throw new PluginError(`its commands are for ${commands.channel}, which is not one of its channels`);
}
