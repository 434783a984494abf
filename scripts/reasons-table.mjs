// Writes docs/reference/reasons.md from the tables of reasons in the built code (`npm run build` first).
// With --check it writes nothing and exits 1 when the page is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const PAGE = new URL('../docs/reference/reasons.md', import.meta.url).pathname;
const built = async (name) => import(new URL(`../build/src/${name}`, import.meta.url).href);

const { reasonsPage } = await built('operator/index.js');
const { CONDITIONS } = await built('conditions/index.js');
// Our own plugins are on the page; other plugins document their reasons themselves.
const { IMBRIDGE_REASONS } = await built('imbridge/index.js');
const { WORKCHAT_REASONS } = await built('workchat/index.js');

const options = (await resolveConfig(PAGE)) ?? {};
const text = reasonsPage({ imbridge: IMBRIDGE_REASONS, workchat: WORKCHAT_REASONS }, CONDITIONS);
const page = await format(text, { ...options, filepath: PAGE });

if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, page);
} else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page) {
  console.error(
    'docs/reference/reasons.md is out of date: run `npm run build && node scripts/reasons-table.mjs`',
  );
  process.exit(1);
}
