// The client under test of `npm run conformance:mcp`. Like the gateway it connects through the guard, reads the list,
// leaves out what no model may see, and calls the rest.
import { randomUUID } from 'node:crypto';
import 'reflect-metadata';
import { McpServerConfig } from '../../build/src/config/core/tools/mcp.config.js';
import { connecting } from '../../build/src/mcp/connection/connecting.js';
import { McpFailure } from '../../build/src/mcp/connection/mcp-connection.js';
import { allScopes, takesLogin } from '../../build/src/mcp/login/login.js';
import { toolsIn } from '../../build/src/mcp/tools/tool-catalog.js';
import { definitionText } from '../../build/src/mcp/tools/tool-definition.js';

const SERVER = 'conformance';
const LIMIT_MS = 30_000;
/** The scenario in which no one logs in. */
const CLIENT_CREDENTIALS = 'auth/client-credentials-basic';
const SAMPLES = { number: 2, integer: 2, boolean: true, object: {}, array: [] };

/** Further logins in one scenario are those that a person would give up at. */
const MOST_LOGINS = 3;
const OWN = {
  redirectUri: 'http://localhost:3000/mcp/callback',
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
};

/**
 * Uses the server of one scenario, as the gateway does at its start and in a turn, with a person who logs in when asked.
 * @param context what the scenario says: `toolCalls` that it wants (all tools with sample arguments when it wants none),
 * `client_id` and `client_secret` of a registration, and the name of the scenario
 * @throws when the server cannot be used
 */
export async function useServer(url, context = {}) {
  const person = new Person(url, context);
  if (!takesLogin(person.settings)) person.settings.issuer = await issuerOf(url);
  for (let logins = 0; ; logins++) {
    try {
      return await useOnce(person, context);
    } catch (error) {
      if (error.kind !== 'unauthorized' && error.missingScope === undefined) throw error;
      if (logins === MOST_LOGINS) throw error;
      await person.logIn(error.missingScope);
    }
  }
}

async function useOnce(person, { toolCalls }) {
  const { openConnection } = await connecting();
  const surroundings = { log: () => {}, onToolsChanged: () => {}, authProvider: person.auth };
  const connection = await openConnection(person.settings, surroundings, AbortSignal.timeout(LIMIT_MS));
  try {
    const { tools } = await connection.listTools(AbortSignal.timeout(LIMIT_MS));
    const offered = toolsIn(tools.flatMap(pinned), person.settings).tools;
    const calls =
      toolCalls ??
      offered.map(({ name, offered: { inputSchema } }) => ({
        name,
        arguments: sampleOf(inputSchema, offered),
      }));
    for (const { name, arguments: input } of calls)
      await call(
        connection,
        offered.find((each) => each.name === name),
        input,
      );
  } finally {
    await connection.close();
  }
}

/** Logs in to the server, as `gatehouse mcp login` has a person do it. Its tokens are kept here, not in a database. */
class Person {
  constructor(url, { scenario, client_id: clientId, client_secret: clientSecret }) {
    const login = scenario !== CLIENT_CREDENTIALS;
    const client = clientSecret === undefined ? {} : { clientId, clientSecret, login };
    this.settings = Object.assign(new McpServerConfig(), { url, ...client });
    this.auth = {
      token: async () => this.tokens?.accessToken,
      onUnauthorized: async () => {
        throw new McpFailure('unauthorized', 'it wants a login');
      },
    };
  }

  async logIn(missingScope) {
    if (!takesLogin(this.settings)) throw new Error('no one can log in');
    const { beginLogin, challengeOf, checkIssuer, exchangeCode } = await connecting();
    // The scenarios run on this machine: an operator has to name their authorization server.
    this.settings.issuer = await issuerOf(this.settings.url);
    const challenge = await challengeOf(this.settings, undefined, AbortSignal.timeout(LIMIT_MS));
    const state = randomUUID();
    const scope = allScopes(this.tokens?.scope, missingScope);
    const begun = await beginLogin(this.settings, { ...OWN, state, challenge, scope });
    const answer = await fetch(begun.address, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location')).searchParams;
    if (back.get('state') !== state) throw new Error('the answer has another state');
    const iss = back.get('iss') ?? undefined;
    checkIssuer(begun, iss);
    this.tokens = await exchangeCode(begun, { code: back.get('code'), iss }, { now: Date.now() });
  }
}

/** The authorization server that an MCP server names. */
async function issuerOf(url) {
  const { origin, pathname } = new URL(url);
  const asked = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const named = /resource_metadata="([^"]+)"/.exec(asked.headers.get('www-authenticate') ?? '')?.[1];
  const root = `${origin}/.well-known/oauth-protected-resource`;
  for (const place of [named, root + pathname, root].filter(Boolean)) {
    const answer = await fetch(place);
    if (answer.ok) return (await answer.json()).authorization_servers?.[0];
  }
  return undefined;
}

/** As the first list of a server is. */
function pinned(tool) {
  const text = definitionText(tool);
  if (typeof text !== 'string') return [];
  return [{ server: SERVER, name: tool.name, origin: '', accepted: text, offered: text }];
}

/** A model hears of a failure, and goes on. */
async function call(connection, tool, input) {
  if (!tool) return;
  try {
    await connection.call({ tool: tool.offered, input }, AbortSignal.timeout(LIMIT_MS));
  } catch (error) {
    if (error.kind === 'unauthorized' || error.missingScope !== undefined) throw error;
    console.error(`${tool.name}: ${error.message}`);
  }
}

/** Some valid arguments of a tool; a schema is that of the first one, as a model would get it. */
function sampleOf({ properties = {} }, [first]) {
  const sample = (name, type) =>
    name === 'schema' ? first.definition.inputSchema : (SAMPLES[type] ?? 'text');
  return Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, sample(name, type)]));
}
