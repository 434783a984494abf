import { Injectable } from '@nestjs/common';
import { VERSION } from '../../common/index.js';
import { GatehouseConfig } from '../../config/index.js';
import { folderInstead, OFFERED, PluginIndex, Plugins, type PluginState } from '../../plugins/index.js';
import { type Condition, condition, type ConditionSource, type HasConditions, orWell } from '../condition.js';

/** The plugins that this process has loaded, beside those that are installed now. */
@Injectable()
export class PluginConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    {
      check: 'plugins',
      codes: ['plugin-broken', 'plugin-outdated', 'plugin-waiting'],
      cost: 'memory',
      find: async () => this.find(),
    },
  ];

  constructor(
    private readonly plugins: Plugins,
    private readonly config: GatehouseConfig,
  ) {}

  private find() {
    const states = this.plugins.states(this.config);
    const waiting = this.waiting();
    const faults = states.flatMap((state) =>
      waiting.has(state.name) ? broken(state, 'unknown') : [...broken(state, 'failed'), ...outdated(state)],
    );
    const names = states.map(({ name, version = '' }) => `${name} ${version}`);
    return orWell(
      [
        ...faults,
        ...[...waiting].map(([subject, message]) => condition('plugin-waiting', message, { subject })),
      ],
      names.length === 0 ? 'no plugin is installed' : `loaded: ${names.join(', ')}`,
    );
  }

  /** By name: what was changed since the start, and is therefore not in force. */
  private waiting(): ReadonlyMap<string, string> {
    const known = [...this.plugins.loaded, ...this.plugins.broken];
    const loaded = new Map(known.map(({ name, version }) => [name, version]));
    const installed = this.installed();
    if (!installed) return new Map();
    const changed = [...new Set([...loaded.keys(), ...installed.keys()])].filter(
      (name) => loaded.get(name) !== installed.get(name),
    );
    return new Map(
      changed.map((name) => [
        name,
        `plugin ${name}: ${installed.get(name) ?? 'none'} is installed, ${loaded.get(name) ?? 'none'} is loaded`,
      ]),
    );
  }

  /** Undefined while the index is damaged: then that is told as a broken plugin. */
  private installed(): ReadonlyMap<string, string> | undefined {
    try {
      const { plugins } = new PluginIndex(this.config.environment.stateDir).read();
      return new Map(plugins.map((each) => [each.name, folderInstead(each) ? VERSION : each.version]));
    } catch {
      return undefined;
    }
  }
}

/** While a change of it waits for a restart the doctor tells of that instead. */
function broken({ name, state, problem }: PluginState, shown: 'failed' | 'unknown'): readonly Condition[] {
  if (state === 'loaded') return [];
  const message = `plugin ${name} is ${state}: ${problem ?? 'no reason given'}`;
  return [condition('plugin-broken', message, { subject: name, state: shown, isDue: true })];
}

/** Ours come with the program, each release with its own. */
function outdated({ name, version, state }: PluginState): readonly Condition[] {
  const ours = OFFERED.find((offered) => offered.name === name);
  if (!ours || state !== 'loaded' || version === VERSION) return [];
  const message = `plugin ${name} is of ${version ?? 'no version'}, the gateway of ${VERSION}`;
  return [condition('plugin-outdated', message, { subject: name, facts: { channel: ours.channel } })];
}
