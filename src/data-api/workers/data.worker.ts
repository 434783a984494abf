import { type ParsedJson, parseJson } from '../../common/http/body/parse-json.ts';

// Imports of threads end in .ts: Node itself loads the thread, from src under Jest, and finds no .js there.

/** The work of a thread of the Data API, by name. */
export { profile } from '../profile/profile.ts';
export const parseBody = (json: Uint8Array): ParsedJson => parseJson(json, 'input_data');
