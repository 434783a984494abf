import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule as NestConfigModule } from '@nestjs/config';
import { ConfigReload } from './load/config-reload.js';
import { ConfigWriter } from './edit/config-writer.js';
import { GatehouseConfig } from './load/gatehouse-config.js';
import { ConfigWatch } from './load/config-watch.js';
import type { ConfigSection } from './describe/section.js';

/**
 * Makes the loaded configuration injectable everywhere: `GatehouseConfig`, and each section by its class. An injected
 * section always has the values of the newest configuration: read it when a setting is needed. Nest's own
 * `ConfigService` holds the configuration of the start with every secret masked.
 */
@Module({})
export class ConfigModule {
  static forRoot(config: GatehouseConfig): DynamicModule {
    const sections = config.sections.map(({ section }) => ({
      provide: section.type,
      useValue: liveSection(config, section),
    }));
    const nestConfig = NestConfigModule.forRoot({
      isGlobal: true,
      ignoreEnvFile: true,
      ignoreEnvVars: true,
      skipProcessEnv: true,
      load: [() => config.masked()],
    });
    return {
      module: ConfigModule,
      global: true,
      imports: [nestConfig],
      providers: [{ provide: GatehouseConfig, useValue: config }, ConfigReload, ConfigWriter, ...sections],
      exports: [GatehouseConfig, ConfigReload, ConfigWriter, ...sections.map(({ provide }) => provide)],
    };
  }
}

/**
 * Applies changes of the configuration file while the application runs; needs ConfigModule and the metrics' Registry.
 */
@Module({ providers: [ConfigWatch] })
export class ConfigWatchModule {}

/** A read-only section that always has the values of the newest configuration. */
export function liveSection<T extends object>(config: GatehouseConfig, section: ConfigSection<T>): T {
  return new Proxy(Object.create(section.type.prototype as object) as T, {
    get: (_target, key) => Reflect.get(config.get(section), key) as unknown,
    has: (_target, key) => Reflect.has(config.get(section), key),
    ownKeys: () => Reflect.ownKeys(config.get(section)),
    getOwnPropertyDescriptor: (_target, key) => Reflect.getOwnPropertyDescriptor(config.get(section), key),
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  });
}
