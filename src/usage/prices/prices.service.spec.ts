import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { AgentSettings } from '../../assistant/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import { Prices } from '../usage-meter.service.js';

describe('the prices of models', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-prices-'));
  const pricesFile = join(folder, 'prices.json');
  const write = (input: number) =>
    writeFileSync(
      pricesFile,
      JSON.stringify({ m: { input_cost_per_token: input, output_cost_per_token: 1 } }),
    );
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('are those of the file at the last change of the configuration, or before it if it is unreadable now', () => {
    const said = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const config = { pricesFile: pricesFile as string | undefined };
    let change = (): void => undefined;
    const settings = { get: () => config, onChange: (listener: () => void) => (change = listener) };
    write(1e-6);
    const sut = new Prices(settings as unknown as GatehouseConfig);
    const input = () => sut.of({ type: 'echo', model: 'm' } as AgentSettings['runtime'])?.input;
    expect(input()).toBe(1_000_000n);
    write(2e-6);
    expect(input()).toBe(1_000_000n);
    change();
    expect(input()).toBe(2_000_000n);
    writeFileSync(pricesFile, '{');
    change();
    expect([input(), said.mock.calls.length]).toEqual([2_000_000n, 1]);
    config.pricesFile = undefined;
    change();
    expect(input()).toBeUndefined();
  });

  it('are those of the agent itself, else those of the model, under its own name or its vendor’s', () => {
    const price = (perToken: number) => ({ input_cost_per_token: perToken, output_cost_per_token: 0 });
    writeFileSync(
      pricesFile,
      JSON.stringify({ m: price(1e-6), 'gemini/n': price(2e-6), 'echo/': price(3e-6) }),
    );
    const settings = { get: () => ({ pricesFile }), onChange: () => undefined };
    const sut = new Prices(settings as unknown as GatehouseConfig);
    const inputOf = (runtime: object) => sut.of(runtime as AgentSettings['runtime'])?.input;
    expect(inputOf({ type: 'echo', model: 'm', price: { input: 5, output: 0 } })).toBe(5_000_000n);
    // Each twice: the second time as remembered.
    for (let n = 0; n < 2; n++)
      expect([
        inputOf({ type: 'echo', model: 'm' }),
        inputOf({ type: 'gemini', model: 'n' }),
        inputOf({ type: 'openai', model: 'n' }),
        inputOf({ type: 'echo' }),
        inputOf({ type: 'openai' }),
      ]).toEqual([1_000_000n, 2_000_000n, undefined, 3_000_000n, undefined]);
  });
});
