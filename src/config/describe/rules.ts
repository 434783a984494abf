import { validateSync, type ValidationError } from 'class-validator';
import { type SettingMeta, settingsOf, type SettingsClass } from './setting.decorator.js';

const JSON_TYPES: readonly unknown[] = [String, Number, Boolean, Array];

/**
 * The type a setting's value must have: as TypeScript emits it, else by the `[]` of its documented type, else the type
 * of its default. Compilers emit different types for a readonly list or a union (`Object`).
 */
export function typeOf(meta: Pick<SettingMeta, 'declared' | 'type'>, fallback: unknown): unknown {
  if (JSON_TYPES.includes(meta.declared)) return meta.declared;
  if (meta.type?.endsWith('[]') || Array.isArray(fallback)) return Array;
  return fallback === undefined || fallback === null ? Object : (Object(fallback) as object).constructor;
}

/** Tells how a value differs from the declared type, if it does; nothing is converted. */
export function shapeProblem(declared: unknown, value: unknown): string | undefined {
  if (declared === String && typeof value !== 'string') return 'must be a string';
  if (declared === Number && typeof value !== 'number') return 'must be a number';
  if (declared === Boolean && typeof value !== 'boolean') return 'must be true or false';
  // class-validator's `each` rules accept a lone value where a list belongs, so lists are checked here.
  if (declared === Array && !Array.isArray(value)) return 'must be a list';
  return undefined;
}

export interface RuleProblem {
  readonly key: string;
  readonly message: string;
}

/** The class-validator rules of one object; nested objects are checked when they are decoded. */
export function ruleProblems(target: object, skip: ReadonlySet<string>): RuleProblem[] {
  const errors = validateSync(target, { forbidUnknownValues: false, validationError: { target: false } });
  const secrets = settingsOf(target.constructor as SettingsClass).filter((meta) => meta.secret);
  const isSecret = (key: string) => secrets.some((meta) => meta.key === key);
  return errors
    .filter((error) => !skip.has(error.property))
    .flatMap((error) => toProblems(error, isSecret(error.property)));
}

function toProblems(error: ValidationError, secret: boolean): RuleProblem[] {
  const messages = Object.values(error.constraints ?? {});
  if (messages.length === 0) return [];
  return [{ key: error.property, message: messageFor(error, messages, secret) }];
}

function messageFor(error: ValidationError, messages: readonly string[], secret: boolean): string {
  if (error.value === undefined) return 'is required';
  if (secret) return 'is not valid';
  const text = messages.map((message) => withoutName(message, error.property)).join(', ');
  return error.constraints?.isIn === undefined ? text : choiceProblem(text, error.value);
}

/** class-validator's `must be one of the following values: a, b`, with the value: no choice is a secret. */
const choiceProblem = (text: string, value: unknown): string =>
  text.replace('the following values: ', '') + instead(value);

const SHOWN_CHARS = 40;

/** The end of a refusal that lists what would be right: `; it is "opn"`, the value being cut and on one line. */
export function instead(value: unknown): string {
  const text = JSON.stringify(value);
  return `; it is ${text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text}`;
}

/** `port must not be less than 1` → `must not be less than 1`: the path already names it. */
function withoutName(message: string, property: string): string {
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
