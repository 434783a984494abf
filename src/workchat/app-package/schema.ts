import schema from '@microsoft/app-manifest/build/json-schemas/teams/v1.23/MicrosoftTeams.schema.json' with { type: 'json' };
import type { ErrorObject } from 'ajv';
import Ajv from 'ajv-draft-04';
import ajvFormats from 'ajv-formats';
import { nearestName } from '../../config/index.js';
import { error, type PackageProblem } from './problem.js';

/** The version of the schema that packages of ours have (spec 3-workchat, "App manifest"). */
export const MANIFEST_VERSION = '1.23';

/** The schema is draft-04, with a few keywords of its own. */
const ajv = new Ajv.default({ strict: false, allErrors: true, verbose: true });
ajvFormats.default(ajv);
const validate = ajv.compile(schema);

/** Of a choice among schemas all fail when none fits: what each of them says leads nowhere. */
const CHOICES = new Set(['oneOf', 'anyOf', 'not', 'if']);

/** What Microsoft's schema says against a manifest, one problem a place. */
export function schemaProblems(manifest: unknown): readonly PackageProblem[] {
  if (validate(manifest)) return [];
  const errors = validate.errors ?? [];
  const choices = errors
    .filter(({ keyword }) => CHOICES.has(keyword))
    .map(({ instancePath }) => instancePath);
  const told = errors.filter(
    ({ keyword, instancePath }) =>
      CHOICES.has(keyword) || !choices.some((path) => instancePath.startsWith(path)),
  );
  const problems = told.map(problemOf);
  return problems.filter(
    (each, at) =>
      problems.findIndex(({ field, message }) => field === each.field && message === each.message) === at,
  );
}

function problemOf(fault: ErrorObject): PackageProblem {
  const field = fieldOf(fault);
  const { message, cure } = told(fault, field);
  return error(field, message, cure);
}

interface Told {
  readonly message: string;
  readonly cure: string;
}

function told(fault: ErrorObject, field: string): Told {
  const { keyword, data } = fault;
  const params = fault.params as Params;
  switch (keyword) {
    case 'required':
      return { message: 'is missing', cure: CURES[patternOf(field)] ?? 'Add it.' };
    case 'additionalProperties':
      return unknownField(params.additionalProperty, fault.parentSchema);
    case 'const':
      return { message: `must be ${JSON.stringify(params.allowedValue)}`, cure: 'Set it to just that.' };
    case 'enum':
      return unknownValue(data, params.allowedValues ?? []);
    case 'type':
      return { message: `must be of type ${String(params.type)}`, cure: 'Write it as the schema has it.' };
    case 'pattern':
      return {
        message: patternMessage(data, params.pattern),
        cure: CURES[patternOf(field)] ?? 'Write it so.',
      };
    case 'maxLength':
      return {
        message: `has ${String(data).length} characters of at most ${params.limit}`,
        cure: 'Shorten it.',
      };
    case 'maxItems':
      return {
        message: `has more than ${params.limit} entries`,
        cure: CURES[patternOf(field)] ?? 'Take some out.',
      };
    case 'minItems':
      return {
        message: `has fewer than ${params.limit} entries`,
        cure: CURES[patternOf(field)] ?? 'Add some.',
      };
    case 'uniqueItems':
      return {
        message: `has the same entry twice, at ${params.j} and ${params.i}`,
        cure: 'Take one of them out.',
      };
    default:
      return { message: fault.message ?? 'does not fit the schema', cure: 'See the schema at that place.' };
  }
}

interface Params {
  readonly missingProperty?: string;
  readonly additionalProperty?: string;
  readonly allowedValue?: unknown;
  readonly allowedValues?: readonly unknown[];
  readonly type?: unknown;
  readonly pattern?: string;
  readonly limit?: number;
  readonly i?: number;
  readonly j?: number;
}

/** What there is to do, where that is not plain from the problem. By field, `[]` for any entry. */
const CURES: Readonly<Record<string, string>> = {
  id: 'A GUID of the app package, the same in all its versions: keep that of the version before.',
  'bots[].botId': 'It is the app ID of the bot (channels.workchat.appId).',
  'webApplicationInfo.id': 'It is the app ID of the bot (channels.workchat.appId).',
  bots: 'A package has one bot: leave the other to a package of its own.',
  'bots[].scopes': 'Name the surfaces in use: "personal", "team", "groupChat".',
  accentColor: 'Write # and six hex digits, as "#3A5FCD".',
  manifestVersion: 'Set it to "1.23".',
  version: 'Write it as major.minor.patch, as "1.0.0".',
  'icons.color': 'Name the coloured icon, "color.png" (192x192).',
  'icons.outline': 'Name the outline icon, "outline.png" (32x32).',
  'name.short': 'Add the name people see, at most 30 characters.',
  'developer.privacyUrl': 'Add the address of the page about privacy.',
  'developer.termsOfUseUrl': 'Add the address of the terms of use.',
  'developer.websiteUrl': 'Add the address of the page about the app.',
  'authorization.permissions.resourceSpecific[].type': 'Set it to "Application".',
};

const patternOf = (field: string): string => field.replaceAll(/\[\d+\]/g, '[]');

/** `/bots/0/scopes` as `bots[0].scopes`, with the field that is missing or too much. */
function fieldOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty } = params as Params;
  const parts = instancePath.split('/').slice(1).map(unescaped);
  return pathOf([...parts, ...[missingProperty ?? additionalProperty ?? []].flat()]);
}

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

export const pathOf = (parts: readonly string[]): string =>
  parts.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
    '',
  ) || 'manifest.json';

function unknownField(name = '', parent: unknown): Told {
  const known = Object.keys((parent as { properties?: object } | undefined)?.properties ?? {});
  const nearest = nearestName(name, known);
  const cure = nearest === undefined ? 'Take it out.' : `Did you mean "${nearest}"? Else take it out.`;
  return { message: `is no field of manifest ${MANIFEST_VERSION}`, cure };
}

function unknownValue(value: unknown, allowed: readonly unknown[]): Told {
  const names = allowed.map(String);
  const nearest = nearestName(String(value), names);
  const list = names.map((each) => `"${each}"`).join(', ');
  return {
    message: `is ${JSON.stringify(value)}, which is none of ${list}`,
    cure: nearest === undefined ? 'Use one of them.' : `Write "${nearest}": case counts.`,
  };
}

function patternMessage(value: unknown, pattern = ''): string {
  const shown = JSON.stringify(value);
  if (pattern.includes('{8}-')) return `is ${shown}, which is no GUID`;
  if (pattern.startsWith('^#')) return `is ${shown}, which is no colour`;
  if (pattern.includes('[Hh][Tt]')) return `is ${shown}, which is no https address`;
  return `is ${shown}, which does not fit ${pattern}`;
}
