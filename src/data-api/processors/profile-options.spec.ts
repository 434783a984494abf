import { profileOptions } from './profile.processor.js';

function refusalOf(param1: string): unknown {
  try {
    return profileOptions({ param1 });
  } catch (error) {
    return error;
  }
}

describe('profileOptions', () => {
  it.each([
    [undefined, { format: 'auto' }],
    ['jsonl', { format: 'jsonl' }],
    ['csv', { format: 'csv' }],
    ['csv; header=present', { format: 'csv', header: 'present' }],
    ['csv;header = absent', { format: 'csv', header: 'absent' }],
  ])('reads param1 %j', (param1, expected) => {
    expect(profileOptions({ param1 })).toEqual({ ...expected, delimiter: undefined });
  });

  it.each(['csv; header=maybe', 'csv; charset=utf-8', 'json; header=present', 'CSV; header=absent'])(
    'refuses param1 %j, naming what it may be',
    (param1) => {
      const details =
        'options.param1 must be one of auto, json, jsonl, csv, text, "csv; header=present", "csv; header=absent"';
      expect(refusalOf(param1)).toMatchObject({ code: 'INVALID_REQUEST', details });
    },
  );
});
