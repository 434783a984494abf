import { isRecord } from '../../../common/index.js';
import { folded } from './fold-unions.js';
import { branchesOf, distinct, type Json, texts, typesOf } from './json-schema.js';

/**
 * How much of JSON Schema is written. `full`: draft 2020-12, for vendors that check a schema against it. `plain`: types,
 * properties, items, choices, bounds and `anyOf`, for servers that turn a schema into something of their own.
 */
export type SchemaForm = 'full' | 'plain';

type Keep = (value: unknown) => boolean;

const isText: Keep = (value) => typeof value === 'string';
const isNumber: Keep = (value) => typeof value === 'number';
const isCount: Keep = (value) => Number.isInteger(value) && (value as number) >= 0;
const isFlag: Keep = (value) => typeof value === 'boolean';

/** Keywords whose value is taken over where it is of the right kind. */
const IN_BOTH: Readonly<Record<string, Keep>> = {
  title: isText,
  minimum: isNumber,
  maximum: isNumber,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
};
const IN_FULL: Readonly<Record<string, Keep>> = {
  ...IN_BOTH,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: isNumber,
  uniqueItems: isFlag,
  minProperties: isCount,
  maxProperties: isCount,
  deprecated: isFlag,
  examples: Array.isArray,
  pattern: isPattern,
};
/** Formats of draft 2020-12. */
const FORMATS = [
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uuid',
  'regex',
  'json-pointer',
];
const FORMATS_IN_PLAIN = ['date-time'];
const LONGEST_PATTERN = 100;
/** Schemas in one another: branches repeat what stands beside them, so that few could become billions. */
const MOST_SCHEMAS = 10_000;

/** Any value, for servers that want to be told a type. */
const ANY_VALUE: Json = {
  anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'object', properties: {} }],
};

/**
 * A schema of one form, whatever it was: what is not right in it is left out, and what vendors miss is added. It takes
 * all that the original takes.
 */
export class SchemaCleaner {
  private left = MOST_SCHEMAS;

  constructor(private readonly form: SchemaForm) {}

  /** Then the result is not whole. */
  get isTooLarge(): boolean {
    return this.left < 0;
  }

  /** @param mayBeAbsent then a null is no value of its own: it can be left out */
  clean(value: unknown, mayBeAbsent = false): Json {
    if (!isRecord(value) || --this.left < 0) return this.anyValue;
    const { schema, isFolded } = this.unfolded(value);
    const types = typesIn(schema);
    const unions = [...branchesOf(schema.anyOf), ...branchesOf(schema.oneOf)];
    if (this.form === 'plain' && !isFolded && unions.length > 0)
      return this.union(schema, unions, mayBeAbsent);
    if (this.form === 'plain' && types.length > 1)
      return this.union(
        schema,
        types.map((type) => ({ type })),
        mayBeAbsent,
      );
    return this.single(schema, types);
  }

  private get anyValue(): Json {
    return this.form === 'plain' ? ANY_VALUE : {};
  }

  /** The plain form has no unions beside properties, and no `allOf`. */
  private unfolded(schema: Json): { readonly schema: Json; readonly isFolded: boolean } {
    if (this.form === 'full') return { schema, isFolded: false };
    const isObject = typesIn(schema).join() === 'object';
    if (isObject) return { schema: folded(schema), isFolded: true };
    const { allOf, ...own } = schema;
    const parts = branchesOf(allOf);
    return { schema: parts.length === 0 ? own : (Object.assign({}, ...parts, own) as Json), isFolded: false };
  }

  /** Each branch has what the union has, because servers take nothing but words beside `anyOf`. */
  private union(schema: Json, branches: readonly Json[], mayBeAbsent: boolean): Json {
    const { anyOf: _, oneOf: __, description, title, default: usual, ...shared } = schema;
    const isNull = (branch: Json) => typesOf(branch).join() === 'null';
    const counted = branches.filter((branch) => !mayBeAbsent || !isNull(branch));
    const cleaned = distinct(counted.map((branch) => this.clean(inherited(shared, branch))));
    const words = this.words({ description, title, default: usual });
    const [first, ...others] = cleaned;
    if (first === undefined) return { ...this.anyValue, ...words };
    return others.length === 0 ? { ...first, ...words } : { anyOf: cleaned, ...words };
  }

  private single(schema: Json, types: readonly string[]): Json {
    const { form } = this;
    const [type = form === 'plain' ? typeOfValues(schema) : undefined, ...others] = types;
    const unions = form === 'full' ? this.unionsOf(schema) : {};
    if (form === 'plain' && type === undefined) return { ...ANY_VALUE, ...this.words(schema) };
    return {
      ...(type !== undefined && { type: others.length > 0 ? types : type }),
      ...this.words(schema),
      ...this.kept(schema),
      ...this.choicesOf(schema, type),
      ...unions,
      ...(types.includes('object') && this.objectOf(schema)),
      ...(types.includes('array') && this.arrayOf(schema)),
      ...(form === 'full' && types.length === 0 && requiredOf(schema)),
    };
  }

