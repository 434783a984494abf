import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PluginError } from './manifest.js';
import { command, npm } from './npm.js';

/** The script of the repository that builds and packs one of its extensions; it says where the archive is. */
const PACK_EXTENSION = 'scripts/pack-extension.mjs';

/**
 * The source npm installs for a name or path: a folder is packed first, so that nothing outside of the state
 * directory is run later; an extension of the repository is built before that.
 * @param folder to leave an archive in
 */
export async function packageSource(source: string, folder: string): Promise<string> {
  const path = resolve(source);
  const stats = isPath(source) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (isPath(source) && !stats) throw new PluginError(`${source} is not there`);
  if (!stats?.isDirectory()) return stats ? path : source;
  const repository = repositoryOf(path);
  if (repository === undefined) return packed(path, folder);
  const script = join(repository, PACK_EXTENSION);
  return (
    (await command(process.execPath, [script, path, folder], repository)).trim().split('\n').at(-1) ?? ''
  );
}

/** As npm tells paths from names of packages. */
const isPath = (source: string): boolean =>
  /^(?:\.{1,2}(?:[/\\]|$)|[/\\]|[a-z]:[/\\])/i.test(source) ||
  /\.(?:tgz|tar\.gz|tar)$/i.test(source) ||
  isFolder(source);

/** `extensions/workchat`, which npm would take for a repository of GitHub's. */
const isFolder = (source: string): boolean =>
  !source.startsWith('@') && source.includes('/') && existsSync(join(source, 'package.json'));

async function packed(path: string, folder: string): Promise<string> {
  const told = await npm(folder, ['pack', path, '--pack-destination', folder, '--json']);
  const [archive] = JSON.parse(told) as { filename: string }[];
  if (!archive) throw new PluginError('npm packed nothing');
  return join(folder, archive.filename.replace(/^@/, '').replace('/', '-'));
}

/** The repository whose `extensions` a folder is one of. */
function repositoryOf(path: string): string | undefined {
  const repository = resolve(path, '../..');
  const isExtension = resolve(repository, 'extensions') === resolve(path, '..');
  if (!isExtension || !existsSync(join(repository, PACK_EXTENSION))) return undefined;
  const { name } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { name?: string };
  return name === 'gatehouse' ? repository : undefined;
}
