import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule as NestConfigModule } from '@nestjs/config';
import { GatehouseConfig } from './gatehouse-config.js';

/** Makes the loaded configuration injectable everywhere: `GatehouseConfig`, and each section by its class. */
@Module({})
export class ConfigModule {
  static forRoot(config: GatehouseConfig): DynamicModule {
    const sections = config.sections.map(({ section, value }) => ({
      provide: section.type,
      useValue: value,
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
      providers: [{ provide: GatehouseConfig, useValue: config }, ...sections],
      exports: [GatehouseConfig, ...sections.map(({ provide }) => provide)],
    };
  }
}
