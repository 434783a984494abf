import type { WorkchatSettings } from '../settings/settings.js';
import { fieldsOf, type JsonRecord, recordsOf } from '../../channels/kit/index.js';
import { permissionsIn } from './manifest.js';
import { resourceNeeds } from './permissions.js';
import { error, type PackageProblem, warning } from './problem.js';
import { isSameId, permissionField } from './rules.js';
import { surfacesOf } from './surfaces.js';

/** The problems of a manifest that is for another bot than the settings, or lacks something they need. */
export function fitProblems(manifest: JsonRecord, settings: WorkchatSettings): readonly PackageProblem[] {
  return [
    ...botFit(manifest, settings.credentials.appId),
    ...scopeFit(manifest, settings),
    ...permissionFit(manifest, settings),
  ];
}

function botFit(manifest: JsonRecord, appId: string): readonly PackageProblem[] {
  const [bot] = recordsOf(manifest.bots);
  const ids = [
    ['bots[0].botId', bot?.botId],
    ['webApplicationInfo.id', fieldsOf(manifest.webApplicationInfo).id],
  ] as const;
  return ids
    .filter(([, id]) => typeof id === 'string' && !isSameId(id, appId))
    .map(([field, id]) =>
      error(
        field,
        `is ${String(id)}, and channels.workchat.appId is ${appId}`,
        'Make both the app ID of the bot.',
      ),
    );
}

function scopeFit(manifest: JsonRecord, settings: WorkchatSettings): readonly PackageProblem[] {
  const scopes: readonly unknown[] = [fieldsOf(recordsOf(manifest.bots)[0]).scopes].flat();
  const wanted = surfacesOf(settings);
  const fieldOf = (surface: string) => `bots[0].scopes[${surface}]`;
  return [
    ...wanted
      .filter((surface) => !scopes.includes(surface))
      .map((surface) =>
        warning(
          fieldOf(surface),
          'is missing, and the policies let people use the bot there',
          'Add it: the app cannot be installed there without.',
        ),
      ),
    ...scopes
      .filter((scope) => ['personal', 'team', 'groupChat'].includes(String(scope)))
      .filter((scope) => !wanted.some((surface) => surface === scope))
      .map((scope) =>
        warning(
          fieldOf(String(scope)),
          'is there, but no policy gives anyone access to the bot there',
          'Take it out, or open dmPolicy or groupPolicy.',
        ),
      ),
  ];
}

function permissionFit(manifest: JsonRecord, settings: WorkchatSettings): readonly PackageProblem[] {
  const asked = permissionsIn(manifest);
  return resourceNeeds(settings)
    .filter(({ name }) => !asked.includes(name))
    .map(({ name, why }) =>
      warning(
        permissionField(name),
        `is missing, and the settings need it: ${why}`,
        `Add {"name": "${name}", "type": "Application"}, raise version, upload and reinstall the app.`,
      ),
    );
}
