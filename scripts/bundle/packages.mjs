import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * @param modules paths of the bundled modules
 * @returns folder and manifest of each package among them, by folder
 */
export function packagesOf(modules) {
  const folders = new Set(modules.map((id) => FOLDER.exec(id)?.[1]).filter(Boolean));
  return [...folders].sort().map((folder) => ({ folder, manifest: manifestOf(folder) }));
}

/** The folder of the package `name` as Node resolves it from `folder`, if it is one of `folders`. */
export function resolvedFrom(folder, name, folders) {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    const candidate = join(at, 'node_modules', name);
    if (folders.has(candidate)) return candidate;
  }
  return undefined;
}

function manifestOf(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // Very old packages have a list of licences.
  const { name, licenses, license = licenses?.map(({ type }) => type).join(' OR ') } = manifest;
  if (!license) throw new Error(`${name} names no licence`);
  return { ...manifest, license };
}
