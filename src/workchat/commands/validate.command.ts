import { dirname, join, resolve } from 'node:path';
import { CliUsageError, optionIn } from '../../channels/index.js';
import type { CheckedPackage } from '../app-package/check.js';
import type { PackageFiles } from '../app-package/archive.js';
import { problemText } from '../app-package/problem.js';
import type { WorkchatSettings } from '../settings/settings.js';
import { settingsFrom } from '../settings/workchat.config.js';
import { fieldsOf, parseJson, textOf } from '../../channels/kit/index.js';
import { packageFile, readIfThere } from '../upkeep/checks/package-file.js';
import { type WorkchatCall, type WorkchatCommand } from './command.js';
import { ERROR_TABLE } from './error-table.js';
import { count, errorsAmong, openPackage, problemData } from './files.js';

/** `gatehouse workchat validate` */
export const validateCommand: WorkchatCommand = {
  name: 'validate',
  description:
    "Check a manifest or an app package against the platform's schema and other rules, including icons and versions.",
  args: [
    {
      name: '[file]',
      help: 'the ZIP, or manifest.json with its icons next to it (default: workchat-app.zip in the state directory)',
    },
  ],
  options: [{ flags: '--previous <zip>', help: 'the previous package' }],
  run: (call) => validate(call),
};

async function validate(call: WorkchatCall) {
  const [{ checkFiles, checkPackage }, { isZip, MANIFEST }] = await Promise.all([
    import('../app-package/check.js'),
    import('../app-package/archive.js'),
  ]);
  const file = resolve(call.args[0] ?? packageFile(call.stateDir));
  const previous = optionIn(call, 'previous');
  const compared = settingsOf(call);
  const against = {
    settings: compared.settings,
    before: previous === undefined ? undefined : await openPackage(resolve(previous)),
  };
  const bytes = readIfThere(file) ?? refuseMissing(call, file);
  const isManifest = !isZip(bytes) && file.endsWith('.json');
  const checked = isManifest
    ? checkFiles({ ...iconsBeside(file, bytes), [MANIFEST]: bytes }, against)
    : checkPackage(bytes, against);
  return resultOf(file, checked, compared.note);
}

/** @throws CliUsageError */
function refuseMissing({ args, stateDir }: WorkchatCall, file: string): never {
  const written = packageFile(stateDir);
  const isWritten = args[0] !== undefined && readIfThere(written) !== undefined;
  throw new CliUsageError(
    isWritten
      ? `${file} does not exist; to check ${written}, omit the file name`
      : `${file} does not exist; to write ${written}, run gatehouse workchat manifest`,
  );
}

/** A package can be checked anywhere: the settings help, but are optional. */
function settingsOf(call: WorkchatCall): { readonly settings?: WorkchatSettings; readonly note?: string } {
  try {
    const settings = settingsFrom(call.config());
    if (settings) return { settings };
  } catch {
    return { note: 'Not compared with the configuration, which is invalid: gatehouse config validate' };
  }
  return { note: 'Not compared with the configuration: channels.workchat is not set up here.' };
}

/** The icons of a manifest, as they would be packed. */
function iconsBeside(file: string, manifest: Uint8Array): PackageFiles {
  const icons = fieldsOf(fieldsOf(parseJson(new TextDecoder().decode(manifest))?.value).icons);
  const named = ['color', 'outline'].flatMap((kind) => textOf(icons[kind]) ?? []);
  const found = named.flatMap((name) => {
    const bytes = isBelow(name) ? iconAt(join(dirname(file), name)) : undefined;
    return bytes ? [[name, bytes] as const] : [];
  });
  return Object.fromEntries(found);
}

/**
 * The icon's bytes; undefined for the name of a folder or an invalid name, which is then reported as a fault of the
 * manifest.
 */
function iconAt(path: string): Uint8Array | undefined {
  try {
    return readIfThere(path);
  } catch (error) {
    if (error instanceof CliUsageError) return undefined;
    throw error;
  }
}

/** Files that a manifest names are read from its own folder only. */
const isBelow = (name: string): boolean =>
  !name.split(/[/\\]/).includes('..') && !/^(?:[/\\]|[a-z]:)/i.test(name);

function resultOf(file: string, { opened, problems }: CheckedPackage, note: string | undefined) {
  const errors = errorsAmong(problems);
  const data = {
    file,
    valid: errors.length === 0,
    version: opened?.manifest.version ?? null,
    compared_with_configuration: note === undefined,
    problems: problems.map(problemData),
    upload_errors: UPLOAD_ERRORS,
  };
  const text = [
    ...problems.map(problemText),
    ...(errors.length === 0
      ? [`${file} is valid according to Microsoft's schema and Gatehouse's rules.`]
      : []),
    ...(note === undefined ? [] : [note]),
    ...(errors.length === 0
      ? ['', 'If the upload still fails:', ...UPLOAD_ERRORS.map((row) => `  ${row.symptom}: ${row.action}`)]
      : []),
  ].join('\n');
  if (errors.length === 0) return { data, text };
  return { data, text, failure: `${file} has ${count(errors.length, 'error')}` };
}

/** The platform's answers to an upload (spec 3-workchat, "Errors"). */
const UPLOAD_ERRORS = ERROR_TABLE.filter(({ isUpload }) => isUpload).map(({ symptom, action }) => ({
  symptom,
  action,
}));
