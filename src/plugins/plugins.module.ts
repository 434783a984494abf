import { type DynamicModule, Module } from '@nestjs/common';
import { Plugins } from './plugins.js';

/** Provides the status of the plugins everywhere. src/gateway.ts adds the plugins' own modules to the application. */
@Module({})
export class PluginsModule {
  static forRoot(plugins: Plugins): DynamicModule {
    return {
      module: PluginsModule,
      global: true,
      providers: [{ provide: Plugins, useValue: plugins }],
      exports: [Plugins],
    };
  }
}
