// The licences of the packages in the bundle, since most require a copy with every distribution.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENSE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * @param product the name of the product that contains them
 * @param packages those in the bundle (`packagesOf`)
 * @returns name, version, licence and its text of each, by name
 */
export function noticesOf(product, packages) {
  const notices = packages.map(noticeOf).sort((a, b) => (a.title < b.title ? -1 : 1));
  return [
    `${product} contains these packages.`,
    ...new Set(notices.map(({ title, text }) => `${title}\n\n${text}`)),
  ].join(`\n\n${'-'.repeat(80)}\n\n`);
}

function noticeOf({ folder, manifest: { name, version, license } }) {
  const files = readdirSync(folder).filter((file) => LICENSE.test(file));
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return { title: `${name} ${version} (${license})`, text: text || '(no licence text in the package)' };
}
