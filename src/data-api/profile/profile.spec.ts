import { join } from 'node:path';
import fc from 'fast-check';
import { execFileSync } from '../../../test/support/programs.js';
import { profile } from './profile.js';
import {
  type CsvProfile,
  type Format,
  FORMATS,
  type JsonProfile,
  type ProfileOutput,
  type ProfileWarning,
} from './types.js';

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

  it.each([
    ['1,2\n3,4', false],
    ['1,2,3\n4,5,6', false],
    ['a,a\n3,4', true],
    ['a,a\nx,y', false],
    [',name\nx,Apple', true],
    [',Apple,1\n5,Pear,2', false],
    ['Ann,red\nBen,blue\nCleo,red', false],
    ['n/a,1\n5,2', false],
    ['zip;amount\n01234;1.234,50 €\n', true],
    ['01234;1.234,50 €\n04321;12,00 €\n', false],
    ['Apple,2019,2020\nPear,2018,2021', false],
    ['region,2024-01,2024-02\nnorth,1,2', true],
    ['0,1,2\n1.5,2.5,3.5', true],
    ['5,n1,3\n6,7,2\n8,9,1', false],
    ['site,path\nA1,https://a.example\nA2,https://b.example', true],
    ['id,at\n7,12:30\n8,12:45', true],
    ['9ff4ed3a-6b00-4130,a\nac1e1ca3-5ca8-438a,b\n', false],
    ['\n', false],
  ])('finds whether the first row of %j is a header', (input, expected) => {
    expect(csvOf(input).has_header).toBe(expected);
  });

  it.each([
    ['present', true, ['1', 'a', 'column_3']],
    ['absent', false, ['column_1', 'column_2', 'column_3']],
  ] as const)('does not guess where the header is named %s', (header, has_header, names) => {
    const outcome = profile({ input: '1,a,\n2,b,x\n', format: 'csv', header });
    expect(outcome).toMatchObject({
      output: { csv: { has_header, rows: has_header ? 1 : 2 }, warnings: [] },
    });
    expect(outcome).toMatchObject({ output: { csv: { columns: names.map((name) => ({ name })) } } });
  });

  it.each([
    ['a;b;c\n1;2;3\n4;5\n6;7;8\n', ';'],
    ['a;b\n1,5;2,5\n3,5\n', ';'],
    ['one column\n1\n2\n', ','],
  ])('has the delimiter with which most rows of %j agree, where CSV is required', (input, delimiter) => {
    expect(csvOf(input).delimiter).toBe(delimiter);
  });

  it('has the earliest of times without a zone as UTC, wherever the gateway runs', () => {
    const input = 'id,at\n1,2024-06-01T12:00\n2,2024-06-01T13:00Z\n3,2024-06-01 16:00:00+04\n';
    const code = `const { profile } = await import(${JSON.stringify(join(import.meta.dirname, 'profile.ts'))});
      process.stdout.write(JSON.stringify(profile({ input: ${JSON.stringify(input)}, format: 'csv' })))`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      env: { TZ: 'America/New_York' },
    });
    expect(JSON.parse(String(printed))).toMatchObject({
      output: {
        csv: { columns: [{}, { earliest: '2024-06-01T12:00', latest: '2024-06-01T13:00Z' }] },
      },
    });
  });

  it.each<[string, readonly Partial<ProfileWarning>[]]>([
    ['id,name\n1,Ann\n2,Ben\n', []],
    ['name,city\nAnn,Oslo\nBen,Rome\n', [{ code: 'header_unsure', row: 1 }]],
    [
      'a;b;c\n1;2;3\n4;5\n6;7;8\n',
      [{ code: 'ragged_row', row: 3, message: 'Row 3 has 2 cells; the first row has 3.' }],
    ],
    [
      'id,price\n1,1.5\n2,n/a\n3,2\n',
      [
        {
          code: 'mixed_types',
          row: 3,
          column: 2,
          message: 'Column 2 ("price") has numbers (2) and text (1).',
        },
      ],
    ],
    ['id,on\n1,2024-02-29\n2,2024-02-30\n', [{ code: 'no_such_day', row: 3, column: 2 }]],
    ['a;b,c\nd;e,f\n', [{ code: 'delimiter_unsure' }, { code: 'header_unsure' }]],
  ])('warns of what is doubtful in %j', (input, expected) => {
    const { warnings } = outputOf(input, 'csv');
    expect(warnings).toMatchObject(expected);
    expect(warnings).toHaveLength(expected.length);
  });

  it('warns of some, and counts all', () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => (n % 2 ? '1,2,3' : ','.repeat(300)));
    const { warnings, ...output } = outputOf(`${'a,'.repeat(300)}\n${rows.join('\n')}`, 'csv');
    expect(output).toMatchObject({ csv: { ragged_rows: 500 } });
    expect(warnings.filter(({ code }) => code === 'ragged_row')).toHaveLength(5);
    const mixed = Array.from({ length: 200 }, () => 'x').join(',');
    expect(outputOf(`${mixed}\n${mixed.replaceAll('x', '1')}\n`.repeat(3), 'csv').warnings).toHaveLength(20);
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
      /^input_data is not valid CSV: a quoted cell is not closed \(line 3\)$/,
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

  it.each(['9007199254740992', '1152921504606846976', '-18446744073709551616'])(
    'has %s exactly',
    (number) => {
      const field = { path: '$[]', inexact_numbers: 0, min: Number(number) };
      expect(jsonOf(`[${number}]`).fields[1]).toMatchObject(field);
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

describe('the profile of JSON lines', () => {
  const lines = '{"a":1,"b":{"c":"x"}}\n{"a":2.5,"b":null}\r\n\n{"a":3,"b":{"c":"yz"}}\n';

  it.each(['auto', 'jsonl'] as const)('has the paths of all records, as %s', (format) => {
    expect(outputOf(lines, format)).toMatchObject({
      format: 'jsonl',
      warnings: [],
      jsonl: {
        records: 3,
        depth: 2,
        keys: 8,
        fields: [
          { path: '$', types: { object: 3 } },
          { path: '$.a', types: { integer: 2, number: 1 }, min: 1, max: 3 },
          { path: '$.b', nulls: 1, types: { object: 2 } },
          { path: '$.b.c', min_length: 1, max_length: 2 },
        ],
      },
    });
  });

  it('is not the profile of one document, nor of CSV', () => {
    expect(outputOf('{"a":1}\n').format).toBe('json');
    expect(outputOf('[1,2]\n[3,4]\n').format).toBe('jsonl');
    expect(outputOf('{a},b\nc,d\n').format).toBe('csv');
  });

  it('names the line that is none, and under auto takes the input as text', () => {
    const cut = '{"a":1,"b":2}\n{"a":1,"b":2}\n\n{"a":1,"b"';
    expect(reasonOf(cut, 'jsonl')).toBe('input_data is not valid JSON lines: line 4 is not JSON');
    expect(reasonOf(' \n', 'jsonl')).toBe('input_data is not valid JSON lines: line 1 is not JSON');
    expect(outputOf(cut)).toMatchObject({ format: 'text', warnings: [{ code: 'not_json_lines', row: 4 }] });
  });
});

describe('the profile of text', () => {
  it('has the lines of any line end', () => {
    expect(outputOf('one\rtwo\r\n\r\nthree!\n')).toMatchObject({
      lines: 4,
      text: { words: 3, blank_lines: 1, longest_line: 6 },
    });
  });

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
