import { readFileSync } from 'node:fs';
import type { PricePerMillion } from './cost.js';

const MILLION = 1_000_000;

/** Prices by the names of models. */
export type PriceTable = ReadonlyMap<string, PricePerMillion>;

/**
 * Reads prices in the form of LiteLLM's `model_prices_and_context_window.json`: an object of models, each with prices
 * for one token. Models without a price of input and output are left out.
 * @throws an error that names the fault and no content of the file
 */
export function readPriceFile(path: string): PriceTable {
  const models = parsed(readFileSync(path, 'utf8'));
  if (typeof models !== 'object' || models === null || Array.isArray(models))
    throw new Error('must contain an object of models');
  const table = new Map<string, PricePerMillion>();
  for (const [model, entry] of Object.entries(models)) {
    const price = priceIn(entry);
    if (price) table.set(model, price);
  }
  return table;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('is not JSON');
  }
}

function priceIn(entry: unknown): PricePerMillion | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const of = (name: string): number | undefined => {
    const perToken = (entry as Readonly<Record<string, unknown>>)[name];
    return typeof perToken === 'number' && perToken >= 0 ? perToken * MILLION : undefined;
  };
  const [input, output] = [of('input_cost_per_token'), of('output_cost_per_token')];
  if (input === undefined || output === undefined) return undefined;
  const cachedInput = of('cache_read_input_token_cost');
  return { input, output, cachedInput, cacheWrite: of('cache_creation_input_token_cost') };
}

/**
 * The price of a model: under its own name, or under the vendor's name and its own as LiteLLM writes some of them.
 * @param type the runtime's
 */
export const priceFor = (table: PriceTable, type: string, model: string): PricePerMillion | undefined =>
  table.get(model) ?? table.get(`${type}/${model}`);
