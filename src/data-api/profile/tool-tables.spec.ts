import { profile } from './profile.js';
import { TOOL_TABLES } from './testing/tool-tables.js';

describe('the profile of a table', () => {
  it.each(TOOL_TABLES.map((table) => [table.tool, table] as const))('is right for %s', (_, table) => {
    const outcome = profile({ input: table.text, format: 'auto' });
    if (outcome.kind === 'refused' || outcome.output.format !== 'csv')
      throw new Error(JSON.stringify(outcome));
    const { csv, warnings } = outcome.output;
    expect(csv).toMatchObject(table.expected);
    expect(csv.columns.map(({ name }) => name)).toEqual(table.names);
    expect(csv.columns.map(({ types }) => types)).toEqual(table.types);
    expect(csv.columns.map(({ inexact_numbers }) => inexact_numbers)).toEqual(table.names.map(() => 0));
    expect(warnings.map(({ code }) => code)).toEqual(table.warnings ?? []);
  });
});
