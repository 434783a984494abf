import type { CsvProfile, ProfileWarning } from '../types.js';

/** A table as a program writes it, and what is known of it. */
export interface ToolTable {
  /** The program, and what is special. */
  readonly tool: string;
  readonly text: string;
  readonly expected: Partial<Omit<CsvProfile, 'columns'>>;
  /** The names of all columns. */
  readonly names: readonly string[];
  /** The types of the values of each column. */
  readonly types: readonly CsvProfile['columns'][number]['types'][];
  /** None where the table leaves nothing to guess. */
  readonly warnings?: readonly ProfileWarning['code'][];
}

const repeated = (times: number, row: (n: number) => string): string =>
  Array.from({ length: times }, (_, n) => row(n)).join('');

/** Longer than the sample by which a delimiter is found. */
const MANY = 2_000;
const WIDE = 6_000;

export const TOOL_TABLES: readonly ToolTable[] = [
  {
    tool: 'pandas: to_csv with its index, whose column has no name',
    text: ',name,price\n0,Apple,1.2\n1,Pear,0.95\n',
    expected: { delimiter: ',', has_header: true, rows: 2 },
    names: ['column_1', 'name', 'price'],
    types: [{ integer: 2 }, { string: 2 }, { number: 2 }],
  },
  {
    tool: 'pandas: a frame without names, which are counted from 0',
    text: ',0,1\n0,5,7\n1,6,12\n2,5,3\n',
    expected: { has_header: true, rows: 3 },
    names: ['column_1', '0', '1'],
    types: [{ integer: 3 }, { integer: 3 }, { integer: 3 }],
    warnings: ['header_unsure'],
  },
  {
    tool: 'pandas: a pivot table with years as names',
    text: 'region,2023,2024,2025\nEMEA,10,20,30\nAPAC,5,6,7\n',
    expected: { has_header: true, rows: 2 },
    names: ['region', '2023', '2024', '2025'],
    types: [{ string: 2 }, { integer: 2 }, { integer: 2 }, { integer: 2 }],
    warnings: ['header_unsure'],
  },
  {
    tool: 'pandas: header=False',
    text: '0,Apple,1.2\n1,Pear,0.95\n',
    expected: { has_header: false, rows: 2 },
    names: ['column_1', 'column_2', 'column_3'],
    types: [{ integer: 2 }, { string: 2 }, { number: 2 }],
  },
  {
    tool: 'R: write.csv with row names',
    text: '"","mpg","cyl"\n"Mazda RX4",21,6\n"Datsun 710",22.8,4\n',
    expected: { has_header: true, rows: 2 },
    names: ['column_1', 'mpg', 'cyl'],
    types: [{ string: 2 }, { integer: 1, number: 1 }, { integer: 2 }],
  },
  {
    tool: 'R: write.csv with NA in every other row',
    text: '"","mpg"\n"Mazda RX4",21\n"Datsun 710",NA\n',
    expected: { has_header: true, rows: 2 },
    names: ['column_1', 'mpg'],
    types: [{ string: 2 }, { integer: 1, string: 1 }],
    warnings: ['mixed_types'],
  },
  {
    tool: 'R: write.csv2, with decimal commas',
    text: '"";"mpg";"wt"\n"Mazda RX4";21;2,62\n"Datsun 710";22,8;2,32\n',
    expected: { delimiter: ';', has_header: true, rows: 2 },
    names: ['column_1', 'mpg', 'wt'],
    types: [{ string: 2 }, { integer: 1, string: 1 }, { string: 2 }],
    warnings: ['mixed_types'],
  },
  {
    tool: 'Excel: a delimiter at the end of each row',
    text: 'Name;Menge;\r\nApfel;3;\r\nBirne;5;\r\n',
    expected: { delimiter: ';', has_header: true, rows: 2 },
    names: ['Name', 'Menge', 'column_3'],
    types: [{ string: 2 }, { integer: 2 }, {}],
  },
  {
    tool: 'Excel: UTF-8 with a byte order mark, and decimal commas',
    text: '\uFEFFArtikel;Preis\r\nApfel;1,20\r\nBirne;0,95\r\n',
    expected: { delimiter: ';', has_header: true, rows: 2 },
    names: ['Artikel', 'Preis'],
    types: [{ string: 2 }, { string: 2 }],
  },
  {
    tool: 'Excel: decimal commas in every cell, no header',
    text: '1,5;2,5\r\n3,5;4,25\r\n',
    expected: { delimiter: ';', has_header: false, rows: 2 },
    names: ['column_1', 'column_2'],
    types: [{ string: 2 }, { string: 2 }],
  },
  {
    tool: 'Excel: a first line that names the delimiter',
    text: 'sep=;\r\nName;Ort, Land\r\nAnna;Köln, DE\r\nBen;Rom, IT\r\n',
    expected: { delimiter: ';', has_header: true, rows: 2, ragged_rows: 0 },
    names: ['Name', 'Ort, Land'],
    types: [{ string: 2 }, { string: 2 }],
    warnings: ['header_unsure'],
  },
  {
    tool: 'Excel for the Mac: rows that end with CR, more than the sample',
    text: `id,name,x,y\r${repeated(MANY, (n) => `${n},Person ${n},1,2\r`)}`,
    expected: { delimiter: ',', has_header: true, rows: MANY },
    names: ['id', 'name', 'x', 'y'],
    types: [{ integer: MANY }, { string: MANY }, { integer: MANY }, { integer: MANY }],
  },
  {
    tool: 'SQL: a join with a name twice',
    text: 'id,name,name\n1,Ann,Oslo\n2,Ben,Rome\n',
    expected: { has_header: true, rows: 2 },
    names: ['id', 'name', 'name'],
    types: [{ integer: 2 }, { string: 2 }, { string: 2 }],
  },
  {
    tool: 'SQL: names that are numbers',
    text: 'region,q1,2024\nnorth,10,20\nsouth,11,21\n',
    expected: { has_header: true, rows: 2 },
    names: ['region', 'q1', '2024'],
    types: [{ string: 2 }, { integer: 2 }, { integer: 2 }],
    warnings: ['header_unsure'],
  },
  {
    tool: 'SQL: names that are booleans',
    text: 'id,true,false\n1,yes,no\n2,no,yes\n',
    expected: { has_header: true, rows: 2 },
    names: ['id', 'true', 'false'],
    types: [{ integer: 2 }, { string: 2 }, { string: 2 }],
  },
  {
    tool: 'PostgreSQL: COPY to CSV, times with a zone of hours, and 2^60',
    text: 'id,at,total\n1,2024-05-01 10:00:00+00,1152921504606846976\n2,2024-05-01 10:30:00.5+02,9007199254740992\n',
    expected: { has_header: true, rows: 2 },
    names: ['id', 'at', 'total'],
    types: [{ integer: 2 }, { date: 2 }, { integer: 2 }],
  },
  {
    tool: 'PostgreSQL: COPY to text, without a header, \\N for null',
    text: '1\tApple\t\\N\n2\tPear\t2024-01-31\n',
    expected: { delimiter: '\t', has_header: false, rows: 2 },
    names: ['column_1', 'column_2', 'column_3'],
    types: [{ integer: 2 }, { string: 2 }, { date: 1 }],
  },
  {
    tool: 'MySQL: a batch of the client, NULL for null',
    text: 'id\tname\tborn\n1\tAnn\tNULL\n2\tBen\t1990-02-30\n3\tCleo\t1991-03-01\n',
    expected: { delimiter: '\t', has_header: true, rows: 3 },
    names: ['id', 'name', 'born'],
    types: [{ integer: 3 }, { string: 3 }, { string: 1, date: 1 }],
    warnings: ['no_such_day'],
  },
  {
    tool: 'SQLite: .mode csv, codes without a header',
    text: 'A12,Oslo,2024-01-31\r\nB13,Rome,2024-02-01\r\nC77,Oslo,2024-02-02\r\n',
    expected: { has_header: false, rows: 3 },
    names: ['column_1', 'column_2', 'column_3'],
    types: [{ string: 3 }, { string: 3 }, { date: 3 }],
  },
  {
    tool: 'a form: quoted cells with line breaks, more than the sample',
    text: `"id","comment"\r\n${repeated(MANY, (n) => `"${n}","${'one line\r\n'.repeat(20)}last, ""quoted"" line"\r\n`)}`,
    expected: { delimiter: ',', has_header: true, rows: MANY, ragged_rows: 0 },
    names: ['id', 'comment'],
    types: [{ integer: MANY }, { string: MANY }],
  },
  {
    tool: 'a matrix: rows longer than the sample',
    text: `${repeated(WIDE, (n) => (n === 0 ? 'v0' : `,v${n}`))}\n${repeated(3, () => `${'12,'.repeat(WIDE - 1)}34\n`)}`,
    expected: { delimiter: ',', has_header: true, rows: 3, column_count: WIDE, ragged_rows: 0 },
    names: Array.from({ length: 200 }, (_, n) => `v${n}`),
    types: Array.from({ length: 200 }, () => ({ integer: 3 })),
  },
  {
    tool: 'a script: a space before each quote',
    text: 'id, name, city\n1, "Smith, Ann", "Oslo"\n2, "Berg, Ben", "Rome"\n',
    expected: { delimiter: ',', has_header: true, rows: 2, ragged_rows: 0 },
    names: ['id', 'name', 'city'],
    types: [{ integer: 2 }, { string: 2 }, { string: 2 }],
  },
  {
    tool: 'LibreOffice: all cells quoted, with commas, by semicolons',
    text: '"Smith, Ann";"Oslo, NO"\n"Berg, Ben";"Rome, IT"\n',
    expected: { delimiter: ';', ragged_rows: 0, column_count: 2, has_header: true, rows: 1 },
    names: ['Smith, Ann', 'Oslo, NO'],
    types: [{ string: 1 }, { string: 1 }],
    warnings: ['header_unsure'],
  },
  {
    tool: 'a shop: e-mail addresses, the header in words',
    text: 'customer,contact\nAnn,ann@example.com\nBen,ben@example.com\n',
    expected: { has_header: true, rows: 2 },
    names: ['customer', 'contact'],
    types: [{ string: 2 }, { string: 2 }],
  },
  {
    tool: 'a shop: e-mail addresses, no header',
    text: 'Ann,ann@example.com\nBen,ben@example.com\n',
    expected: { has_header: false, rows: 2 },
    names: ['column_1', 'column_2'],
    types: [{ string: 2 }, { string: 2 }],
  },
];
