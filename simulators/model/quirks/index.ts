import { LLAMACPP } from './llamacpp.js';
import type { Quirk } from './quirk.js';
import { REFUSED_TOOLS } from './refused-tools.js';
import { TOOL_SERVERS } from './tool-servers.js';

export type { OfferedTool, Quirk, RawAnswer, Right } from './quirk.js';
export { USUAL_TOOLS } from './quirk.js';

/** All that is known of real servers, one file for each; a further report is a further line. */
export const QUIRKS: readonly Quirk[] = [...LLAMACPP, ...TOOL_SERVERS, ...REFUSED_TOOLS];

export const quirkNamed = (name: string): Quirk | undefined => QUIRKS.find((quirk) => quirk.name === name);
