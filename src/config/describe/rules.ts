import { validateSync, type ValidationError } from 'class-validator';
import { isPlainObject } from '../tree/path.js';
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
  const text = messages.map((message) => withoutName(message, error.property)).join(', ');
  return secret || repeatsValue(text, error.value) ? 'is not valid' : text;
}

/** `port must not be less than 1` → `must not be less than 1`: the path already names it. */
function withoutName(message: string, property: string): string {
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}

/**
 * Whether a rule's author put the value into its message, against our rule (problem.ts). class-validator fills in
 * `$value` with String.replace, which changes a `$` in the value, so this looks for the parts around it.
 */
function repeatsValue(text: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => repeatsValue(text, item));
  if (isPlainObject(value)) return Object.values(value).some((item) => repeatsValue(text, item));
  return typeof value === 'string' && value.split('$').some((part) => part.length > 3 && text.includes(part));
}
