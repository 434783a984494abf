import { renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliUsageError, optionIn } from '../../channels/index.js';
import type { WorkchatSettings } from '../settings/settings.js';
import { problemText } from '../app-package/problem.js';
import type { MadePackage, PackageOptions } from '../app-package/make.js';
import { directoryNeeds } from '../app-package/permissions.js';
import { NOTHING_TO_INSTALL, type Surface, SURFACES, surfacesOf } from '../app-package/surfaces.js';
import type { OpenedPackage } from '../app-package/update.js';
import { type JsonRecord, textOf } from '../../channels/kit/index.js';
import { packageFile, readIfThere } from '../upkeep/checks/package-file.js';
import { settingsIn, type WorkchatCall, type WorkchatCommand } from './command.js';
import { errorsAmong, openPackage, problemData, read } from './files.js';

/** `gatehouse workchat manifest` */
export const manifestCommand: WorkchatCommand = {
  name: 'manifest',
  description: 'Write the app package to install in the chat: a ZIP with a manifest and two icons.',
  options: [
    { flags: '--out <file>', help: 'the file to write (default: workchat-app.zip in the state directory)' },
    { flags: '--previous <zip>', help: 'the previous package (default: the file being replaced)' },
    { flags: '--name <text>', help: 'the name shown to users, up to 30 characters (default: Assistant)' },
    { flags: '--full-name <text>', help: 'up to 100 characters (default: the name)' },
    { flags: '--description <text>', help: 'a short description, up to 80 characters' },
    { flags: '--full-description <text>', help: 'up to 4000 characters' },
    {
      flags: '--developer <name>',
      help: 'the publisher, up to 32 characters (default: host of the website)',
    },
    { flags: '--website <url>', help: 'page about the app (default: gateway.publicUrl)' },
    { flags: '--privacy-url <url>', help: 'privacy page (default: the website)' },
    { flags: '--terms-url <url>', help: 'terms of use (default: the website)' },
    { flags: '--accent-color <color>', help: '# and six hex digits; the color of the drawn icon' },
    { flags: '--color-icon <file>', help: 'PNG, 192x192, instead of the drawn one' },
    { flags: '--outline-icon <file>', help: 'PNG, 32x32, white on transparent, instead of the drawn one' },
    { flags: '--id <guid>', help: 'package ID (default: unchanged, or derived from the app ID)' },
    { flags: '--app-version <version>', help: 'major.minor.patch (default: raised with every change)' },
    { flags: '--all-permissions', help: 'request every resource-specific permission, needed or not' },
  ],
  run: (call) => write(call),
};

async function write(call: WorkchatCall) {
  const { makePackage, websiteFor } = await import('../app-package/make.js');
  const config = call.config();
  const settings = settingsIn(config);
  if (surfacesOf(settings).length === 0) throw new Error(NOTHING_TO_INSTALL);
  const file = resolve(optionIn(call, 'out') ?? packageFile(call.stateDir));
  const before = await packageBefore(call, file, settings);
  const options = optionsOf(call);
  const website = websiteFor(options, config, before);
  if (website === undefined)
    throw new CliUsageError(
      '--website <url> is required because gateway.publicUrl is not set; a package needs a page about the app',
    );
  const made = makePackage(settings, { ...options, website }, before);
  if (errorsAmong(made.problems).length > 0)
    throw new CliUsageError(['nothing was written:', ...made.problems.map(problemText)].join('\n  '));
  replace(file, made.bytes);
  return { data: dataOf(file, made, settings, before), text: reportOf(file, made, settings, before) };
}

/** A truncated package would obstruct the next one. */
function replace(file: string, bytes: Uint8Array): void {
  const next = `${file}.new`;
  writeFileSync(next, bytes);
  renameSync(next, file);
}

