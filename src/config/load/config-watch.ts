import { unwatchFile, watchFile } from 'node:fs';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { errorText } from '../../common/index.js';
import { ConfigReload } from './config-reload.js';
import { GatehouseConfig } from './gatehouse-config.js';

const LOOK_EVERY_MS = 1_000;

/**
 * Takes up a changed configuration file. It is looked at by its name, once a second: that finds another file or
 * another link in its place (editors, Kubernetes), and costs nothing, where events of the folder would come with
 * every write of the database beside it.
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
      help: 'Whether the configuration file, as it is now, is the configuration in force (1) or invalid (0).',
      registers: [registry],
      collect() {
        this.set(reload.problems.length === 0 ? 1 : 0);
      },
    });
  }

  onApplicationBootstrap(): void {
    watchFile(this.file, { interval: LOOK_EVERY_MS, persistent: false }, this.onChange);
    // It may have changed while the application was put together.
    this.takeUp();
  }

  onModuleDestroy(): void {
    unwatchFile(this.file, this.onChange);
  }

  private takeUp(): void {
    try {
      this.reload.reload();
    } catch (error) {
      this.logger.error(`the configuration file could not be taken up: ${errorText(error)}`);
    }
  }
}
