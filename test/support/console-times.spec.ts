import { environment, execFileSync } from './programs.js';

const MODULE = new URL('../../console/src/parts/form/local-time.ts', import.meta.url).href;

/** In a process of its own, because the zone of this one cannot be set, and is that of UTC in CI. */
function inZone(zone: string, exact: string, local: string): unknown {
  const program = `
    const { exactTimeOf, localTime } = await import(${JSON.stringify(MODULE)});
    console.log(JSON.stringify([localTime('${exact}'), exactTimeOf('${local}')]));`;
  const args = ['--no-warnings', '--input-type=module', '--eval', program];
  const options = { env: environment({ TZ: zone }), encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, args, options)) as unknown;
}

describe('a field for date and time', () => {
  it.each([
    ['behind UTC', 'America/St_Johns', '2026-11-28T06:30'],
    ['at UTC', 'UTC', '2026-11-28T10:00'],
    ['ahead of UTC', 'Asia/Kathmandu', '2026-11-28T15:45'],
  ])('is shown and read in the time of the browser, %s', (_, zone, local) => {
    const exact = '2026-11-28T10:00:00.000Z';
    expect(inZone(zone, exact, local)).toEqual([local, exact]);
  });
});
