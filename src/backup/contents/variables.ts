import type { Environment } from '../../config/index.js';

/** The names of the variables by which this gateway gets settings and secrets; never their values. */
export function variablesIn({ adminToken, databaseUrl, settings }: Environment): string[] {
  return [
    ...(databaseUrl === undefined ? [] : ['DATABASE_URL']),
    ...(adminToken === undefined ? [] : ['GATEHOUSE_ADMIN_TOKEN']),
    ...(settings?.keys() ?? []),
  ];
}
