import type { ApprovalContent } from '../../channels/index.js';
import { fieldsOf, type JsonRecord, recordsOf } from '../../channels/kit/index.js';
import { approvalCard, approvalEndCard } from './approval-card.js';
import { cardProblem } from './card-check.js';

const APPROVAL: ApprovalContent = {
  kind: 'approval',
  approvalId: 'apr_1',
  title: 'main wants to call move_file of files for Irene Paz',
  facts: [
    { name: 'source', value: '"/srv/a"' },
    { name: 'notes', value: 'one\n  two  words\n\nthree' },
  ],
  commands: 'To answer: /approve K7Q2',
  expiresAt: Date.UTC(2026, 0, 21, 11, 40),
  text: 'not in the card',
};

/** The texts of a card as a client shows them, one for each block. */
const shownIn = (card: JsonRecord): readonly string[] =>
  recordsOf(card.body).map(({ text, inlines }) =>
    typeof text === 'string'
      ? text
      : recordsOf(inlines)
          .map((run) => String(run.text))
          .join(''),
  );
const shownOf = (fact: ApprovalContent['facts'][number]) =>
  shownIn(approvalCard({ ...APPROVAL, facts: [fact] })).slice(1, -2);
const runsOf = (value: string) =>
  recordsOf(approvalCard({ ...APPROVAL, facts: [{ name: 'x', value }] }).body)
    .flatMap(({ inlines }) => recordsOf(inlines))
    .filter(({ fontType }) => fontType === 'Monospace');
const visibleOnly = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u200b', '');

it('a request shows title, facts and end, with three buttons that any client can press', () => {
  const card = approvalCard(APPROVAL);
  expect(shownIn(card).map(visibleOnly)).toEqual([
    APPROVAL.title,
    'source: "/srv/a"',
    'notes:',
    'one\n  two  words\n \nthree',
    'Can be answered until {{DATE(2026-01-21T11:40:00Z, SHORT)}} {{TIME(2026-01-21T11:40:00Z)}}.',
    'To answer: /approve K7Q2',
  ]);
  const actions = recordsOf(card.actions);
  expect(actions.map(({ title, data, fallback }) => [title, data, fieldsOf(fallback)])).toEqual(
    [
      ['Allow', 'allow'],
      ['Allow for an hour', 'allow-hour'],
      ['Refuse', 'deny'],
    ].map(([title, decision]) => {
      const data = { gatehouseApproval: 'apr_1', decision };
      return [title, data, expect.objectContaining({ type: 'Action.Submit', title, data }) as unknown];
    }),
  );
  expect(actions.every(({ type, verb }) => type === 'Action.Execute' && typeof verb === 'string')).toBe(true);
});

it('an ended request shows the same facts and its outcome, and no button', () => {
  const card = approvalEndCard(APPROVAL, 'Allowed by Ben Oh.');
  expect(shownIn(card)).toEqual([...shownIn(approvalCard(APPROVAL)).slice(0, -2), 'Allowed by Ben Oh.']);
  expect(card).not.toHaveProperty('actions');
});

it.each([
  ['markdown', '**bold** [here](https://evil.example) # a\n- b `c`'],
  ['a mention', '<at>Irene Paz</at> </AT> @[Irene Paz](29:1kQvT8)'],
  ['a date of the client', '{{DATE(2026-01-21T11:40:00Z)}} {{{TIME(2026-01-21T11:40:00Z)}}}'],
  ['a long word', `rm -rf /${'a'.repeat(3_000)}/b`],
  ['hidden distance', `echo ok${' '.repeat(500)}; rm -rf /`],
])('a value with %s is shown sign for sign', (_, value) => {
  const runs = runsOf(value);
  expect(visibleOnly(runs.map(({ text }) => text).join(''))).toBe(value);
  for (const { type, text } of runs) {
    expect(type).toBe('TextRun');
    expect(text).not.toMatch(/\{\{|<\/?at/i);
    // A client may cut off what is wider than the card.
    for (const word of String(text).split(/[ \n\u200b]/)) expect(word.length).toBeLessThanOrEqual(24);
  }
});

it('what cannot be seen is shown as an escape sequence, in names and titles too', () => {
  expect(shownOf({ name: 'a\u200bb', value: 'exe\u202egpj\r\n\u00a0x\u{e0041}' })).toEqual([
    'a\\u{200b}b:',
    'exe\\u{202e}gpj\\u{d}\n\\u{a0}x\\u{e0041}',
  ]);
  expect(shownIn(approvalCard({ ...APPROVAL, title: 'a\nb\u2066' }))[0]).toBe('a\\u{a}b\\u{2066}');
});

it('an empty value leaves a block that clients can show', () => {
  expect(shownOf({ name: 'x', value: '' })).toEqual(['x: \u00a0']);
});

it.each([
  ['the data of a button', { actions: [{ type: 'Action.Submit', data: { a: { gatehouseApproval: 'x' } } }] }],
  ['the id of an input', { body: [{ type: 'Input.Text', id: 'gatehouseApproval' }] }],
])('a foreign card cannot answer a request by %s', (_, more) => {
  expect(cardProblem({ type: 'AdaptiveCard', version: '1.5', body: [], ...more })).toMatch(
    /gatehouseApproval/,
  );
});
