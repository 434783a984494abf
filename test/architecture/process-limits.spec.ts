import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAILURES_PER_MINUTE } from '../../src/access-control/keys/key-authenticator.js';
import {
  REFUSALS_OF_ALL_PER_MINUTE,
  REFUSALS_PER_MINUTE,
} from '../../src/imbridge/webhook/webhook-authenticator.js';
import { PER_APP, PER_CONVERSATION } from '../../src/workchat/service/rate-limits.js';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/operations/running.md'), 'utf8');

/** The second cell of the row that begins with these words. */
const figures = (words: string): string =>
  GUIDE.split('\n')
    .find((line) => line.startsWith(`| ${words}`))
    ?.split('|')[2]
    ?.trim() ?? '';

it('the guide has the figures of the limits that each process counts separately', () => {
  expect(figures('webhooks with a wrong')).toBe(
    `${REFUSALS_PER_MINUTE} a minute from one address, ${REFUSALS_OF_ALL_PER_MINUTE} a minute from all together`,
  );
  expect(figures('wrong API keys')).toBe(`${FAILURES_PER_MINUTE} a minute from one address, each`);
  const [second, ...longer] = PER_CONVERSATION.map(({ ms, most }) => ({ most, seconds: ms / 1_000 }));
  const windows = longer.map(({ most, seconds }) => `${most} in ${seconds} seconds`);
  expect(figures('calls to the workplace')).toBe(
    `${PER_APP[0]?.most} a second for the app; for a conversation ${second?.most} in a second, ${windows.join(', ')}`,
  );
  const four = (most: number) => (4 * most).toLocaleString('en');
  expect(GUIDE).toContain(
    `with four, ${four(REFUSALS_PER_MINUTE)} a minute from one address and ${four(REFUSALS_OF_ALL_PER_MINUTE)} from all`,
  );
});
