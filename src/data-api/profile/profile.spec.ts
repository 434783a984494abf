import fc from 'fast-check';
import { profile } from './profile.js';
import { type CsvProfile, type Format, FORMATS, type JsonProfile, type ProfileOutput } from './types.js';

const outputOf = (input: string, format: Format = 'auto', delimiter?: string): ProfileOutput => {
  const outcome = profile({ input, format, delimiter });
  if (outcome.kind === 'refused') throw new Error(outcome.reason);
  return outcome.output;
};
const reasonOf = (input: string, format: Format) => {
  const outcome = profile({ input, format });
  return outcome.kind === 'refused' ? outcome.reason : undefined;
};
const csvOf = (input: string, delimiter?: string): CsvProfile => {
  const output = outputOf(input, 'csv', delimiter);
  if (output.format !== 'csv') throw new Error(output.format);
  return output.csv;
};
const jsonOf = (input: string): JsonProfile => {
  const output = outputOf(input, 'json');
  if (output.format !== 'json') throw new Error(output.format);
  return output.json;
};

/** Text of attackers and broken programs: any characters, with many syntax characters. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(...Array.from('"",;\t|\n\r\\{}[]:01e-+. a\uFEFF\0\ud800')),
    maxLength: 300,
  }),
  fc.json(),
);

describe('the profile of any text', () => {
  it('is a small, well-formed result under auto, with the right length', () => {
    fc.assert(
      fc.property(anyText, (input) => {
        const output = outputOf(input);
        expect(output.bytes).toBe(Buffer.byteLength(input));
        expect(output.characters).toBe(Array.from(input).length);
        const text = JSON.stringify(output);
        expect(text.length).toBeLessThan(100_000);
        expect(JSON.parse(text)).toEqual(output);
        expect(text.isWellFormed() && !text.includes('\\ud8')).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is a result, or a refusal with a reason, for every format and delimiter', () => {
    const delimiters = fc.option(fc.constantFrom(',', ';', '\t', ' ', 'a', '🦊', '\\'), { nil: undefined });
    fc.assert(
      fc.property(anyText, fc.constantFrom(...FORMATS), delimiters, (input, format, delimiter) => {
        const outcome = profile({ input, format, delimiter });
        if (outcome.kind === 'refused') expect(outcome.reason).toMatch(/^input_data is not valid (JSON|CSV)/);
        else if (format !== 'auto') expect(outcome.output.format).toBe(format);
      }),
      { numRuns: 1_000 },
    );
  });

  it('counts the values that JSON.parse finds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const counts = { object: 0, array: 0, string: 0, number: 0, boolean: 0, null: 0 };
        const walk = (each: unknown): void => {
          const type = each === null ? 'null' : Array.isArray(each) ? 'array' : typeof each;
          counts[type as keyof typeof counts]++;
          if (typeof each === 'object' && each !== null) Object.values(each).forEach(walk);
        };
        const text = JSON.stringify(value, undefined, 2);
        walk(JSON.parse(text));
        expect(jsonOf(text)).toMatchObject({ counts, duplicate_keys: 0 });
      }),
    );
  });

  it('has the rows and cells of a written CSV table', () => {
    const cell = fc.string({ unit: fc.constantFrom(...Array.from('ab ,;"\n\r1.')), maxLength: 8 });
    const table = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 20 }))
      .chain(([width, rows]) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
          minLength: rows,
          maxLength: rows,
        }),
      );
    const quoted = (each: string) => `"${each.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(table, (rows) => {
        const csv = csvOf(rows.map((row) => row.map(quoted).join(',')).join('\r\n'), ',');
        expect(csv).toMatchObject({ column_count: rows[0]!.length, ragged_rows: 0 });
        expect(csv.rows + (csv.has_header ? 1 : 0)).toBe(rows.length);
      }),
    );
  });
});

describe('the profile of CSV', () => {
  it('has types, ranges and nulls per column', () => {
    const csv = csvOf(
      'id,price,when,ok,zip\n1,1.5,2026-01-31,true,01234\n-2,,2025-12-24T10:00:00Z,FALSE,null\n',
    );
    expect(csv).toMatchObject({ has_header: true, rows: 2, column_count: 5, ragged_rows: 0 });
    expect(csv.columns).toMatchObject([
      { name: 'id', count: 2, nulls: 0, types: { integer: 2 }, min: -2, max: 1 },
      { name: 'price', nulls: 1, types: { number: 1 }, min: 1.5, max: 1.5 },
      { name: 'when', types: { date: 2 }, earliest: '2025-12-24T10:00:00Z', latest: '2026-01-31' },
      { name: 'ok', types: { boolean: 2 }, min: null },
      { name: 'zip', nulls: 1, types: { string: 1 }, min_length: 5, max_length: 5 },
    ]);
  });

  it('has no negative zero, which JSON does not know', () => {
    expect(csvOf('a,b\n-0,-0.0').columns).toMatchObject([
      { min: 0, max: 0 },
      { min: 0, max: 0 },
    ]);
  });

  it.each([
    ['a;b\n1;2', ';'],
    ['a\tb\n1\t2', '\t'],
    ['a|b\n1|2', '|'],
    ['"a;b",c\n1,2', ','],
    ['\uFEFFa;b\r1;2\r3;4', ';'],
  ])('has the delimiter of %j', (input, delimiter) => {
    expect(outputOf(input)).toMatchObject({ format: 'csv', csv: { delimiter } });
  });

  it('treats a first row of numbers, or one with repeats, as data', () => {
    expect(csvOf('1,2\n3,4')).toMatchObject({
      has_header: false,
      rows: 2,
      columns: [{ name: 'column_1' }, {}],
    });
    expect(csvOf('a,a\n3,4')).toMatchObject({ has_header: false, rows: 2 });
  });

  it('counts rows that are shorter or longer', () => {
    expect(csvOf('a,b\n1\n1,2,3\n\n4,5\n')).toMatchObject({ rows: 3, ragged_rows: 2, column_count: 3 });
  });

  it('lists only the first of very many columns', () => {
    const csv = csvOf(','.repeat(100_000));
    expect(csv).toMatchObject({ column_count: 100_001, columns_truncated: true });
    expect(csv.columns).toHaveLength(200);
  });

  it('refuses an unclosed quote by its line, and under auto takes the input as text', () => {
    expect(reasonOf('a,b\n1,2\n"', 'csv')).toMatch(
      /^input_data is not valid CSV: a quoted cell does not end \(line 3\)$/,
    );
    expect(outputOf('a,b\n1,2\n"').format).toBe('text');
  });

  it('cuts long names without tearing a character', () => {
    const [column] = csvOf(`${'x'.repeat(99)}🦊,b\n1,2`).columns;
    expect(column!.name).toBe(`${'x'.repeat(99)}\uFFFD…`);
  });
});

describe('the profile of JSON', () => {
  it('has paths, types, ranges and duplicate keys', () => {
    const json = jsonOf('{"items":[{"price":1.5},{"price":null},{"price":2}],"a b":"ä🦊","n":1,"n":2}');
    expect(json).toMatchObject({
      root: 'object',
      depth: 3,
      keys: 7,
      duplicate_keys: 1,
      fields_truncated: false,
    });
    expect(json.fields).toMatchObject([
      { path: '$' },
      { path: '$.items', types: { array: 1 }, min_length: 3, max_length: 3 },
      { path: '$.items[]', types: { object: 3 } },
      { path: '$.items[].price', count: 3, nulls: 1, min: 1.5, max: 2 },
      { path: '$["a b"]', types: { string: 1 }, min_length: 2 },
      { path: '$.n', count: 2, types: { integer: 2 } },
    ]);
  });

  it.each(['1e999', '-1e999', '9007199254740993', '12345678901234567890'])(
    'counts %s as inexact',
    (number) => {
      expect(jsonOf(`[${number}]`).fields[1]).toMatchObject({ path: '$[]', inexact_numbers: 1 });
    },
  );

  it('handles 100,000 levels, and lists 21 of them', () => {
    const deep = 100_000;
    const json = jsonOf('['.repeat(deep) + ']'.repeat(deep));
    expect(json).toMatchObject({ depth: deep, fields_truncated: true });
    expect(json.fields).toHaveLength(21);
    expect(outputOf('['.repeat(deep)).format).toBe('text');
  });

  it('lists the first 200 of very many paths', () => {
    const keys = Array.from({ length: 1_000 }, (_, n) => `"key${n}":${n}`).join(',');
    expect(jsonOf(`{${keys}}`)).toMatchObject({ keys: 1_000, fields_truncated: true });
    expect(jsonOf(`{${keys}}`).fields).toHaveLength(200);
  });

  it('accepts keys such as __proto__ and constructor', () => {
    expect(jsonOf('{"__proto__":1,"constructor":{"toString":2}}').fields.map(({ path }) => path)).toEqual([
      '$',
      '$.__proto__',
      '$.constructor',
      '$.constructor.toString',
    ]);
  });

  it('accepts a single value only when JSON is requested', () => {
    expect(jsonOf('42')).toMatchObject({ root: 'number', depth: 0 });
    expect(outputOf('42').format).toBe('text');
    expect(reasonOf('{', 'json')).toBe('input_data is not valid JSON');
  });
});

describe('the profile of text', () => {
  it('has lines and words', () => {
    expect(outputOf('Dear Robin,\r\n\r\nall is well. 🦊\n')).toMatchObject({
      format: 'text',
      lines: 3,
      text: { words: 6, blank_lines: 1, longest_line: 14 },
    });
  });

  it('counts marks of a wrong encoding, and has the SHA-256 of the text', () => {
    expect(outputOf('\uFEFFa\0\uFFFD\ud800')).toMatchObject({
      has_bom: true,
      nul_characters: 1,
      replacement_characters: 1,
      lone_surrogates: 1,
    });
    expect(outputOf('abc').sha256).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
