import type { DynamicModule, Type } from '@nestjs/common';
import type { CliCommands } from '../channels/index.js';
import type { ConfigRule, ConfigSection, GatehouseConfig } from '../config/index.js';
import type { ChannelSetup } from './channel-setup.js';

/**
 * The version of `gatehouse/plugin` (semver); a plugin's manifest states the versions it works with. The major version
 * rises with every change that could break a plugin, the minor version with additions.
 */
export const PORT_VERSION = '1.11.0';

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

/** Lets the compiler check a plugin. */
export const definePlugin = (plugin: GatehousePlugin): GatehousePlugin => plugin;
