/** The part of JSON Schema that the gateway's schema of the configuration uses. */
export interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly 'x-secret'?: boolean;
  readonly 'x-restart'?: boolean;
  readonly 'x-host-only'?: boolean;
}

export type Kind = 'switch' | 'choice' | 'number' | 'text' | 'lines' | 'json';

export interface Setting {
  readonly path: string;
  readonly kind: Kind;
  readonly value: unknown;
  readonly default: unknown;
  readonly description: string;
  readonly options: readonly string[];
  readonly isSecret: boolean;
  readonly needsRestart: boolean;
  /** Only in the file or the environment of the gateway's machine. */
  readonly isHostOnly: boolean;
}

/** The marks that a setting takes from those around it. */
type Inherited = Pick<Setting, 'needsRestart' | 'isHostOnly'>;

interface At extends Inherited {
  readonly path: string;
  readonly value: unknown;
}

/** Every setting of the configuration: of a list of objects, those of the objects that are there. */
export const settingsOf = (schema: Schema, config: unknown): Setting[] =>
  below(schema, { path: '', value: config, needsRestart: false, isHostOnly: false });

function below(schema: Schema, { path, value, ...inherited }: At): Setting[] {
  const forms = (schema.anyOf ?? [schema]).filter(({ type }) => type !== 'null');
  const own: Inherited = {
    needsRestart: inherited.needsRestart || schema['x-restart'] === true,
    isHostOnly: inherited.isHostOnly || schema['x-host-only'] === true,
  };
  const [form] = forms;
  if (forms.length === 1 && form?.properties)
    return Object.entries(form.properties).flatMap(([name, each]) =>
      below(each, { path: path === '' ? name : `${path}.${name}`, value: propertyOf(value, name), ...own }),
    );
  const { items } = form ?? {};
  if (forms.length === 1 && items?.properties && Array.isArray(value) && value.length > 0)
    return value.flatMap((each: unknown, at) =>
      below(items, { path: `${path}[${at}]`, value: each, ...own }),
    );
  return [settingAt(schema, forms, { path, value, ...own })];
}

const settingAt = (schema: Schema, forms: readonly Schema[], at: At): Setting => ({
  ...at,
  kind: kindOf(forms, at.value),
  default: schema.default,
  description: schema.description ?? '',
  options: forms.find((each) => each.enum)?.enum ?? [],
  isSecret: schema['x-secret'] === true,
});

/** A setting with several forms is shown in its simple one, unless its value has another. */
function kindOf(forms: readonly Schema[], value: unknown): Kind {
  const form = forms.find(({ type }) => type !== 'object' && type !== 'array') ?? forms[0];
  if (typeof value === 'object' && value !== null && form?.type !== 'array') return 'json';
  if (form?.enum) return forms.length === 1 ? 'choice' : 'text';
  if (form?.type === 'boolean') return 'switch';
  if (form?.type === 'integer' || form?.type === 'number') return 'number';
  if (form?.type === 'string') return 'text';
  return form?.type === 'array' && form.items?.type === 'string' && !form.items.anyOf ? 'lines' : 'json';
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The section of a setting: the first part of its path, of a channel the first two. */
export const sectionOf = ({ path }: Setting): string =>
  path.split(/[.[]/, path.startsWith('channels.') ? 2 : 1).join('.');

/** Whether a path is that of a setting, or of a part of it. */
export const isWithin = (path: string, of: string): boolean =>
  path === of || path.startsWith(`${of}[`) || path.startsWith(`${of}.`);

/** A list that a variable or the file holds as a whole is the source of what is in it. */
export const sourceOf = (sources: Readonly<Record<string, string>>, path: string): string | undefined =>
  sources[path] ?? Object.entries(sources).find(([each]) => isWithin(path, each))?.[1];
