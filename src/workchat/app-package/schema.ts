import schema from '@microsoft/app-manifest/build/json-schemas/teams/v1.23/MicrosoftTeams.schema.json' with { type: 'json' };
import type { ErrorObject } from 'ajv';
import Ajv from 'ajv-draft-04';
import ajvFormats from 'ajv-formats';
import { nearestName } from '../../config/index.js';
import { error, type PackageProblem } from './problem.js';

/** The schema version of our packages (spec 3-workchat, "App manifest"). */
export const MANIFEST_VERSION = '1.23';

/** The schema is draft-04, with a few keywords of its own. */
const ajv = new Ajv.default({ strict: false, allErrors: true, verbose: true });
ajvFormats.default(ajv);
const validate = ajv.compile(schema);

/** The maximum number of reported problems; these are enough to start with. */
const MAX_FAULTS = 200;
/** Keywords of alternative schemas: when none of several fits, the errors within each would mislead, so they are left out. */
const CHOICES = new Set(['oneOf', 'anyOf', 'not', 'if']);

/** The problems that Microsoft's schema finds in a manifest, one per path. */
export function schemaProblems(manifest: unknown): readonly PackageProblem[] {
  if (validate(manifest)) return [];
  const errors = (validate.errors ?? []).slice(0, MAX_FAULTS);
  const choices = errors.filter(({ keyword }) => CHOICES.has(keyword));
  const told = errors.filter(
    (fault) => choices.includes(fault) || !choices.some(({ instancePath }) => isWithin(fault, instancePath)),
  );
  const problems = told.map(problemOf);
  return problems.filter(
    (each, at) =>
      problems.findIndex(({ field, message }) => field === each.field && message === each.message) === at,
  );
}

const isWithin = ({ instancePath }: ErrorObject, path: string): boolean =>
  instancePath === path || instancePath.startsWith(`${path}/`);

function problemOf(fault: ErrorObject): PackageProblem {
  const field = fieldOf(fault);
  const [message, cure] = (WORDS[fault.keyword] ?? unforeseen)(fault);
  return error(field, message, CURES[field.replaceAll(/\[\d+\]/g, '[]')] ?? cure);
}

/** The message for a fault, and its cure where `CURES` has no better one. */
type Words = (fault: ErrorObject) => readonly [message: string, cure: string];

const WORDS: Readonly<Record<string, Words>> = {
  required: () => ['is missing', 'Add it.'],
  additionalProperties: ({ params, parentSchema }) =>
    unknownField((params as Params).additionalProperty, parentSchema),
  const: ({ params }) => [
    `must be ${JSON.stringify((params as Params).allowedValue)}`,
    'Set it to exactly this value.',
  ],
  enum: ({ params, data }) => unknownValue(data, (params as Params).allowedValues ?? []),
  type: ({ params }) => [
    `must be of type ${String((params as Params).type)}`,
    'Use the type that the schema requires.',
  ],
  pattern: ({ params, data }) => [patternMessage(data, (params as Params).pattern), 'Use this form.'],
  maxLength: ({ params, data }) => [
    `has ${String(data).length} characters, but at most ${(params as Params).limit} are allowed`,
    'Shorten it.',
  ],
  maxItems: ({ params }) => [`has more than ${(params as Params).limit} entries`, 'Remove some.'],
  minItems: ({ params }) => [`has fewer than ${(params as Params).limit} entries`, 'Add some.'],
  uniqueItems: ({ params }) => [
    `has the same entry twice, at ${(params as Params).j} and ${(params as Params).i}`,
    'Remove one of them.',
  ],
};

const unforeseen: Words = ({ message }) => [
  message ?? 'does not match the schema',
  'Compare it with the schema.',
];

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

/** Cures that are not obvious from the problem. By field, `[]` for any entry. */
const CURES: Readonly<Record<string, string>> = {
  id: 'Set it to the GUID of the app package. Keep the GUID of the previous version.',
  'bots[].botId': 'Set it to the app ID of the bot (channels.workchat.appId).',
  'webApplicationInfo.id': 'Set it to the app ID of the bot (channels.workchat.appId).',
  bots: 'A package has one bot. Put the other into a separate package.',
  'bots[].scopes': 'List the scopes in use: "personal", "team", "groupChat".',
  accentColor: 'Use # and six hex digits, such as "#3A5FCD".',
  manifestVersion: 'Set it to "1.23".',
  version: 'Use the form major.minor.patch, such as "1.0.0".',
  'icons.color': 'Set it to the color icon, "color.png" (192x192).',
  'icons.outline': 'Set it to the outline icon, "outline.png" (32x32).',
  developer: 'Add name, websiteUrl, privacyUrl and termsOfUseUrl.',
  name: 'Add "short", the name shown to users, and "full".',
  description: 'Add "short", up to 80 characters, and "full", up to 4000.',
  icons: 'Add "color" for color.png (192x192) and "outline" for outline.png (32x32).',
  'name.short': 'Enter the name shown to users, at most 30 characters.',
  'developer.privacyUrl': 'Enter the address of the privacy page.',
  'developer.termsOfUseUrl': 'Enter the address of the terms of use.',
  'developer.websiteUrl': 'Enter the address of a page about the app.',
};

/** `/bots/0/scopes` as `bots[0].scopes`, with the missing or superfluous field. */
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

function unknownField(name = '', parent: unknown): ReturnType<Words> {
  const known = Object.keys((parent as { properties?: object } | undefined)?.properties ?? {});
  const nearest = nearestName(name, known);
  const cure = nearest === undefined ? 'Remove it.' : `Did you mean "${nearest}"? Otherwise remove it.`;
  return [`is not a field of manifest ${MANIFEST_VERSION}`, cure];
}

function unknownValue(value: unknown, allowed: readonly unknown[]): ReturnType<Words> {
  const names = allowed.map(String);
  const nearest = nearestName(String(value), names);
  const list = names.map((each) => `"${each}"`).join(', ');
  return [
    `is ${JSON.stringify(value)}, but must be one of ${list}`,
    nearest === undefined ? 'Use one of them.' : `Use "${nearest}", in this exact spelling.`,
  ];
}

function patternMessage(value: unknown, pattern = ''): string {
  const shown = JSON.stringify(value);
  if (pattern.includes('{8}-')) return `is ${shown}, which is not a GUID`;
  if (pattern.startsWith('^#')) return `is ${shown}, which is not a color`;
  if (pattern.includes('[Hh][Tt]')) return `is ${shown}, which is not an https address`;
  return `is ${shown}, which does not match ${pattern}`;
}
