// `npm run build`; with --if-stale only when something has changed since the last time.
import { prepare } from './prepare.mjs';

await prepare({ isForced: !process.argv.includes('--if-stale') });
