import { CHATS_AND_OWN } from './fixtures/chats-and-own.js';
import { MEDIA_AND_EDITS } from './fixtures/media-and-edits.js';
import { TAPBACKS } from './fixtures/tapbacks.js';
import { TEXTS } from './fixtures/texts.js';
import type { WebhookBody } from './types.js';

const SOURCES = { ...TEXTS, ...TAPBACKS, ...MEDIA_AND_EDITS, ...CHATS_AND_OWN };

export type ExampleId = keyof typeof SOURCES;

/**
 * The webhook bodies E1..E40 of imbridge-wire 3.5. Most examples are one body; E27 (text and link),
 * E29 (typing on and off), E31 (rename) and E36 (the two echoes) are two, in the order of the document.
 * Frozen, because every test shares them: copy with `structuredClone` before changing one.
 */
export const EXAMPLES = Object.freeze(
  Object.fromEntries(Object.entries(SOURCES).map(([id, texts]) => [id, texts.map(parseFrozen)])),
) as unknown as Readonly<Record<ExampleId, readonly WebhookBody[]>>;

function parseFrozen(text: string): WebhookBody {
  return JSON.parse(text, (_key, value: unknown) => Object.freeze(value)) as WebhookBody;
}
