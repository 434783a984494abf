import type { CliCommands } from '../channels/index.js';
import type { GatehouseConfig } from '../config/index.js';

/** `gatehouse workchat …`: what there is to do for this channel besides running it. */
export const workchatCommands: CliCommands<GatehouseConfig> = {
  channel: 'workchat',
  description: 'The app package of the workplace chat, and what may be wrong with the channel.',
  commands: [],
};
