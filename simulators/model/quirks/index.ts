import { LLAMACPP } from './llamacpp.js';
import { OPTIONS } from './options.js';
import type { Quirk } from './quirk.js';
import { TOO_LONG } from './too-long/index.js';

export type { OfferedTool, Quirk, RawAnswer, Right } from './quirk.js';
export { USUAL_TOOLS } from './quirk.js';

/** All that is known of real servers, one file for each; a further report is a further line. */
export const QUIRKS: readonly Quirk[] = [...LLAMACPP, ...TOO_LONG, ...OPTIONS];

export const quirkNamed = (name: string): Quirk | undefined => QUIRKS.find((quirk) => quirk.name === name);
