import { type DynamicModule, Module } from '@nestjs/common';
import { type ChannelSetup, ChannelSetups } from './channel-setup.js';
import { Plugins } from './plugins.js';

/** Provides the plugins and the setups of all channels everywhere. src/gateway.ts adds the plugins' own modules to the application. */
@Module({})
export class PluginsModule {
  /** @param own the setups of built-in connectors */
  static forRoot(plugins: Plugins, own: readonly ChannelSetup[]): DynamicModule {
    const setups = new ChannelSetups(() => [...own, ...plugins.setups]);
    return {
      module: PluginsModule,
      global: true,
      providers: [
        { provide: Plugins, useValue: plugins },
        { provide: ChannelSetups, useValue: setups },
      ],
      exports: [Plugins, ChannelSetups],
    };
  }
}
