import type { CliCommands } from '../channels/index.js';
import {
  type ConfigRule,
  type ConfigSection,
  type GatehouseConfig,
  isVariableIn,
  variableOfRow,
} from '../config/index.js';
import type { ChannelSetup } from './channel-setup.js';
import { installCommand, OFFERED, type OfferedPlugin, sourceOf } from './catalog.js';
import type { GatehousePlugin } from './plugin.js';
import type { InstalledPlugin } from './plugin-index.js';

export interface LoadedPlugin extends InstalledPlugin {
  readonly plugin: GatehousePlugin;
}

export interface BrokenPlugin extends Omit<InstalledPlugin, 'folder' | 'source' | 'installedAt'> {
  /** The reason it cannot be used; safe to show. */
  readonly problem: string;
}

/** The status of one plugin, for operators. */
export interface PluginState {
  readonly name: string;
  /** Undefined for a plugin that is not installed. */
  readonly version?: string;
  readonly channels: readonly string[];
  /** `missing`: not installed, and one of its channels is configured. */
  readonly state: 'loaded' | 'broken' | 'missing';
  readonly problem?: string;
}

/** The plugins of this program. An unusable plugin is reported and does not affect the others. */
export class Plugins {
  constructor(
    private usable: readonly LoadedPlugin[] = [],
    private unusable: readonly BrokenPlugin[] = [],
  ) {}

  get loaded(): readonly LoadedPlugin[] {
    return this.usable;
  }

  get broken(): readonly BrokenPlugin[] {
    return this.unusable;
  }

  /** Keeps its section among the checked ones. */
  markBroken({ name, version, channels }: LoadedPlugin, problem: string): void {
    this.usable = this.usable.filter((each) => each.name !== name);
    this.unusable = [...this.unusable, { name, version, channels, problem }];
  }

  /** A copy in which one plugin is broken. */
  without(plugin: LoadedPlugin, problem: string): Plugins {
    const others = this.with(plugin);
    others.markBroken(plugin, problem);
    return others;
  }

  /** A copy in which one plugin is loaded, whatever its state was. */
  with(plugin: LoadedPlugin): Plugins {
    const isOther = ({ name }: { readonly name: string }) => name !== plugin.name;
    return new Plugins([...this.usable.filter(isOther), plugin], this.unusable.filter(isOther));
  }

  get sections(): readonly ConfigSection<object>[] {
    return this.usable.flatMap(({ plugin }) => plugin.sections);
  }

  get rules(): readonly ConfigRule[] {
    return this.usable.flatMap(({ plugin }) => plugin.rules ?? []);
  }

  /** Areas of the configuration that only a missing or unusable plugin could check. */
  get unchecked(): readonly string[] {
    const loaded = new Set(this.usable.flatMap(({ channels }) => channels));
    const known = [
      ...this.unusable.flatMap(({ channels }) => channels),
      ...OFFERED.map(({ channel }) => channel),
    ];
    return known.filter((channel) => !loaded.has(channel)).map((channel) => `channels.${channel}`);
  }

  get setups(): readonly ChannelSetup[] {
    return this.usable.flatMap(({ plugin }) => plugin.setup ?? []);
  }

  get commands(): readonly CliCommands<GatehouseConfig>[] {
    return this.usable.flatMap(({ plugin }) => plugin.commands ?? []);
  }

  /** The status of each installed or missing plugin. */
  states(config: GatehouseConfig): readonly PluginState[] {
    return [
      ...this.usable.map(({ name, version, channels }) => ({
        name,
        version,
        channels,
        state: 'loaded' as const,
      })),
      ...this.unusable.map((broken) => ({ ...broken, state: 'broken' as const })),
      ...this.missing(config).map((offered) => ({
        name: offered.name,
        channels: [offered.channel],
        state: 'missing' as const,
        problem: lackOf(config, offered),
      })),
    ];
  }

  /** Our plugins with a configured channel. */
  private missing(config: GatehouseConfig): readonly OfferedPlugin[] {
    const there = new Set([...this.usable, ...this.unusable].flatMap(({ channels }) => channels));
    return OFFERED.filter(({ channel }) => !there.has(channel)).filter((offered) =>
      isWanted(config, offered),
    );
  }
}

function isWanted(config: GatehouseConfig, { channel, variable }: OfferedPlugin): boolean {
  const area = `channels.${channel}`;
  const { enabled } = (config.rawAt(area) ?? {}) as { enabled?: unknown };
  const switchedOff = config.environment.settings?.get(variableOfRow(`${area}.enabled`)) === 'false';
  if (enabled === false || switchedOff) return false;
  if (config.present(area) || variablesOf(config, channel).length > 0) return true;
  return config.environment.variable?.(variable).value !== undefined;
}

function lackOf(config: GatehouseConfig, offered: OfferedPlugin): string {
  const { channel } = offered;
  const variables = variablesOf(config, channel);
  const idle = variables.length === 0 ? '' : ` (no effect until then: ${variables.join(', ')})`;
  return `channels.${channel} needs a plugin that is not installed: ${installCommand(sourceOf(offered))}${idle}`;
}

/** Only the plugin knows the settings of these variables, so they are ignored without it. */
const variablesOf = ({ environment }: GatehouseConfig, channel: string): readonly string[] =>
  [...(environment.settings?.keys() ?? [])].filter((name) => isVariableIn(`channels.${channel}`, name));
