import type { DynamicModule, Type } from '@nestjs/common';
import type { CliCommands } from '../channels/index.js';
import type { ConfigRule, ConfigSection, GatehouseConfig } from '../config/index.js';
import type { ChannelSetup } from './channel-setup.js';

/**
 * Version of what `gatehouse/plugin` offers, as semver: a plugin's manifest says which versions it can be used with.
 * Raised in its first part with every change that a plugin could notice, in its second with what is added.
 */
export const PORT_VERSION = '1.2.0';

/** A plugin: the default export of its entry. */
export interface GatehousePlugin {
  /** An ordinary Nest module. Its connectors are providers marked `@Connector()`; its controllers are served too. */
  readonly module: Type | DynamicModule;
  /** `channels.<channel>` of each channel that its manifest names. */
  readonly sections: readonly ConfigSection<object>[];
  /** Checks across its sections. */
  readonly rules?: readonly ConfigRule[];
  /** The questions of `gatehouse channels add` and `gatehouse onboard`; without them the channel is set up in the file. */
  readonly setup?: ChannelSetup;
  /** `gatehouse <channel> …`, for what only this channel has. */
  readonly commands?: CliCommands<GatehouseConfig>;
}

/** Lets the compiler look at a plugin. */
export const definePlugin = (plugin: GatehousePlugin): GatehousePlugin => plugin;
