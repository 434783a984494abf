import { refuseOldNode } from './node-version.js';

refuseOldNode();
const args = process.argv.slice(2);
const { becomeLeanGateway } = await import('./lean-gateway.js');
becomeLeanGateway(args);
const { runGatewayAsTold } = await import('./gateway-process.js');
await runGatewayAsTold(args);
