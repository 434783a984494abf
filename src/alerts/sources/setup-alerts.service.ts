import { Injectable } from '@nestjs/common';
import { ConfigReload, GatehouseConfig } from '../../config/index.js';
import { brokenText, notInForceText } from '../../doctor/index.js';
import { Plugins } from '../../plugins/index.js';
import { type Alert, alertOf } from '../alert.js';
import type { AlertSource } from './alert-source.js';

/** A configuration that is not in force, and plugins that are not loaded. */
@Injectable()
export class SetupAlerts implements AlertSource {
  readonly codes = ['configuration-invalid', 'plugin-broken'] as const;
  readonly readsDatabase = false;

  constructor(
    private readonly config: GatehouseConfig,
    private readonly reload: ConfigReload,
    private readonly plugins: Plugins,
  ) {}

  async find(): Promise<readonly Alert[]> {
    return [...this.configuration(), ...this.broken()];
  }

  private configuration(): readonly Alert[] {
    const [first] = this.reload.problems;
    if (!first) return [];
    return [alertOf({ code: 'configuration-invalid', message: notInForceText(first), setting: first.path })];
  }

  private broken(): readonly Alert[] {
    return this.plugins
      .states(this.config)
      .filter(({ state }) => state !== 'loaded')
      .map((plugin) => alertOf({ code: 'plugin-broken', subject: plugin.name, message: brokenText(plugin) }));
  }
}
