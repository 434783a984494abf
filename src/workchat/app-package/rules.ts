import { nearestName } from '../../config/index.js';
import { fieldsOf, type JsonRecord, recordsOf, textOf } from '../../channels/kit/index.js';
import { KNOWN_PERMISSIONS } from './permissions.js';
import { error, type PackageProblem, warning } from './problem.js';
import { versionParts } from './version.js';

/** The schema itself reports a longer list. */
const MAX_PERMISSIONS = 16;
const RESOURCE_SPECIFIC = 'authorization.permissions.resourceSpecific';

/** The field to report for a missing permission, which has no path of its own. */
export const permissionField = (name: string): string => `${RESOURCE_SPECIFIC}[${name}]`;

/** Faults that the schema accepts, but that the platform refuses or silently ignores (wire 7.2). */
export function ruleProblems(manifest: JsonRecord): readonly PackageProblem[] {
  return [
    ...versionProblems(manifest),
    ...nameProblems(manifest),
    ...addressProblems(manifest),
    ...botProblems(manifest),
    ...permissionProblems(manifest),
  ];
}

function versionProblems({ version }: JsonRecord): readonly PackageProblem[] {
  if (typeof version !== 'string' || versionParts(version)) return [];
  return [
    error(
      'version',
      `is "${version}", which is not major.minor.patch`,
      'Use the form "1.0.0", and raise it with every change.',
    ),
  ];
}

function nameProblems({ name, description }: JsonRecord): readonly PackageProblem[] {
  const empty = [
    ['name.short', fieldsOf(name).short],
    ['description.short', fieldsOf(description).short],
    ['description.full', fieldsOf(description).full],
  ] as const;
  return [
    ...empty
      .filter(([, text]) => typeof text === 'string' && text.trim() === '')
      .map(([field]) => error(field, 'is empty', 'Enter a text. Users see it when they look for the app.')),
    ...(textOf(fieldsOf(name).short) !== undefined && fieldsOf(name).full === undefined
      ? [warning('name.full', 'is missing', 'The store requires it, with at most 100 characters.')]
      : []),
  ];
}

function addressProblems({ developer }: JsonRecord): readonly PackageProblem[] {
  return Object.entries(fieldsOf(developer))
    .filter(([key, value]) => key.endsWith('Url') && typeof value === 'string' && /^http:/i.test(value))
    .map(([key]) =>
      warning(
        `developer.${key}`,
        'is http',
        "An organization's catalog accepts http, but the store requires https.",
      ),
    );
}

function botProblems({ bots, webApplicationInfo }: JsonRecord): readonly PackageProblem[] {
  const [bot] = recordsOf(bots);
  if (!bot)
    return [
      error('bots', 'names no bot', 'Add the bot. Otherwise people cannot write to it through this app.'),
    ];
  const scopes: readonly unknown[] = Array.isArray(bot.scopes) ? bot.scopes : [];
  return [
    ...idProblems(bot.botId, fieldsOf(webApplicationInfo).id),
    ...(scopes.includes('personal') && bot.supportsFiles !== true
      ? [
          error(
            'bots[0].supportsFiles',
            `is ${bot.supportsFiles === undefined ? 'missing' : JSON.stringify(bot.supportsFiles)}, but the scopes include "personal"`,
            'Set it to true. Otherwise the client does not support files in personal chats.',
          ),
        ]
      : []),
    ...(bot.isNotificationOnly === true
      ? [
          error(
            'bots[0].isNotificationOnly',
            'is true',
            'Set it to false. Otherwise people cannot write to the bot.',
          ),
        ]
      : []),
  ];
}

function idProblems(botId: unknown, webId: unknown): readonly PackageProblem[] {
  const field = 'webApplicationInfo.id';
  const cure = 'Set it to the app ID of the bot. Otherwise the resource-specific permissions have no effect.';
  if (webId === undefined) return [error(field, 'is missing', cure)];
  if (typeof webId !== 'string' || typeof botId !== 'string' || isSameId(webId, botId)) return [];
  return [error(field, `is ${webId}, but bots[0].botId is ${botId}`, cure)];
}

export const isSameId = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase();

function permissionProblems(manifest: JsonRecord): readonly PackageProblem[] {
  const { resourceSpecific } = fieldsOf(fieldsOf(manifest.authorization).permissions);
  const entries = recordsOf(resourceSpecific).slice(0, MAX_PERMISSIONS);
  const scopes: readonly unknown[] = [fieldsOf(recordsOf(manifest.bots)[0]).scopes].flat();
  return [
    ...entries.flatMap(spellingProblem),
    ...twice(entries),
    ...missing(scopes, entries),
    ...wrongType(entries),
  ];
}

function spellingProblem({ name }: JsonRecord, at: number): readonly PackageProblem[] {
  if (typeof name !== 'string' || KNOWN_PERMISSIONS.includes(name)) return [];
  const field = `${RESOURCE_SPECIFIC}[${at}].name`;
  const nearest = nearestName(name, KNOWN_PERMISSIONS);
  if (nearest !== undefined)
    return [
      error(
        field,
        `is "${name}", which is not a permission`,
        `Did you mean "${nearest}"? The platform ignores unknown permissions.`,
      ),
    ];
  return [
    warning(
      field,
      `is "${name}", which is not a known permission`,
      'Check the spelling. The platform ignores unknown permissions.',
    ),
  ];
}

/** Finds duplicate entries; the schema finds only entries that are completely equal. */
function twice(entries: readonly JsonRecord[]): readonly PackageProblem[] {
  return entries.flatMap(({ name, type }, at) => {
    const first = entries.findIndex((each) => each.name === name);
    const isOther = first < at && entries[first]?.type !== type;
    return isOther
      ? [error(`${RESOURCE_SPECIFIC}[${at}].name`, `duplicates "${String(name)}"`, 'Remove one of the two.')]
      : [];
  });
}

/**
 * Permissions that channel traffic needs (spec 3-workchat, "App manifest"); in group chats mentions arrive without
 * them.
 */
const REQUIRED = [
  ['team', 'ChannelMessage.Read.Group', error],
  ['team', 'ChannelMessage.Send.Group', error],
  ['groupChat', 'ChatMessage.Read.Chat', warning],
] as const;

function missing(scopes: readonly unknown[], entries: readonly JsonRecord[]): readonly PackageProblem[] {
  const names = entries.map(({ name }) => name);
  return REQUIRED.filter(([scope, name]) => scopes.includes(scope) && !names.includes(name)).map(
    ([scope, name, problem]) =>
      problem(
        permissionField(name),
        `is missing, but the scopes include "${scope}"`,
        `Add {"name": "${name}", "type": "Application"}. Permissions for teams end in .Group, those for group chats in .Chat.`,
      ),
  );
}

function wrongType(entries: readonly JsonRecord[]): readonly PackageProblem[] {
  const names: readonly unknown[] = REQUIRED.map(([, name]) => name);
  return entries.flatMap(({ name, type }, at) =>
    type === 'Delegated' && names.includes(name)
      ? [
          error(
            `${RESOURCE_SPECIFIC}[${at}].type`,
            'is "Delegated"',
            'Set it to "Application", because the bot acts on its own behalf.',
          ),
        ]
      : [],
  );
}
