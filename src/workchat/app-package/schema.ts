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
    'Set it to just that.',
  ],
  enum: ({ params, data }) => unknownValue(data, (params as Params).allowedValues ?? []),
  type: ({ params }) => [
    `must be of type ${String((params as Params).type)}`,
    'Write it as the schema has it.',
  ],
  pattern: ({ params, data }) => [patternMessage(data, (params as Params).pattern), 'Write it so.'],
  maxLength: ({ params, data }) => [
    `has ${String(data).length} characters of at most ${(params as Params).limit}`,
    'Shorten it.',
  ],
  maxItems: ({ params }) => [`has more than ${(params as Params).limit} entries`, 'Take some out.'],
  minItems: ({ params }) => [`has fewer than ${(params as Params).limit} entries`, 'Add some.'],
  uniqueItems: ({ params }) => [
    `has the same entry twice, at ${(params as Params).j} and ${(params as Params).i}`,
    'Take one of them out.',
  ],
};

const unforeseen: Words = ({ message }) => [
  message ?? 'does not fit the schema',
  'See the schema at that place.',
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
  id: 'Write the GUID of the app package, the same in all its versions: keep that of the version before.',
  'bots[].botId': 'Write the app ID of the bot (channels.workchat.appId).',
  'webApplicationInfo.id': 'Write the app ID of the bot (channels.workchat.appId).',
  bots: 'A package has one bot: leave the other to a package of its own.',
  'bots[].scopes': 'Name the surfaces in use: "personal", "team", "groupChat".',
  accentColor: 'Write # and six hex digits, as "#3A5FCD".',
  manifestVersion: 'Set it to "1.23".',
  version: 'Write it as major.minor.patch, as "1.0.0".',
  'icons.color': 'Name the coloured icon, "color.png" (192x192).',
  'icons.outline': 'Name the outline icon, "outline.png" (32x32).',
  developer: 'Write its name, websiteUrl, privacyUrl and termsOfUseUrl.',
  name: 'Write "short", the name people see, and "full".',
  description: 'Write "short", up to 80 characters, and "full", up to 4000.',
  icons: 'Name "color", color.png (192x192), and "outline", outline.png (32x32).',
  'name.short': 'Write the name people see, at most 30 characters.',
  'developer.privacyUrl': 'Write the address of the page about privacy.',
  'developer.termsOfUseUrl': 'Write the address of the terms of use.',
  'developer.websiteUrl': 'Write the address of the page about the app.',
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
  const cure = nearest === undefined ? 'Take it out.' : `Did you mean "${nearest}"? Else take it out.`;
  return [`is no field of manifest ${MANIFEST_VERSION}`, cure];
}

function unknownValue(value: unknown, allowed: readonly unknown[]): ReturnType<Words> {
  const names = allowed.map(String);
  const nearest = nearestName(String(value), names);
  const list = names.map((each) => `"${each}"`).join(', ');
  return [
    `is ${JSON.stringify(value)}, which is none of ${list}`,
    nearest === undefined ? 'Use one of them.' : `Write "${nearest}": case counts.`,
  ];
}

function patternMessage(value: unknown, pattern = ''): string {
  const shown = JSON.stringify(value);
  if (pattern.includes('{8}-')) return `is ${shown}, which is no GUID`;
  if (pattern.startsWith('^#')) return `is ${shown}, which is no colour`;
  if (pattern.includes('[Hh][Tt]')) return `is ${shown}, which is no https address`;
  return `is ${shown}, which does not fit ${pattern}`;
}
