export type { ImportOptions } from './engine.js';
export { importHermes } from './hermes/import-hermes.js';
export { ImportError } from './import.error.js';
export { outcomesOf } from './mapping/key-ledger.js';
export { importOpenclaw } from './openclaw/import-openclaw.js';
export {
  type ImportReport,
  KEY_OUTCOMES,
  type KeyOutcome,
  type KeyReport,
  type TargetState,
} from './report.js';
