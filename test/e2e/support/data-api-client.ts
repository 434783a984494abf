import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../support/data-api.generated.js';

export type DataApiClient = Client<paths>;

/** A client of the Data API, typed from the contract: undocumented calls do not compile. */
export const dataApiClient = (baseUrl: string, key: string): DataApiClient =>
  createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
