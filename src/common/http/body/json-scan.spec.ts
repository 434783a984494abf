import { scanJson } from './json-scan.js';

const scan = (text: string) => scanJson(Buffer.from(text));
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('scanJson', () => {
  it('accepts 32 levels and no more, whatever is beside them', () => {
    expect(scan(nested(32))).toBeUndefined();
    expect(scan(nested(33))).toBe('body is nested too deeply');
    expect(scan(`[${nested(31)},{"a":${nested(30)}}]`)).toBeUndefined();
    expect(scan(`[${nested(31)},{"a":${nested(31)}}]`)).toBe('body is nested too deeply');
  });

  it.each([0, 2, 4])('goes on behind a string that ends in %i backslashes', (backslashes) => {
    expect(scan(`["${'\\'.repeat(backslashes)}",${nested(32)}]`)).toBe('body is nested too deeply');
  });

  it.each([1, 3, 5])('stays in a string with a quote behind %i backslashes', (backslashes) => {
    expect(scan(`["${'\\'.repeat(backslashes)}"${nested(40)}"]`)).toBeUndefined();
  });

  it('counts values, not the content of strings', () => {
    const list = (values: number) => `[${Array(values).fill('1').join()}]`;
    expect(scan(list(10_000))).toBeUndefined();
    expect(scan(list(10_001))).toBe('body has too many values');
    expect(scan(`["${','.repeat(20_000)}"]`)).toBeUndefined();
  });
});
