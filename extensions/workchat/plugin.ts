import { definePlugin } from 'gatehouse/plugin';
import { WORKCHAT, workchatIsComplete, WorkchatModule, workchatSetup } from '../../src/workchat/index.js';

export default definePlugin({
  module: WorkchatModule,
  sections: [WORKCHAT],
  rules: [workchatIsComplete],
  setup: workchatSetup,
});
