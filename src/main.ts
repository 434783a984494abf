import { refuseOldNode } from './config/process/node-version.js';

refuseOldNode();
const { startLean } = await import('./config/process/lean-start.js');
startLean();
const { runGatewayFromArgs } = await import('./gateway-process.js');
await runGatewayFromArgs(process.argv.slice(2));