  /** What is told to the model, with the format and the pattern that a server might refuse. */
  private words(schema: Json): Json {
    const { title, description, format, pattern, default: usual } = schema;
    const isPlain = this.form === 'plain';
    const takesFormat = (isPlain ? FORMATS_IN_PLAIN : FORMATS).includes(String(format));
    const isTold = typeof pattern === 'string' && pattern.length <= LONGEST_PATTERN && isPlain;
    const told = [
      ...texts([description]),
      ...(isText(format) && !takesFormat ? [`(format: ${String(format)})`] : []),
      ...(isTold ? [`(pattern: ${pattern})`] : []),
    ];
    return {
      ...(isText(title) && { title }),
      ...(told.length > 0 && { description: told.join(' ') }),
      ...(takesFormat && { format }),
      ...(usual !== undefined && usual !== null && { default: usual }),
    };
  }

  private kept(schema: Json): Json {
    const keywords = this.form === 'plain' ? IN_BOTH : IN_FULL;
    const entries = Object.entries(withBounds(schema));
    return Object.fromEntries(entries.filter(([key, value]) => keywords[key]?.(value) === true));
  }

  private choicesOf(schema: Json, type: string | undefined): Json {
    const { enum: named } = schema;
    const values = Array.isArray(named)
      ? (named as readonly unknown[])
      : 'const' in schema
        ? [schema.const]
        : [];
    if (this.form === 'full') return values.length > 0 ? { enum: distinct(values) } : {};
    const isPlain = (value: unknown) => isNumber(value) || (isText(value) && value !== '');
    const plain = distinct(values.filter(isPlain));
    return plain.length > 0 && type !== 'object' && type !== 'array' ? { enum: plain } : {};
  }

  private unionsOf(schema: Json): Json {
    const lists = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
      const branches = branchesOf(schema[key]).map((each) => this.clean(each));
      return branches.length > 0 ? [[key, branches]] : [];
    });
    const others = ['not', 'if', 'then', 'else'].flatMap((key) =>
      isRecord(schema[key]) ? [[key, this.clean(schema[key])]] : [],
    );
    return Object.fromEntries([...lists, ...others]) as Json;
  }

  private objectOf(schema: Json): Json {
    const { properties, required, additionalProperties: more } = schema;
    const named = Object.entries(isRecord(properties) ? properties : {});
    // `required` belongs beside the properties, and often stands among them, or at one of them.
    const [isMisplaced, usual] = partition(
      named,
      ([name, each]) => name === 'required' && Array.isArray(each),
    );
    const needed = [
      ...texts(required),
      ...isMisplaced.flatMap(([, each]) => texts(each)),
      ...usual.flatMap(([name, each]) => (isRecord(each) && each.required === true ? [name] : [])),
    ];
    const missing = needed.filter((name) => !usual.some(([each]) => each === name));
    const given = [
      ...usual.filter(([, each]) => each !== false),
      ...missing.map((name) => [name, {}] as const),
    ];
    const wanted = distinct(needed).filter((name) => given.some(([each]) => each === name));
    return {
      properties: Object.fromEntries(
        given.map(([name, each]) => [name, this.clean(typed(each), !wanted.includes(name))]),
      ),
      ...(wanted.length > 0 && { required: wanted }),
      ...(isRecord(more) && { additionalProperties: this.clean(more) }),
      ...(typeof more === 'boolean' && this.form === 'full' && { additionalProperties: more }),
    };
  }

  private arrayOf({ items, prefixItems }: Json): Json {
    const forms = [...listOf(prefixItems), ...(isRecord(items) ? [items] : listOf(items))];
    const cleaned = distinct(forms.map((each) => this.clean(each, true)));
    const [first = this.anyValue, ...others] = cleaned;
    return { items: others.length === 0 ? first : { anyOf: cleaned } };
  }
}

/** What a branch requires of the properties beside its union. */
function requiredOf({ required }: Json): Json {
  const names = texts(required);
  return names.length > 0 ? { required: names } : {};
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A property that is only the name of its type. */
const typed = (value: unknown): unknown => (typeof value === 'string' ? { type: value } : value);

/** A branch of a union with what stands beside the union. */
const inherited = (shared: Json, branch: Json): Json => {
  const { type, ...others } = shared;
  return { ...others, ...(type !== undefined && typesOf(branch).length === 0 && { type }), ...branch };
};

/** The types that a schema names, or those that follow from its keywords. */
function typesIn(schema: Json): readonly string[] {
  const named = typesOf(schema);
  if (named.length > 0) return named;
  if (isRecord(schema.properties)) return ['object'];
  return 'items' in schema || 'prefixItems' in schema ? ['array'] : [];
}

function typeOfValues({ enum: named, const: value }: Json): string | undefined {
  const [first] = [...listOf(named), value].filter((each) => each !== undefined && each !== null);
  return ['string', 'number', 'boolean'].find((each) => each === typeof first);
}

/** Draft 4 says by a flag that a bound is exclusive. */
function withBounds(schema: Json): Json {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const isAbove = exclusiveMinimum === true && isNumber(minimum);
  const isBelow = exclusiveMaximum === true && isNumber(maximum);
  return {
    ...schema,
    ...(isAbove && { exclusiveMinimum: minimum, minimum: undefined }),
    ...(isBelow && { exclusiveMaximum: maximum, maximum: undefined }),
  };
}

/** Whether it is an expression that a vendor can read; it is never run. */
function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value, 'u').source !== '';
  } catch {
    return false;
  }
}

function partition<T>(
  values: readonly T[],
  isFirst: (value: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [values.filter(isFirst), values.filter((each) => !isFirst(each))];
}
