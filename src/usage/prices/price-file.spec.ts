import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { priceFor, readPriceFile } from './price-file.js';

describe('a file of prices', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-prices-'));
  const read = (text: string) => {
    writeFileSync(join(folder, 'prices.json'), text);
    return readPriceFile(join(folder, 'prices.json'));
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is read in LiteLLM's form: prices of single tokens, and entries that are none", () => {
    const table = read(
      JSON.stringify({
        sample_spec: { input_cost_per_token: 0, output_cost_per_token: 0, mode: 'one of: chat' },
        'some-model': {
          input_cost_per_token: 0.00000125,
          output_cost_per_token: 0.00001,
          cache_read_input_token_cost: 1.25e-7,
          litellm_provider: 'openai',
        },
        'gemini/other': { input_cost_per_token: 1e-7, output_cost_per_token: 4e-7 },
        'an-embedding': { input_cost_per_token: 1e-7 },
        'without-input': { output_cost_per_token: 1e-7 },
        written: { input_cost_per_token: '1e-7', output_cost_per_token: 1e-7 },
        negative: { input_cost_per_token: -1e-7, output_cost_per_token: 1e-7 },
        free: { input_cost_per_token: 0, output_cost_per_token: 0, cache_creation_input_token_cost: 2e-6 },
        nothing: null,
        text: 'one of: chat',
      }),
    );
    expect(priceFor(table, 'openai', 'some-model')).toEqual({
      input: 1.25,
      output: 10,
      cachedInput: 0.125,
      cacheWrite: undefined,
    });
    expect(priceFor(table, 'gemini', 'other')).toMatchObject({ input: expect.closeTo(0.1, 12) });
    expect([...table.keys()]).toEqual(['sample_spec', 'some-model', 'gemini/other', 'free']);
    expect(priceFor(table, 'openai', 'free')).toEqual({
      input: 0,
      output: 0,
      cachedInput: undefined,
      cacheWrite: 2,
    });
    expect(priceFor(table, 'openai', 'other')).toBeUndefined();
  });

  it('is refused without its content when it is no JSON, or no object', () => {
    expect(() => read('{"secret')).toThrow(/^is not JSON$/);
    for (const text of ['[]', 'null', '"text"'])
      expect(() => read(text)).toThrow(/^must contain an object of models$/);
  });
});
