import { isRecord, recordsOf } from '../../../common/index.js';
import { branchesOf, distinct, type Json, texts, typesOf } from './json-schema.js';

/** Conditions that the top of a schema loses, because several vendors refuse them there. */
const DROPPED = new Set([
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'enum',
  'const',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependentRequired',
  'dependencies',
]);
/** Alternatives that are named to the model. */
const MOST_NAMED = 8;

/**
 * A schema of an object whose unions are folded into it: every property of a branch is one of its own, and only what each
 * branch requires is required. It takes all that the original takes and more. Unchanged where it has no union.
 */
export function folded(schema: Json): Json {
  const unions = [branchesOf(schema.anyOf), branchesOf(schema.oneOf)].filter((each) => each.length > 0);
  const parts = branchesOf(schema.allOf).map(folded);
  const own = Object.fromEntries(Object.entries(schema).filter(([key]) => !DROPPED.has(key)));
  if (unions.length === 0 && parts.length === 0) return own;
  const choices = unions.map((branches) => branches.map(folded).filter(mayBeObject));
  const merged = [own, ...parts].map(propertiesOf);
  const perChoice = choices.map((branches) => joined(branches.map(propertiesOf)));
  const required = new Set([
    ...[own, ...parts].flatMap((each) => texts(each.required)),
    ...choices.flatMap(requiredByAll),
  ]);
  const isObject = [own, ...parts, ...choices.flat()].some(isObjectLike);
  const { additionalProperties: _, ...rest } = own;
  return {
    ...rest,
    ...(isObject && typesOf(own).length === 0 && { type: 'object' }),
    ...described(
      own,
      choices.flatMap((branches) => alternativesIn(branches, required)),
    ),
    properties: Object.assign({}, ...[...perChoice, ...merged.toReversed()]) as Json,
    required: [...required],
  };
}

const isObjectLike = (schema: Json): boolean =>
  typesOf(schema).includes('object') || isRecord(schema.properties);

const mayBeObject = (schema: Json): boolean => isObjectLike(schema) || typesOf(schema).length === 0;

const propertiesOf = ({ properties }: Json): Json => (isRecord(properties) ? properties : {});

/** The properties of all branches; one that differs between them may be any of its forms. */
function joined(branches: readonly Json[]): Json {
  const names = new Set(branches.flatMap(Object.keys));
  return Object.fromEntries([...names].map((name) => [name, oneOfForms(branches, name)]));
}

function oneOfForms(branches: readonly Json[], name: string): unknown {
  const forms = distinct(branches.flatMap((each) => (Object.hasOwn(each, name) ? [each[name]] : [])));
  if (forms.length === 1) return forms[0];
  const values = forms.map(valuesIn);
  // The names of the branches of a union: one list is easier to read than schemas with a value each.
  const [{ type, title, description } = {}] = recordsOf(forms);
  const isOfOneType = new Set(recordsOf(forms).map((form) => typesOf(form).join())).size === 1;
  if (isOfOneType && values.every((each) => each !== undefined))
    return { type, title, description, enum: distinct(values.flat()) };
  return { anyOf: forms };
}

function valuesIn(form: unknown): readonly unknown[] | undefined {
  if (!isRecord(form)) return undefined;
  if (Array.isArray(form.enum)) return form.enum as readonly unknown[];
  return 'const' in form ? [form.const] : undefined;
}

function requiredByAll(branches: readonly Json[]): readonly string[] {
  const [first, ...others] = branches.map(({ required }) => texts(required));
  return (first ?? []).filter((name) => others.every((each) => each.includes(name)));
}

/** The sets of arguments that the branches require besides. */
function alternativesIn(branches: readonly Json[], required: ReadonlySet<string>): readonly string[] {
  const sets = branches.map((each) =>
    texts(each.required)
      .filter((name) => !required.has(name))
      .join(' and '),
  );
  const named = distinct(sets);
  return named.length < 2 || named.includes('') || named.length > MOST_NAMED ? [] : [named.join(', or ')];
}

/** What a model would not learn from the folded schema any more. */
function described({ description }: Json, alternatives: readonly string[]): Json {
  if (alternatives.length === 0) return {};
  const words = alternatives.map((each) => `Also required: ${each}.`);
  return { description: [...texts([description]), ...words].join(' ') };
}
