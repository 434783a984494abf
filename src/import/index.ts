export { importOpenclaw, type ImportOptions } from './openclaw/import-openclaw.js';
export { ImportError } from './openclaw/import.error.js';
export { outcomesOf } from './openclaw/key-ledger.js';
export {
  type ImportReport,
  KEY_OUTCOMES,
  type KeyOutcome,
  type KeyReport,
  type TargetState,
} from './openclaw/report.js';
