import { definePlugin } from 'gatehouse/plugin';
import { WORKCHAT, workchatCommands, WorkchatModule, workchatSetup } from '../../src/workchat/index.js';

export default definePlugin({
  module: WorkchatModule,
  sections: [WORKCHAT],
  setup: workchatSetup,
  commands: workchatCommands,
});