/** Replaces a file only if it is a package of the same bot; anything else means a wrong file name. */
async function packageBefore(
  call: WorkchatCall,
  file: string,
  { credentials }: WorkchatSettings,
): Promise<OpenedPackage | undefined> {
  const [{ checkPackage }, { botIn }] = await Promise.all([
    import('../app-package/check.js'),
    import('../app-package/make.js'),
  ]);
  const replaced = readIfThere(file);
  const there = replaced && checkPackage(replaced).opened;
  const isOurs = there && botIn(there)?.toLowerCase() === credentials.appId.toLowerCase();
  if (replaced && !isOurs)
    throw new CliUsageError(
      `${file} already exists and is not an app package of this bot; choose another file with --out`,
    );
  const previous = optionIn(call, 'previous');
  return previous === undefined ? there : openPackage(resolve(previous));
}

/** The icons are checked with the package. @throws CliUsageError for an icon that cannot be read */
function optionsOf(call: WorkchatCall): PackageOptions {
  const icon = (name: string) => {
    const file = optionIn(call, name);
    return file === undefined ? undefined : read(resolve(file));
  };
  return {
    id: optionIn(call, 'id'),
    accentColor: optionIn(call, 'accentColor'),
    version: optionIn(call, 'appVersion'),
    name: optionIn(call, 'name'),
    fullName: optionIn(call, 'fullName'),
    description: optionIn(call, 'description'),
    fullDescription: optionIn(call, 'fullDescription'),
    developer: optionIn(call, 'developer'),
    website: optionIn(call, 'website'),
    privacyUrl: optionIn(call, 'privacyUrl'),
    termsUrl: optionIn(call, 'termsUrl'),
    colorIcon: icon('colorIcon'),
    outlineIcon: icon('outlineIcon'),
    allPermissions: call.options.allPermissions === true,
  };
}

function dataOf(
  file: string,
  { manifest, needs, problems, bytes }: MadePackage,
  settings: WorkchatSettings,
  before: OpenedPackage | undefined,
) {
  return {
    file,
    bytes: bytes.length,
    id: manifest.id,
    bot_id: settings.credentials.appId,
    version: manifest.version,
    previous_version: before?.manifest.version ?? null,
    scopes: surfacesOf(settings),
    permissions: needs,
    directory_permissions: directoryNeeds(settings).map(({ anyOf, why, isRequired }) => ({
      any_of: anyOf,
      why,
      required: isRequired,
    })),
    problems: problems.map(problemData),
  };
}

const PLACES: Readonly<Record<Surface, readonly [name: string, setting: string]>> = {
  personal: ['direct messages', 'dmPolicy'],
  team: ['team channels', 'groupPolicy'],
  groupChat: ['group chats', 'groupPolicy, teams'],
};

function reportOf(
  file: string,
  made: MadePackage,
  settings: WorkchatSettings,
  before: OpenedPackage | undefined,
): string {
  const { manifest, needs, problems } = made;
  const scopes = surfacesOf(settings);
  const directory = directoryNeeds(settings);
  return [
    stateText(file, String(manifest.version), before?.manifest),
    '',
    ...SURFACES.map((surface) => {
      const [name, setting] = PLACES[surface];
      return `${scopes.includes(surface) ? 'works in    ' : 'not in      '}  ${name} (${setting})`;
    }),
    '',
    'Permissions that it requests where it is installed:',
    ...needs.map(({ name, why }) => `  ${name}: ${why}`),
    ...(needs.length === 0 ? ['  none'] : []),
    '',
    'Directory permissions, which an administrator grants and which are not part of the package:',
    ...directory.map(
      ({ anyOf, why, isRequired }) => `  ${isRequired ? 'needed  ' : 'optional'}  ${anyOf[0]}: ${why}`,
    ),
    ...(directory.length === 0 ? ['  none'] : []),
    ...problems.map((problem) => `\n${problemText(problem)}`),
    '',
    "Upload it in the chat (Apps, Manage your apps, Upload an app), or to the organization's catalog in the admin center.",
    'After a change: upload it, reinstall it where it is installed, then quit and restart the client.',
    'If something fails: gatehouse workchat doctor',
  ].join('\n');
}

function stateText(file: string, version: string, before: JsonRecord | undefined): string {
  if (!before) return `${file}: version ${version}.`;
  const old = textOf(before.version) ?? 'another';
  return old === version
    ? `${file}: version ${version}, unchanged.`
    : `${file}: version ${version}, previously ${old}.`;
}
