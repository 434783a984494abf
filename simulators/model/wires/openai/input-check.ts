import { demand, isRecord, type Json, text } from '../refusal.js';

const ROLES = ['assistant', 'system', 'developer', 'user'];
const TYPES = ['message', 'function_call', 'function_call_output', 'reasoning'];
const ASSISTANT_PARTS = ['output_text', 'refusal'];
const USER_PARTS = ['input_text', 'input_image', 'input_file'];

/** @throws WireRefusal for unknown items and roles, empty contents, and calls and outputs that do not fit */
export function checkInput(input: unknown): void {
  if (typeof input === 'string') return;
  demand(Array.isArray(input), "Missing required parameter: 'input'.", {
    code: 'missing_required_parameter',
    param: 'input',
  });
  demand(input.length > 0, "Invalid 'input': empty array. Expected an array with minimum length 1.", {
    code: 'empty_array',
    param: 'input',
  });
  for (const [index, item] of input.entries()) checkItem(item, `input[${index}]`);
  checkCalls(input as readonly Json[]);
}

function checkItem(item: unknown, param: string): asserts item is Json {
  demand(isRecord(item), `Invalid type for '${param}': expected an object.`, { code: 'invalid_type', param });
  const { type = 'message' } = item;
  demand(TYPES.includes(text(type)), `Invalid value: '${text(type)}'.`, {
    code: 'invalid_value',
    param: `${param}.type`,
  });
  if (type === 'message') checkMessage(item, param);
  if (type === 'function_call') checkCall(item, param);
  if (type === 'function_call_output')
    demand(
      typeof item.output === 'string' || Array.isArray(item.output),
      `Missing required parameter: '${param}.output'.`,
    );
}

function checkMessage({ role, content }: Json, param: string): void {
  demand(
    ROLES.includes(text(role)),
    `Invalid value: '${text(role)}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`,
    { code: 'invalid_value', param: `${param}.role` },
  );
  if (typeof content === 'string') return;
  demand(Array.isArray(content), `Invalid type for '${param}.content'.`, { param: `${param}.content` });
  demand(content.length > 0, `Invalid '${param}.content': empty array.`, { param: `${param}.content` });
  const types = role === 'assistant' ? ASSISTANT_PARTS : USER_PARTS;
  for (const [index, part] of content.entries()) {
    const type = isRecord(part) ? text(part.type) : '';
    demand(types.includes(type), `Invalid value: '${type}'. Supported values are: '${types.join("', '")}'.`, {
      code: 'invalid_value',
      param: `${param}.content[${index}]`,
    });
  }
}

function checkCall({ id, call_id: callId, name, arguments: input }: Json, param: string): void {
  const isWhole = [callId, name, input].every((each) => typeof each === 'string');
  demand(isWhole, `Missing required parameter: '${param}.call_id', '${param}.name' or '${param}.arguments'.`);
  demand(
    id === undefined || id === null || text(id).startsWith('fc'),
    `Invalid '${param}.id': '${text(id)}'. Expected an ID that begins with 'fc'.`,
    { code: 'invalid_value', param: `${param}.id` },
  );
}

/** Each call has one output behind it, before anything that is not the model's own. */
function checkCalls(items: readonly Json[]): void {
  const open = new Set<unknown>();
  for (const { type = 'message', role, call_id: id } of items) {
    if (type === 'function_call') open.add(id);
    else if (type === 'function_call_output')
      demand(open.delete(id), `No tool call found for function call output with call_id ${text(id)}.`, {
        param: 'input',
      });
    else if (type === 'message' && role !== 'assistant') demandNone(open);
  }
  demandNone(open);
}

function demandNone([first]: Iterable<unknown>): void {
  demand(first === undefined, `No tool output found for function call ${text(first)}.`, { param: 'input' });
}
