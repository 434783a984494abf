import type { CliCommands } from '../../channels/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import { doctorCommand } from './doctor.command.js';
import { manifestCommand } from './manifest.command.js';
import { siteIdCommand } from './site-id.command.js';
import { validateCommand } from './validate.command.js';

/** `gatehouse workchat …`: the operator's tools for this channel. */
export const workchatCommands: CliCommands<GatehouseConfig> = {
  channel: 'workchat',
  description:
    'Create and check the app package for Microsoft Teams, find its document site, and diagnose the channel.',
  targets:
    'user:<id or name>, conversation:<id>, conversation:<id>;messageid=<post> for a thread, Team, Team/Channel',
  commands: [manifestCommand, validateCommand, doctorCommand, siteIdCommand],
};
