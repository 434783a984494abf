import { type ConfigRule, type ConfigSection, CORE_SECTIONS } from './config/index.js';
import { IMBRIDGE, imbridgeIsComplete } from './imbridge/index.js';
import { WORKCHAT_CONFIG } from './workchat/index.js';

/** Every area of the configuration; a connector adds its own here and its module in app.module.ts. */
export const ALL_SECTIONS: readonly ConfigSection<object>[] = [...CORE_SECTIONS, IMBRIDGE, WORKCHAT_CONFIG];

/** What none of them sees by itself. */
export const ALL_RULES: readonly ConfigRule[] = [imbridgeIsComplete];
