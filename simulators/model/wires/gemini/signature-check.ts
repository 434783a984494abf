import { demand, isRecord, type Json, records, text } from '../refusal.js';
import type { CallChecks } from '../wire.js';

/** Documented stand-ins for calls that another model made (ai.google.dev/gemini-api/docs/thought-signatures). */
const STAND_INS = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];

/** The first call of each step of the current turn carries the signature that it was made with. */
export function checkSignatures(contents: readonly Json[], { reasoning, isThinking }: CallChecks): void {
  const since = contents.findLastIndex(
    ({ role, parts }) =>
      role === 'user' && records(parts).some((part) => part.functionResponse === undefined),
  );
  for (const [index, { parts }] of contents.entries()) {
    const place = records(parts).findIndex((part) => part.functionCall !== undefined);
    const part = records(parts)[place];
    if (index <= since || !part || !isRecord(part.functionCall)) continue;
    const { name, id } = part.functionCall;
    const issued = reasoning.of(id);
    const signature = part.thoughtSignature;
    if (signature === undefined) {
      demand(!isThinking && issued === undefined, missing(text(name), place));
      continue;
    }
    const isRight = issued ? signature === issued.signature : reasoning.isIssued(signature);
    demand(isRight || STAND_INS.includes(text(signature)), 'Corrupted thought signature.');
  }
}

const missing = (name: string, place: number): string =>
  'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and ' +
  'missing thought_signature may lead to degraded model performance. Additional data, function call ' +
  `\`default_api:${name}\` , position ${place + 1}. Please refer to ` +
  'https://ai.google.dev/gemini-api/docs/thought-signatures for more details.';
