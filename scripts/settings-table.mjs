// Writes docs/reference/settings.md from the built configuration classes (`npm run build` first).
// With --check it writes nothing and exits 1 when the page is not what it would write.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const PAGE = new URL('../docs/reference/settings.md', import.meta.url).pathname;
const built = (name) => new URL(`../build/${name}`, import.meta.url);

const { CORE_SECTIONS, settingsPage } = await import(built('config/index.js').href);
// Until the application lists its connectors' sections too, the core ones are all there is.
const sections = existsSync(built('app.sections.js'))
  ? (await import(built('app.sections.js').href)).ALL_SECTIONS
  : CORE_SECTIONS;

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
