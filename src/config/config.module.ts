import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule as NestConfigModule } from '@nestjs/config';
import { ConfigReload } from './config-reload.js';
import { ConfigWriter } from './config-writer.js';
import { GatehouseConfig } from './gatehouse-config.js';
import { liveSection } from './live-section.js';

/**
 * Makes the loaded configuration injectable everywhere: `GatehouseConfig`, and each section by its class. An
 * injected section always says what the newest configuration says: read it when a setting is needed.
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
      load: [() => config.tree()],
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
