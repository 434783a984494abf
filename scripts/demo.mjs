// `npm run demo [-- --once]`: a running demo gateway, from a fresh clone.
import { prepare, runToTheEnd } from './prepare.mjs';

await prepare({ isForBuild: true });
runToTheEnd(['dist/cli.js', 'demo', ...process.argv.slice(2)]);
