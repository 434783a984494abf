import { type ParsedBody, parseBody as parse } from '../../common/http/body/parse-body.ts';

// Imports of threads end in .ts: Node itself loads the thread, from src under Jest, and finds no .js there.

/** The work of a thread of the Data API, by name. */
export { profile } from '../profile/profile.ts';
export const parseBody = (json: Uint8Array): ParsedBody => parse(json, 'input_data');
