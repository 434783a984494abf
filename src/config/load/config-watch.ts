import { unwatchFile, watchFile } from 'node:fs';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { errorText } from '../../common/index.js';
import { ConfigReload } from './config-reload.js';
import { GatehouseConfig } from './gatehouse-config.js';

const LOOK_EVERY_MS = 1_000;

/**
 * Applies a changed configuration file. It checks the file by name once a second: that notices a replaced file or link
 * (editors, Kubernetes) at almost no cost, while the folder would report every write of the database next to it.
 */
@Injectable()
export class ConfigWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Config');
  private readonly file: string;
  private readonly onChange = (): void => this.takeUp();

  constructor(
    config: GatehouseConfig,
    private readonly reload: ConfigReload,
    registry: Registry,
  ) {
    this.file = config.environment.configFile;
    new Gauge({
      name: 'gatehouse_config_valid',
      help: 'Whether the current configuration file is valid and in effect (1) or invalid (0).',
      registers: [registry],
      collect() {
        this.set(reload.problems.length === 0 ? 1 : 0);
      },
    });
  }

  onApplicationBootstrap(): void {
    watchFile(this.file, { interval: LOOK_EVERY_MS, persistent: false }, this.onChange);
    // The file may have changed while the application was starting.
    this.takeUp();
  }

  onModuleDestroy(): void {
    unwatchFile(this.file, this.onChange);
  }

  private takeUp(): void {
    try {
      this.reload.reload();
    } catch (error) {
      this.logger.error(`the configuration file could not be reloaded: ${errorText(error)}`);
    }
  }
}
