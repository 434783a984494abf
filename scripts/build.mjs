// `npm run build`; with --if-stale only after a change since the last build.
import { prepare } from './prepare.mjs';

await prepare({ isForced: !process.argv.includes('--if-stale') });
