import { Injectable } from '@nestjs/common';
import { GatehouseConfig } from '../config/index.js';
import { Plugins } from '../plugins/index.js';
import type { Json } from './dto/json.js';
import type { PluginDto } from './dto/plugin.dto.js';

/** The plugins that are installed, and those that a configured channel lacks. */
@Injectable()
export class PluginOverview {
  constructor(
    private readonly plugins: Plugins,
    private readonly config: GatehouseConfig,
  ) {}

  states(): readonly Json<PluginDto>[] {
    return this.plugins.states(this.config).map(({ name, version, channels, state, problem }) => ({
      name,
      version: version ?? null,
      channels,
      state,
      problem: problem ?? null,
    }));
  }
}
