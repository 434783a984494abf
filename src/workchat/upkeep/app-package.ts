import type { GatehouseConfig } from '../../config/index.js';
import { checkPackage } from '../app-package/check.js';
import { botIn, makePackage, type PackageOptions, websiteFor } from '../app-package/make.js';
import { type PackageProblem, problemText } from '../app-package/problem.js';
import { NOTHING_TO_INSTALL, surfacesOf } from '../app-package/surfaces.js';
import type { OpenedPackage } from '../app-package/update.js';
import type { WorkchatSettings } from '../settings/settings.js';
import { settingsFrom } from '../settings/workchat.config.js';
import { packageFile, readIfThere } from './checks/package-file.js';

const FILE_NAME = 'workchat-app.zip';

/** The options that a package can be asked for with from outside this machine. */
export type WantedPackage = Pick<PackageOptions, 'website' | 'name' | 'version'>;

type Outcome =
  | { readonly fileName: string; readonly bytes: Uint8Array }
  | { readonly option?: keyof WantedPackage; readonly problem: string };

/** Makes the package of the app for a download; the one that `gatehouse workchat manifest` has written stays. */
export function appPackageFor(config: GatehouseConfig, options: WantedPackage): Outcome {
  const settings = settingsFrom(config);
  if (!settings) return { problem: 'channels.workchat is not set up or is switched off' };
  if (surfacesOf(settings).length === 0) return { problem: NOTHING_TO_INSTALL };
  const before = packageBefore(config.environment.stateDir, settings);
  const website = websiteFor(options, config, before);
  if (website === undefined)
    return {
      option: 'website',
      problem: 'is required because gateway.publicUrl is not set; a package needs a page about the app',
    };
  const { bytes, problems } = makePackage(settings, { ...options, website }, before);
  const wrong = problems.filter(({ level }) => level === 'error');
  return wrong[0] ? problemOf(wrong[0]) : { fileName: FILE_NAME, bytes };
}

/** Another bot's package is none of an earlier version. */
function packageBefore(stateDir: string, { credentials }: WorkchatSettings): OpenedPackage | undefined {
  const bytes = readIfThere(packageFile(stateDir));
  const opened = bytes && checkPackage(bytes).opened;
  return opened && botIn(opened)?.toLowerCase() === credentials.appId.toLowerCase() ? opened : undefined;
}

const OPTION_OF: Readonly<Record<string, keyof WantedPackage>> = {
  'developer.websiteUrl': 'website',
  'name.short': 'name',
  version: 'version',
};

function problemOf(problem: PackageProblem): Outcome {
  const option = OPTION_OF[problem.field];
  if (option === undefined) return { problem: problemText(problem) };
  return { option, problem: `${problem.message}. ${problem.cure}` };
}
