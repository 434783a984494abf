import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../support/data-api.generated.js';

export type DataApiClient = Client<paths>;

/** A client of the Data API as a program gets it from the contract: what the contract does not tell does not compile. */
export const dataApiClient = (baseUrl: string, key: string): DataApiClient =>
  createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
