import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../support/data-api.generated.js';

export type DataApiClient = Client<paths>;

/**
 * A client of the Data API, typed from the contract: undocumented calls do not compile.
 * @param baseUrl ends in `/v1` (spec 1: `{base_url}`)
 */
export const dataApiClient = (baseUrl: string, key: string): DataApiClient =>
  createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
