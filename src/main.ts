import { refuseOldNode } from './config/process/node-version.js';

refuseOldNode();
const args = process.argv.slice(2);
const { becomeLeanGateway } = await import('./config/process/lean-process.js');
await becomeLeanGateway(args);
const { runGatewayFromArgs } = await import('./gateway-process.js');
await runGatewayFromArgs(args);
