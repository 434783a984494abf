import type { Finding } from '../../../common/index.js';
import type { CheckedPackage } from '../../app-package/check.js';
import type { CheckSubject, PackageFile } from './check-subject.js';

/** A package that was read, with the permissions that it requests. */
export interface SeenPackage extends CheckedPackage {
  readonly file: string;
  readonly asked: readonly string[];
}

/** Reads and checks the package; what that takes is loaded here. */
export async function seePackage({
  settings,
  readPackage,
}: Pick<CheckSubject, 'settings' | 'readPackage'>): Promise<SeenPackage | undefined> {
  const read: PackageFile | undefined = readPackage();
  if (!read) return undefined;
  const [{ checkPackage }, { permissionsIn }] = await Promise.all([
    import('../../app-package/check.js'),
    import('../../app-package/manifest.js'),
  ]);
  const checked = checkPackage(read.bytes, { settings });
  const asked = checked.opened ? permissionsIn(checked.opened.manifest) : [];
  return { ...checked, file: read.file, asked };
}

/**
 * @param isGateway a gateway that runs needs no package: its app is installed, perhaps from elsewhere, so neither a
 * missing nor a wrong one here stops it
 */
export function packageFinding(seen: SeenPackage | undefined, isGateway: boolean): Finding {
  if (!seen) return isGateway ? NONE : MISSING;
  const { file, problems } = seen;
  const errors = problems.filter(({ level }) => level === 'error');
  const remedy = `See them all: \`gatehouse workchat validate ${file}\`. Then create it again (\`gatehouse workchat manifest\`), upload and reinstall it.`;
  if (errors.length > 0)
    return { state: isGateway ? 'warning' : 'failed', message: `${file}: ${summary(errors)}`, remedy };
  if (problems.length > 0) return { state: 'warning', message: `${file}: ${summary(problems)}`, remedy };
  return { state: 'ok', message: `${file} is valid, and fits the settings` };
}

const NONE: Finding = { state: 'ok', message: 'no app package is kept here, so none is checked' };

const MISSING: Finding = {
  state: 'unknown',
  message: 'no app package was found here',
  remedy: 'Make one with `gatehouse workchat manifest`, or name it with `--package <zip>`.',
};

const summary = (problems: CheckedPackage['problems']): string => {
  const [first] = problems;
  const others = problems.length > 1 ? `, and ${problems.length - 1} more` : '';
  return `${first?.field ?? ''} ${first?.message ?? ''}${others}`;
};
