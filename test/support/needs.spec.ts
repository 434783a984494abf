import { jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasProgram, type Need, PROGRAMS } from './needs.js';

describe('a program that tests start', () => {
  const warn = jest.fn();
  const has = (need: Need) => hasProgram('nginx', { warn, ...need });
  const isThere = () => true;
  const isMissing = () => false;
  beforeEach(() => warn.mockClear());

  it.each(['', 'nginx', 'chromium  nginx'])('that is there is used, with the needs "%s"', (needs) => {
    expect(has({ needs, isThere })).toBe(true);
    expect(warn).not.toHaveBeenCalled();
  });

  it.each(['', 'chromium caddy'])(
    'that is missing is skipped with a warning, with the needs "%s"',
    (needs) => {
      expect(has({ needs, isThere: isMissing })).toBe(false);
      expect(warn).toHaveBeenCalledWith('skipped: there is no nginx here (apt-get install nginx-light)');
    },
  );

  it('that is missing fails the tests of a machine that needs it', () => {
    expect(() => has({ needs: 'chromium nginx', isThere: isMissing })).toThrow(
      'there is no nginx here (apt-get install nginx-light), and GATEHOUSE_TEST_NEEDS names it',
    );
  });

  it('is known by the name in the needs', () => {
    expect(() => has({ needs: 'nginxx', isThere })).toThrow('names nginxx, which no test starts');
  });

  it('is needed by .ci/run, all but docker-compose, which most machines do not have', () => {
    const script = readFileSync(join(import.meta.dirname, '../../.ci/run'), 'utf8');
    const [, needs = ''] = /^export GATEHOUSE_TEST_NEEDS='(.*)'$/m.exec(script) ?? [];
    expect([...needs.split(' '), 'docker-compose'].toSorted()).toEqual(Object.keys(PROGRAMS).toSorted());
  });
});
