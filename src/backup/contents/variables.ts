import type { Environment } from '../../config/index.js';

/** Others with names of their own, in which a gateway or our plugins have settings and secrets. */
const NAMED = [
  'GATEHOUSE_SECRET_KEY',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'WORKCHAT_APP_ID',
  'WORKCHAT_APP_PASSWORD',
  'WORKCHAT_TENANT_ID',
];

/** The names of the variables by which this gateway gets settings and secrets; never their values. */
export function variablesIn({ adminToken, databaseUrl, settings, variable }: Environment): string[] {
  return [
    ...(databaseUrl === undefined ? [] : ['DATABASE_URL']),
    ...(adminToken === undefined ? [] : ['GATEHOUSE_ADMIN_TOKEN']),
    ...NAMED.filter((name) => variable?.(name).value !== undefined),
    ...(settings?.keys() ?? []),
  ];
}
