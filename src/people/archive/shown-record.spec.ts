import { shownRecord } from './person-archive.js';

it('times are ISO 8601, JSON is an object, and what has no value is left out', () => {
  const row = {
    id: 'x',
    at: 1,
    created_at: 0,
    paused_until: 2,
    until: 3,
    ends_at: null,
    content: '{"text":"a"}',
    note: '',
    result: 'no {json',
    // Of the same names, but no times and no JSON.
    format: 4,
    attempts: 5,
    sent_at: 'never',
    text: '{"text":"a"}',
    value: 6,
  };
  expect(shownRecord(row)).toEqual({
    id: 'x',
    at: '1970-01-01T00:00:00.001Z',
    created_at: '1970-01-01T00:00:00.000Z',
    paused_until: '1970-01-01T00:00:00.002Z',
    until: '1970-01-01T00:00:00.003Z',
    content: { text: 'a' },
    result: 'no {json',
    format: 4,
    attempts: 5,
    sent_at: 'never',
    text: '{"text":"a"}',
    value: 6,
  });
});

it.each([
  'answer',
  'asked_in',
  'body',
  'call',
  'change',
  'content',
  'details',
  'error',
  'open_payload',
  'options',
  'output',
  'selections',
  'shown',
  'stream',
  'turn',
  'input',
  'result',
  'value',
])('the JSON of the column %s is read', (column) => {
  expect(shownRecord({ [column]: '["a"]' })).toEqual({ [column]: ['a'] });
});
