import { demand, isRecord, type Json, records, text } from '../refusal.js';

const KINDS = ['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse'];
const OTHER_FIELDS = ['thought', 'thoughtSignature', 'mediaResolution', 'videoMetadata', 'partMetadata'];

/** @throws WireRefusal for unknown roles, empty contents, turns out of order, and calls and responses that do not fit */
export function checkContents(contents: unknown, system: unknown): void {
  demand(
    Array.isArray(contents) && contents.length > 0,
    '* GenerateContentRequest.contents: contents is not specified\n',
  );
  if (system !== undefined) checkParts(isRecord(system) ? system.parts : undefined, 'system_instruction');
  for (const [index, content] of contents.entries()) {
    demand(isRecord(content), `Invalid value at 'contents[${index}]'`);
    demand(
      ['user', 'model', 'function'].includes(text(content.role)),
      'Please use a valid role: user, model.',
    );
    checkParts(content.parts, `contents[${index}]`);
  }
  checkOrder(contents as readonly Json[]);
}

function checkParts(parts: unknown, at: string): void {
  demand(
    Array.isArray(parts) && parts.length > 0,
    `* GenerateContentRequest.${at}.parts: contents.parts must not be empty.\n`,
  );
  for (const [index, part] of parts.entries()) checkPart(part, `${at}.parts[${index}]`);
}

/** One kind of data in each part; a text is empty only where it carries a signature. */
function checkPart(part: unknown, at: string): void {
  demand(isRecord(part), `Invalid value at '${at}'`);
  const unknown = Object.keys(part).find((field) => ![...KINDS, ...OTHER_FIELDS].includes(field));
  demand(
    unknown === undefined,
    `Invalid JSON payload received. Unknown name "${unknown ?? ''}" at '${at}': Cannot find field.`,
  );
  const kinds = KINDS.filter((kind) => part[kind] !== undefined);
  const isEmpty = part.text === '' && part.thoughtSignature === undefined;
  demand(
    kinds.length === 1 && !isEmpty,
    `* GenerateContentRequest.${at}.data: required oneof field 'data' must have one initialized field\n`,
  );
  for (const kind of ['functionCall', 'functionResponse'] as const) {
    const value = part[kind];
    if (value === undefined) continue;
    const isNamed = isRecord(value) && text(value.name) !== '';
    demand(isNamed, `* GenerateContentRequest.${at}.${kind}.name: Name cannot be empty.\n`);
    const data = kind === 'functionCall' ? value.args : value.response;
    demand(
      data === undefined || isRecord(data),
      `Invalid value at '${at}.${kind}' (type.googleapis.com/google.protobuf.Struct)`,
    );
  }
}

/** Calls come right after a person's words or responses; their responses, as many, right behind them. */
function checkOrder(contents: readonly Json[]): void {
  for (const [index, content] of contents.entries()) {
    const before = contents[index - 1];
    const [calls, responses] = [partsOf(content, 'functionCall'), partsOf(content, 'functionResponse')];
    const called = before ? partsOf(before, 'functionCall') : [];
    demand(
      calls.length === 0 || (content.role === 'model' && before !== undefined && before.role !== 'model'),
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    );
    demand(
      responses.length === 0 || (content.role !== 'model' && called.length > 0),
      'Please ensure that function response turn comes immediately after a function call turn.',
    );
    demandEqual(called, responses);
  }
  const last = contents.at(-1);
  demandEqual(last ? partsOf(last, 'functionCall') : [], []);
  demand(
    last?.role !== 'model',
    'Please ensure that single turn requests end with a user role or the role field is empty.',
  );
}

function demandEqual(calls: readonly Json[], responses: readonly Json[]): void {
  const names = (parts: readonly Json[]) => parts.map(({ name }) => text(name)).toSorted();
  demand(
    calls.length === responses.length && names(calls).join() === names(responses).join(),
    'Please ensure that the number of function response parts is equal to the number of function call parts of the ' +
      'function call turn.',
  );
}

/** The calls or responses of a content. */
export const partsOf = ({ parts }: Json, kind: 'functionCall' | 'functionResponse'): readonly Json[] =>
  records(parts)
    .map((part) => part[kind])
    .filter(isRecord);
