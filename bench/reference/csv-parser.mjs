// The reference for data processing: a CSV reader alone, each record as a list of strings. Prints its CPU ms a time for
// the file given as the second argument: `ours` is the reader of the gateway, `csv-parse` the library beside it.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { readCsv } from '../../build/src/data-api/profile/csv/csv-reader.js';

const [, , name, file, times] = process.argv;
const bytes = readFileSync(file);

const READERS = {
  'csv-parse': (text) =>
    parse(text, { relax_column_count: true, relax_quotes: true, skip_empty_lines: true }),
  ours: (text) => {
    const records = [];
    let record = [];
    readCsv(text, ',', {
      cell: (from, start, end) => record.push(from.slice(start, end)),
      endOfRecord: () => {
        records.push(record);
        record = [];
        return true;
      },
    });
    return records;
  },
};

const read = (count) => {
  for (let n = 0; n < count; n++) READERS[name](bytes.toString());
};
read(Number(times));
const before = process.cpuUsage();
read(Number(times));
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000 / Number(times));
