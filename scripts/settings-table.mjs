// Writes docs/reference/settings.md from the built configuration classes (`npm run build` first).
// With --check it writes nothing and exits 1 when the page is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const PAGE = new URL('../docs/reference/settings.md', import.meta.url).pathname;
const built = (name) => new URL(`../build/src/${name}`, import.meta.url);

const { settingsPage } = await import(built('config/index.js').href);
const { ALL_SECTIONS } = await import(built('app.sections.js').href);
// Our own plugins are in the table; other plugins document their settings themselves.
const { WORKCHAT } = await import(built('workchat/index.js').href);
const sections = [...ALL_SECTIONS, WORKCHAT];

const options = (await resolveConfig(PAGE)) ?? {};
const page = await format(settingsPage(sections), { ...options, filepath: PAGE });

if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, page);
} else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page) {
  console.error(
    'docs/reference/settings.md is out of date: run `npm run build && node scripts/settings-table.mjs`',
  );
  process.exit(1);
}
