import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

/**
 * The built program as `npm install --omit=dev` leaves it: in a folder of its own, where nothing but the production
 * dependencies is to be found.
 * @returns the folder
 */
export function installProgram(): string {
  if (!existsSync(join(ROOT, 'dist/main.js')))
    throw new Error('there is no dist: `npm run build` comes first');
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-program-'));
  for (const part of ['package.json', 'dist'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  for (const path of productionPackages()) link(join(ROOT, path), join(folder, path));
  return folder;
}

export const removeProgram = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Those at the top of node_modules; what is inside one of them comes with it. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as LockFile;
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path)
    .filter((path) => path.lastIndexOf('node_modules/') === 0 && existsSync(join(ROOT, path)));
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}
