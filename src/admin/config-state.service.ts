import { Injectable } from '@nestjs/common';
import { ConfigReload, GatehouseConfig } from '../config/index.js';
import type { Json } from './dto/json.js';
import type { ConfigStateDto } from './dto/status.dto.js';

/** Whether the configuration file is in force, for the status page. */
@Injectable()
export class ConfigState {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly reload: ConfigReload,
  ) {}

  /** No I/O. */
  read(): Json<ConfigStateDto> {
    const { problems } = this.reload;
    return {
      valid: problems.length === 0,
      problems: problems.map(({ path, message }) => ({ path, message })),
      pending_restart: this.config.pendingRestart,
    };
  }
}
