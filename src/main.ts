import { refuseOldNode } from './node-version.js';

refuseOldNode();
const { runGatewayAsTold } = await import('./gateway-process.js');
await runGatewayAsTold(process.argv.slice(2));
