import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../../src/persistence/migrations/index.js';
import { isAllReleased, releasesIn } from './releases.mjs';

const section = (heading: string, more = '### Fixed\n\n- A fault.\n', database = 'Database: 0001-a\n') =>
  `## ${heading}\n\n${database}\n${more}\n`;
const HEAD = '# Changelog\n\n';

describe('the releases of a changelog', () => {
  it('have version, day, notes, last migration, and whether they mend the security', () => {
    const changelog =
      HEAD +
      section('Unreleased', '- not yet\n', '') +
      section('0.3.0-rc.1 - 2026-12-01', '### Security\n\n- A hole.\n\n### Added: more\n\n- A thing.\n') +
      section('0.2.0 - 2026-11-23');
    expect(releasesIn(changelog)).toEqual([
      {
        version: '0.3.0-rc.1',
        date: '2026-12-01',
        security: true,
        migration: '0001-a',
        notes: '### Security\n\n- A hole.\n\n### Added: more\n\n- A thing.',
      },
      {
        version: '0.2.0',
        date: '2026-11-23',
        security: false,
        migration: '0001-a',
        notes: '### Fixed\n\n- A fault.',
      },
    ]);
  });

  it.each([
    [section('0.2 - 2026-11-23'), '## X.Y.Z - YYYY-MM-DD'],
    [section('0.2.0'), '## X.Y.Z - YYYY-MM-DD'],
    [section('0.2.0 - 2026-02-30'), '## X.Y.Z - YYYY-MM-DD'],
    [section('0.2.0 - 2026-11-23', undefined, ''), 'needs a line "Database: "'],
    [section('0.2.0 - 2026-11-23', '### Secrity\n\n- A hole.\n'), '"### Secrity" is no kind'],
    [section('0.2.0 - 2026-11-23', 'Nothing.\n'), 'says nothing'],
    [section('0.1.0 - 2026-11-01') + section('0.2.0 - 2026-11-23'), '0.2.0 must be older'],
    [section('0.2.0 - 2026-11-23') + section('0.2.0 - 2026-11-23'), '0.2.0 must be older'],
  ])('in another form are refused: %#', (sections, words) => {
    expect(() => releasesIn(HEAD + sections)).toThrow(words);
  });

  it.each([
    [section('Unreleased', '- not yet\n', ''), false],
    [section('Unreleased', '', ''), true],
    ['', true],
  ])('are all there is, or not: %#', (unreleased, expected) => {
    expect(isAllReleased(HEAD + unreleased + section('0.2.0 - 2026-11-23'))).toBe(expected);
  });

  it('of this program are in the form, and name migrations that there are', () => {
    const releases = releasesIn(readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8'));
    expect(releases.length).toBeGreaterThan(0);
    for (const { migration } of releases) expect(Object.keys(MIGRATIONS)).toContain(migration);
  });
});
