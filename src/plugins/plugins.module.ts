import { type DynamicModule, Module } from '@nestjs/common';
import { Plugins } from './plugins.js';

/** How the plugins are, for everyone. Their own modules are added once the application is made (src/gateway.ts). */
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
