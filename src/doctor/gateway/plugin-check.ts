import { Injectable } from '@nestjs/common';
import { type Check, type Finding, VERSION } from '../../common/index.js';
import { GatehouseConfig } from '../../config/index.js';
import { OFFERED, PluginIndex, Plugins, type PluginState } from '../../plugins/index.js';
import type { CheckSource } from '../check-source.js';
import { faultFound, ok } from '../faults.js';

/** The plugins that this process has loaded, beside those that are installed now. */
@Injectable()
export class PluginCheck implements CheckSource {
  constructor(
    private readonly plugins: Plugins,
    private readonly config: GatehouseConfig,
  ) {}

  checks(): readonly Check[] {
    return [{ id: 'plugins', run: async () => this.findings() }];
  }

  private findings(): readonly Finding[] {
    const states = this.plugins.states(this.config);
    const waiting = this.waiting();
    const faults = states
      .filter(({ name }) => !waiting.has(name))
      .flatMap((state) => [...brokenFinding(state), ...outdatedFinding(state)]);
    const all = [...faults, ...[...waiting].map(([, message]) => faultFound('plugin-waiting', message))];
    if (all.length > 0) return all;
    const names = states.map(({ name, version = '' }) => `${name} ${version}`);
    return [ok(names.length === 0 ? 'no plugin is installed' : `loaded: ${names.join(', ')}`)];
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
      return new Map(plugins.map(({ name, version }) => [name, version]));
    } catch {
      return undefined;
    }
  }
}

type Named = Pick<PluginState, 'name' | 'state'> & { readonly problem?: string | null };

export const brokenText = ({ name, state, problem }: Named): string =>
  `plugin ${name} is ${state}: ${problem ?? 'no reason given'}`;

const brokenFinding = (plugin: PluginState): readonly Finding[] =>
  plugin.state === 'loaded' ? [] : [faultFound('plugin-broken', brokenText(plugin), { state: 'failed' })];

/** Ours come with the program, each release with its own. */
function outdatedFinding({ name, version, state }: PluginState): readonly Finding[] {
  const ours = OFFERED.find((offered) => offered.name === name);
  if (!ours || state !== 'loaded' || version === VERSION) return [];
  const message = `plugin ${name} is of ${version ?? 'no version'}, the gateway of ${VERSION}`;
  return [faultFound('plugin-outdated', message, { facts: { channel: ours.channel } })];
}
