import type { WorkplaceCore } from '../../core/core.js';
import type { Answer } from '../../http/answer.js';
import { ok } from '../../http/answer.js';
import { refuseLogin } from '../../http/problems.js';
import type { Call, Route } from '../../http/route.js';
import { route } from '../../http/route.js';
import { text } from '../../common/json.js';
import { CHANNEL_ISSUER } from '../../core/login/channel-signer.js';
import { checkClientAuthentication } from './client-authentication.js';
import { BOT_AUDIENCE, GRAPH_AUDIENCE, issuerOf } from '../../core/login/tokens.js';

/** Tenant of multi-tenant bots in the token URL (workchat-wire 2.3). */
const BOT_DIRECTORY = 'botframework.com';
/** Algorithms in the bot channel's metadata; botbuilder reads only `jwks_uri` (2.1). */
const ALGORITHMS = ['RS256', 'RS384', 'RS512'];

export function loginRoutes(core: WorkplaceCore): Route[] {
  const base = (): string => core.addresses.login;
  return [
    route('POST /{tenant}/oauth2/v2.0/token', (call) => token(core, call)),
    route('GET /metadata/identity/oauth2/token', (call) => managedToken(core, call)),
    route('GET /v1/.well-known/openidconfiguration', () =>
      ok({
        issuer: CHANNEL_ISSUER,
        jwks_uri: `${base()}/v1/.well-known/keys`,
        id_token_signing_alg_values_supported: ALGORITHMS,
      }),
    ),
    route('GET /v1/.well-known/keys', () => ok(core.channelKeys.jwks())),
    route('GET /{tenant}/v2.0/.well-known/openid-configuration', ({ params }) => {
      const tenant = params.tenant ?? '';
      return ok({
        issuer: issuerOf(tenant),
        token_endpoint: `${base()}/${tenant}/oauth2/v2.0/token`,
        jwks_uri: `${base()}/${tenant}/discovery/v2.0/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }),
    route('GET /{tenant}/discovery/v2.0/keys', () => ok(core.directoryKeys.jwks())),
  ];
}

/** Checks client credentials (workchat-wire 2.4) in the real service's order: tenant, client, secret, scope. */
async function token(core: WorkplaceCore, { params, body, headers }: Call): Promise<Answer> {
  const tenantId = tenantOf(core, params.tenant ?? '');
  // A JSON body is not a form: its members are ignored.
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  checkGrant(isForm ? text(body.grant_type) : undefined);
  checkClient(core, tenantId, text(body.client_id));
  await checkClientAuthentication(
    core,
    `${core.addresses.login}/${params.tenant ?? ''}/oauth2/v2.0/token`,
    body,
  );
  const audience = audienceOf(core, text(body.scope) ?? '');
  const expires = core.limits.tokenSeconds;
  const accessToken = await issue(core, audience, tenantId);
  return ok({
    token_type: 'Bearer',
    expires_in: expires,
    ext_expires_in: expires,
    access_token: accessToken,
  });
}

/** The machine's token endpoint for a managed identity; it needs a header that no redirected browser sends. */
async function managedToken(core: WorkplaceCore, { headers, query }: Call): Promise<Answer> {
  const { app, clock, limits } = core;
  const refused = (error: string, why: string): Answer => ({
    status: 400,
    json: { error, error_description: why },
  });
  if (headers.metadata !== 'true')
    return refused('invalid_request', 'Required metadata header not specified');
  if (!app.isManagedIdentity || ![null, app.appId].includes(query.get('client_id'))) {
    return refused('invalid_request', 'Identity not found');
  }
  const resource = query.get('resource') ?? '';
  const accessToken = await issue(core, audienceOf(core, `${resource}/.default`), app.tenantId);
  const expiresOn = Math.floor(clock.now() / 1000) + limits.tokenSeconds;
  // All values are texts here, unlike those of the token endpoint.
  return ok({
    access_token: accessToken,
    client_id: app.appId,
    expires_in: String(limits.tokenSeconds),
    expires_on: String(expiresOn),
    resource,
    token_type: 'Bearer',
  });
}

function issue({ app, tokens }: WorkplaceCore, audience: string, tenantId: string): Promise<string> {
  const roles = audience === GRAPH_AUDIENCE ? [...app.graphPermissions] : [];
  return tokens.issue({ audience, appId: app.appId, tenantId, roles });
}

function tenantOf(core: WorkplaceCore, given: string): string {
  if (given === BOT_DIRECTORY) return given;
  const found = core.world.tenants.find(({ id, domain }) => id === given || domain === given);
  if (found) return found.id;
  throw refuseLogin({
    status: 400,
    error: 'invalid_request',
    code: 90002,
    text: `Tenant '${given}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud.`,
  });
}

function checkGrant(grantType: string | undefined): void {
  if (grantType === 'client_credentials') return;
  if (grantType === undefined) throw missing('grant_type');
  throw refuseLogin({
    status: 400,
    error: 'unsupported_grant_type',
    code: 70003,
    text: `The app requested an unsupported grant type '${grantType}'.`,
  });
}

const missing = (parameter: string): Error =>
  refuseLogin({
    status: 400,
    error: 'invalid_request',
    code: 900144,
    text: `The request body must contain the following parameter: '${parameter}'.`,
  });

/** Trap C of 2.3: a single-tenant app does not exist in the directory of the bot service. */
function checkClient({ app }: WorkplaceCore, tenantId: string, clientId: string | undefined): void {
  if (clientId === undefined) throw missing('client_id');
  const isKnown = clientId === app.appId && (tenantId === app.tenantId || !app.isSingleTenant);
  if (isKnown) return;
  throw refuseLogin({
    status: 400,
    error: 'unauthorized_client',
    code: 700016,
    text: `Application with identifier '${clientId}' was not found in the directory '${tenantId}'.`,
  });
}

function audienceOf(core: WorkplaceCore, scope: string): string {
  const [, resource] = /^(\S+?)\/?\/\.default$/.exec(scope) ?? [];
  if (resource === undefined) {
    throw refuseLogin({
      status: 400,
      error: 'invalid_scope',
      code: 1002012,
      text: `The provided value for scope ${scope} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).`,
    });
  }
  if (resource === BOT_AUDIENCE) return BOT_AUDIENCE;
  // A gateway configured with another Graph URL may request that URL's scope.
  if (resource === GRAPH_AUDIENCE || resource === core.addresses.graph) return GRAPH_AUDIENCE;
  throw refuseLogin({
    status: 400,
    error: 'invalid_resource',
    code: 500011,
    text: `The resource principal named ${resource} was not found in the tenant named ${core.app.tenantId}.`,
  });
}
