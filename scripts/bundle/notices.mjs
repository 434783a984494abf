// The licences of the packages in the bundle, as most of them demand that they go with every copy.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * @param modules paths of the bundled modules
 * @returns name, version, licence and its text of each package, by name
 */
export function noticesOf(modules) {
  const folders = new Set(modules.map((id) => PACKAGE.exec(id)?.[1]).filter(Boolean));
  const notices = [...folders].map(noticeOf).sort((a, b) => (a.title < b.title ? -1 : 1));
  return [
    'Gatehouse contains these packages.',
    ...new Set(notices.map(({ title, text }) => `${title}\n\n${text}`)),
  ].join(`\n\n${'-'.repeat(80)}\n\n`);
}

function noticeOf(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // Packages of long ago have a list.
  const { name, version, licenses, license = licenses?.map(({ type }) => type).join(' OR ') } = manifest;
  if (!license) throw new Error(`${name} names no licence`);
  const files = readdirSync(folder).filter((file) => LICENSE.test(file));
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return { title: `${name} ${version} (${license})`, text: text || '(no licence text in the package)' };
}
