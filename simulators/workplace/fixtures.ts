import { HAPPENINGS } from './fixtures/happenings.js';
import { MESSAGES } from './fixtures/messages.js';
import { OUTBOUND } from './fixtures/outbound.js';
import { PRESSES } from './fixtures/presses.js';
import type { Activity } from './types.js';

const SOURCES = { ...MESSAGES, ...HAPPENINGS, ...PRESSES, ...OUTBOUND };

export type WorkplaceExampleId = keyof typeof SOURCES;

/**
 * The full examples of workchat-wire sections 1, 3, 4 and 5. Frozen, because every test shares them: copy with
 * `structuredClone` before changing one.
 */
export const WORKPLACE_EXAMPLES = Object.freeze(
  Object.fromEntries(Object.entries(SOURCES).map(([id, text]) => [id, parseFrozen(text)])),
) as unknown as Readonly<Record<WorkplaceExampleId, Activity>>;

function parseFrozen(text: string): Activity {
  return JSON.parse(text, (_key, value: unknown) => Object.freeze(value)) as Activity;
}
