import { clearedText, raisedText } from './alerts.service.js';

const BEGIN = Date.UTC(2026, 10, 26, 10, 2);
const ALERT = {
  id: 'alr_1',
  code: 'account-down',
  subject: 'imbridge/default',
  message: 'imbridge/default is error: no route',
  setting: 'channels.imbridge',
  remedy: 'Start it.',
  since: BEGIN,
  raisedAt: BEGIN + 60_000,
  absentSince: null,
  clearedAt: null,
};

it('the beginning has the fault, since when, the remedy and the setting', () => {
  expect(raisedText(ALERT)).toBe(
    [
      'Problem: imbridge/default is error: no route',
      'Since 2026-11-26 10:02 UTC.',
      'What to do: Start it.',
      'Setting: channels.imbridge',
    ].join('\n'),
  );
});

it('the beginning leaves out unknown facts', () => {
  expect(raisedText({ message: 'little room', since: null, setting: null, remedy: null })).toBe(
    'Problem: little room',
  );
});

it.each([
  [ALERT, BEGIN + 12 * 60_000, '12 minutes, from 2026-11-26 10:02 UTC to 2026-11-26 10:14 UTC'],
  [{ ...ALERT, since: null }, BEGIN + 61_000, '1 second, from 2026-11-26 10:03 UTC to 2026-11-26 10:03 UTC'],
  [ALERT, BEGIN + 50 * 3_600_000, '2 days, from 2026-11-26 10:02 UTC to 2026-11-28 12:02 UTC'],
])('the end says how long it lasted (%#)', (alert, end, span) => {
  expect(clearedText(alert, end)).toBe(`Resolved: imbridge/default is error: no route\nIt lasted ${span}.`);
});
