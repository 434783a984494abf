import { scanJson } from './json-scan.js';

const scan = (text: string) => scanJson(Buffer.from(text));
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('scanJson', () => {
  it('accepts 32 levels and refuses 33, whatever stands beside them', () => {
    expect(scan(nested(32))).toBeUndefined();
    expect(scan(nested(33))).toBe('is nested too deeply');
    expect(scan(`[${nested(31)},{"a":${nested(30)}}]`)).toBeUndefined();
    expect(scan(`[${nested(31)},{"a":${nested(31)}}]`)).toBe('is nested too deeply');
  });

  it.each([0, 2, 4])('finds the end of a string behind %i backslashes', (backslashes) => {
    expect(scan(`["${'\\'.repeat(backslashes)}",${nested(32)}]`)).toBe('is nested too deeply');
  });

  it.each([1, 3, 5])('does not end a string at a quote behind %i backslashes', (backslashes) => {
    expect(scan(`["${'\\'.repeat(backslashes)}"${nested(40)}"]`)).toBeUndefined();
  });

  it('refuses more than 10,000 values, and counts no commas inside strings', () => {
    const list = (values: number) => `[${Array(values).fill('1').join()}]`;
    expect(scan(list(10_000))).toBeUndefined();
    expect(scan(list(10_001))).toBe('has too many values');
    expect(scan(`["${','.repeat(20_000)}"]`)).toBeUndefined();
  });
});
