import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { NotCsvError, readCsv } from './csv-reader.js';

type Records = string[][];

function read(text: string, delimiter = ',', most = Number.POSITIVE_INFINITY): Records {
  const records: Records = [];
  let record: string[] = [];
  readCsv(text, delimiter, {
    cell: (from, start, end) => record.push(from.slice(start, end)),
    endOfRecord: () => {
      records.push(record);
      record = [];
      return records.length < most;
    },
  });
  return records;
}

/** The library of which this reader is a faster form. */
const byLibrary = (text: string, delimiter: string): Records =>
  parse(text, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });

const outcomeOf = (reading: () => Records): Records | 'refused' => {
  try {
    return reading();
  } catch {
    return 'refused';
  }
};

describe('the CSV reader', () => {
  it('reads what csv-parse reads, and refuses what csv-parse refuses, but for spaces around quotes', () => {
    const syntax = fc.string({
      unit: fc.constantFrom(...Array.from('""",;\t|\n\r a1ä🦊\uFEFF')),
      maxLength: 60,
    });
    const any = fc.string({ unit: 'grapheme', maxLength: 60 });
    const delimiters = fc.constantFrom(',', ';', '\t', '|', ' ', 'a', 'ä', '🦊', '\\');
    fc.assert(
      fc.property(fc.oneof(syntax, any), delimiters, (anyText, delimiter) => {
        const text = anyText.replaceAll(/[ \t]+(?=")|(?<=")[ \t]+/g, '');
        expect(outcomeOf(() => read(text, delimiter))).toEqual(outcomeOf(() => byLibrary(text, delimiter)));
      }),
      { numRuns: 5_000 },
    );
  });

  it('reads a quoted cell with spaces around it as the one without', () => {
    const cell = fc.string({ unit: fc.constantFrom(...Array.from('", \n\ta')), maxLength: 6 });
    const spaces = fc.constantFrom('', ' ', '  ', '\t');
    const row = fc.array(fc.tuple(spaces, cell, spaces), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), (rows) => {
        const written = rows.map((cells) =>
          cells.map(([left, text, right]) => `${left}"${text.replaceAll('"', '""')}"${right}`).join(','),
        );
        expect(read(written.join('\n'))).toEqual(rows.map((cells) => cells.map(([, text]) => text)));
      }),
    );
  });

  it.each<[string, Records]>([
    ['', []],
    [
      'a,b\r\n1,2\r3,4\n5,6',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    ['\n\r\n\r\r\na\n\n', [['a']]],
    [
      'a,\n,b\n,',
      [
        ['a', ''],
        ['', 'b'],
        ['', ''],
      ],
    ],
    ['""\n"","",', [[''], ['', '', '']]],
    ['"a ""b"", c","d\r\n,e"\nf', [['a "b", c', 'd\r\n,e'], ['f']]],
    ['a "b" c,d"\n', [['a "b" c', 'd"']]],
    ['"a"b,"c""d"e"f""g"', [['"a"b', '"c"d"e"f""g"']]],
    ['a, "x, y"\n', [['a', 'x, y']]],
    ['"a" ,\t"b" \r\n', [['a', 'b']]],
    [
      'he said, "yes" or\n, "no',
      [
        ['he said', ' "yes" or'],
        ['', ' "no'],
      ],
    ],
    ['"a" b,c', [['"a" b', 'c']]],
  ])('reads %j', (text, records) => {
    expect(read(text)).toEqual(records);
  });

  it.each([
    ['"', 1],
    ['a,b\r\n"1\n2","3', 3],
    ['a\rb\n\n"c""', 4],
    ['"""', 1],
  ])('refuses %j, naming the line of the unclosed quote', (text, line) => {
    expect(() => read(text)).toThrow(new NotCsvError(`a quoted cell is not closed (line ${line})`));
  });

  it('matches a delimiter of two UTF-16 units as a whole', () => {
    expect(read('a🦊b🦉c\n"d"🦊', '🦊')).toEqual([
      ['a', 'b🦉c'],
      ['d', ''],
    ]);
  });

  it('matches a tab that delimits cells, and no space around quotes', () => {
    expect(read('a\t"b"\t\t"c" \n', '\t')).toEqual([['a', 'b', '', 'c']]);
  });

  it('stops reading when its visitor has enough', () => {
    expect(read('a\nb\nc"\n"', ',', 2)).toEqual([['a'], ['b']]);
  });

  it('takes time in proportion to the text, however many quotes it has', () => {
    const cells = 200_000;
    expect(read(`${'"",'.repeat(cells)}"`.slice(0, -1))[0]).toHaveLength(cells + 1);
    expect(read(`"${'""'.repeat(cells)}"`)).toEqual([['"'.repeat(cells)]]);
    expect(read(` "x""`.repeat(cells))).toHaveLength(1);
    expect(read(`, "x""`.repeat(cells))[0]).toHaveLength(cells + 1);
  });
});
