import { shownRecord } from './shown-record.js';

it('times are ISO 8601, JSON is an object, and what has no value is left out', () => {
  const row = {
    id: 'x',
    created_at: 0,
    ends_at: null,
    content: '{"text":"a"}',
    note: '',
    result: 'no {json',
  };
  expect(shownRecord(row)).toEqual({
    id: 'x',
    created_at: '1970-01-01T00:00:00.000Z',
    content: { text: 'a' },
    result: 'no {json',
  });
});
