import { badRequest } from './envelopes.js';

/** `required|string|in:a,b` in the notation of the bridge's validator (imbridge-wire 1.5). */
export type Rules = Readonly<Record<string, string>>;

type Check = (value: unknown, argument: string, isText: boolean) => boolean;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

const isNumeric = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)));

/** The size rules measure numbers by value and texts by length. */
const size = (value: unknown, isText: boolean): number =>
  isText && typeof value === 'string' ? value.length : Number(value);

const CHECKS: Readonly<Record<string, Check>> = {
  string: (value) => typeof value === 'string',
  numeric: isNumeric,
  boolean: (value) => [true, false, 0, 1, '0', '1', 'true', 'false'].includes(value as string),
  array: (value) => Array.isArray(value),
  in: (value, argument) => argument.split(',').includes(String(value)),
  min: (value, argument, isText) => size(value, isText) >= Number(argument),
  max: (value, argument, isText) => size(value, isText) <= Number(argument),
};

const TEXTS: Readonly<Record<string, (name: string, argument: string, isText: boolean) => string>> = {
  required: (name) => `The ${name} field is required.`,
  present: (name) => `The ${name} field must be present (but can be empty).`,
  string: (name) => `The ${name} must be a string.`,
  numeric: (name) => `The ${name} must be a number.`,
  boolean: (name) => `The ${name} must be true or false.`,
  array: (name) => `The ${name} must be an array.`,
  in: (name) => `The selected ${name} is invalid.`,
  min: (name, argument, isText) => `The ${name} must be at least ${argument}${isText ? ' characters' : ''}.`,
  max: (name, argument, isText) =>
    `The ${name} may not be greater than ${argument}${isText ? ' characters' : ''}.`,
};

/** Throws the 400 of the first rule that fails. Unknown keys of the input are ignored. */
export function validate(input: Readonly<Record<string, unknown>>, rules: Rules): void {
  for (const [name, list] of Object.entries(rules)) {
    const failed = firstFailure(input, name, list.split('|'));
    if (failed !== undefined) throw badRequest(failed);
  }
}

function firstFailure(input: Readonly<Record<string, unknown>>, name: string, rules: string[]) {
  const isText = rules.includes('string');
  for (const rule of rules) {
    const [key = '', argument = ''] = rule.split(':');
    if (!holds(input, name, { key, argument, isText })) return TEXTS[key]?.(name, argument, isText);
  }
  return undefined;
}

function holds(
  input: Readonly<Record<string, unknown>>,
  name: string,
  rule: { key: string; argument: string; isText: boolean },
): boolean {
  const value = input[name];
  if (rule.key === 'present') return name in input;
  if (rule.key === 'required') return !isEmpty(value) && !(Array.isArray(value) && value.length === 0);
  if (isEmpty(value)) return true;
  // An unknown rule name throws in the real validator too: a 500 (imbridge-wire 1.5).
  const check = CHECKS[rule.key];
  if (!check) throw new Error(`Validator \`${rule.key}\` is not defined!`);
  return check(value, rule.argument, rule.isText);
}
