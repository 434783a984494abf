import { unzipSync, zipSync } from 'fflate';
import { error, type PackageProblem } from './problem.js';

/** Files of a package by their path in it. */
export type PackageFiles = Readonly<Record<string, Uint8Array>>;

export const MANIFEST = 'manifest.json';
/** The size limit of an unpacked package, which is a manifest and two icons. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_FILES = 100;
/** The earliest time of a ZIP entry, in local time, which ZIP uses. */
const NO_TIME = new Date(1980, 0, 1);
const OUTSIDE = /(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[a-z]:/i;
/** Files that operating systems add to archives. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;

/** @returns a ZIP, with equal bytes for equal files */
export function zipped(files: PackageFiles): Uint8Array {
  return zipSync({ ...files }, { level: 9, mtime: NO_TIME, os: 0 });
}

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** @returns the files, or the problems of the archive itself */
export function unzipped(bytes: Uint8Array): PackageFiles | PackageProblem {
  if (isEncrypted(bytes)) return error('package', 'it is encrypted', 'Create it again, without a password.');
  try {
    const files = unzipSync(bytes, { filter: isTaken() });
    return Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith('/')));
  } catch (failure) {
    if (failure instanceof Unfit) return failure.problem;
    return error(
      'package',
      'the ZIP archive cannot be read',
      'Create it again: gatehouse workchat manifest, or any program that makes plain ZIP archives without a password.',
    );
  }
}

/** Read from the first file only; the table at the archive's end describes all files. */
const isEncrypted = (bytes: Uint8Array): boolean => ((bytes[6] ?? 0) & 1) === 1;

class Unfit extends Error {
  constructor(readonly problem: PackageProblem) {
    super(problem.message);
  }
}

/** Returns a filter that is called for each file before it is unpacked. @throws Unfit */
function isTaken() {
  const names = new Set<string>();
  let total = 0;
  return ({ name, originalSize }: { readonly name: string; readonly originalSize: number }): boolean => {
    // Refused, because programs differ in which of two equal names they unpack.
    if (names.has(name)) throw new Unfit(error(name, 'it is in the ZIP twice', 'Remove one of them.'));
    names.add(name);
    total += originalSize;
    if (names.size > MAX_FILES)
      throw new Unfit(error('package', `it has more than ${MAX_FILES} files`, FEWER));
    if (originalSize > MAX_FILE_BYTES) throw new Unfit(error(name, 'it has more than 4 MB', FEWER));
    if (total > MAX_BYTES) throw new Unfit(error('package', 'it unpacks to more than 16 MB', FEWER));
    return true;
  };
}

const FEWER = 'Include only the manifest and its icons.';

/** Problems of misplaced files and files that do not belong in a package. */
export function placeProblems(files: PackageFiles): readonly PackageProblem[] {
  const paths = Object.keys(files);
  const litter = paths.filter((path) => LITTER.test(path));
  const outside = paths.filter((path) => OUTSIDE.test(path));
  return [
    ...manifestPlace(paths),
    ...outside.map((path) => error(path, 'its path leads out of the package', 'Create the ZIP again.')),
    ...litter.map((path) =>
      error(
        path,
        'it does not belong in the package',
        'Remove it, because the upload may reject the package for it.',
      ),
    ),
  ];
}

function manifestPlace(paths: readonly string[]): readonly PackageProblem[] {
  if (paths.includes(MANIFEST)) return [];
  const below = paths.find((path) => path.toLowerCase().endsWith(`/${MANIFEST}`) && !LITTER.test(path));
  if (below !== undefined)
    return [
      error(
        MANIFEST,
        `it is in a folder of the ZIP (${below})`,
        'Zip the three files themselves, not their folder.',
      ),
    ];
  const spelt = paths.find((path) => path.toLowerCase() === MANIFEST);
  if (spelt !== undefined)
    return [error(MANIFEST, `it is called ${spelt}`, 'Call it manifest.json, in lower case.')];
  return [error(MANIFEST, 'it is not in the ZIP', 'Put it in the root of the ZIP, next to the two icons.')];
}
