import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const PAGE = new URL('../../docs/tests.md', import.meta.url).pathname;
const HEAD =
  '| Module | Killed | Survived | No coverage | Score | Measured |\n| --- | --: | --: | --: | --: | --- |';

/**
 * Writes the row of one module into the tables of docs/tests.md; the other rows stay as they are.
 * @param drawn how many of the mutants were tried, where not all were
 */
export async function writeRow(module, results, drawn) {
  const { killed, survived, uncovered, score } = results;
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  const day = new Date().toISOString().slice(0, 10);
  const scores = `| \`${module}\` | ${killed} | ${survived} | ${uncovered} | ${score} % | ${day}, after ${commit}${drawn} |`;
  const reasons = results.equivalent.map(
    ({ file, text, becomes, reason }) =>
      `| \`${module}\` | \`${file.slice(`src/${module}/`.length)}\` | ${code(text)} → ${code(becomes)} | ${reason} |`,
  );
  let page = readFileSync(PAGE, 'utf8');
  page = withRows(page, 'scores', HEAD, module, [scores]);
  page = withRows(
    page,
    'equivalent',
    '| Module | File | Fault | Why no test sees it |\n| --- | --- | --- | --- |',
    module,
    reasons,
  );
  const options = (await resolveConfig(PAGE)) ?? {};
  writeFileSync(PAGE, await format(page, { ...options, filepath: PAGE }));
}

function withRows(page, name, head, module, rows) {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [before, rest] = page.split(begin);
  const [table, after] = rest.split(end);
  const others = table
    .split('\n')
    .slice(0)
    .filter((line) => /^\| `/.test(line) && !line.startsWith(`| \`${module}\` `));
  const all = [...others, ...rows].sort((a, b) => firstCell(a).localeCompare(firstCell(b), 'en'));
  return `${before}${begin}\n\n${[head, ...all].join('\n')}\n\n${end}${after}`;
}

const firstCell = (row) => row.split('|')[1].trim();
const code = (text) => `\`${text.replaceAll('|', '\\|')}\``;
