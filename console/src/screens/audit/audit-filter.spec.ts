import { execFileSync } from 'node:child_process';
import { exactTimeOf, localTime } from './audit-filter.js';

/** In a process of its own, because the zone of this one cannot be set. */
function inZone(zone: string, texts: { exact: string; local: string }): unknown {
  const program = `
    const { exactTimeOf, localTime } = await import(${JSON.stringify(new URL('audit-filter.ts', import.meta.url).href)});
    const { exact, local } = ${JSON.stringify(texts)};
    console.log(JSON.stringify([localTime(exact), exactTimeOf(local)]));`;
  const env = { ...process.env, TZ: zone };
  const args = ['--no-warnings', '--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }));
}

describe('the limits of the audit filter', () => {
  it.each([
    ['behind UTC', 'America/St_Johns', '2026-11-28T06:30'],
    ['at UTC', 'UTC', '2026-11-28T10:00'],
    ['ahead of UTC', 'Asia/Kathmandu', '2026-11-28T15:45'],
  ])('are shown and read in the time of the browser, %s', (_, zone, local) => {
    const exact = '2026-11-28T10:00:00.000Z';
    expect(inZone(zone, { exact, local })).toEqual([local, exact]);
  });

  it('are unset where a field is empty or holds no time', () => {
    expect([localTime(undefined), localTime('yesterday'), exactTimeOf('')]).toEqual(['', '', undefined]);
  });
});
