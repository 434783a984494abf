import * as sdk from '@modelcontextprotocol/client';
import { McpFailure } from '../connection/mcp-connection.js';
import { openAddress, type ServerSettings } from '../connection/open-connection.js';
import type { Network } from '../connection/server-fetch.js';
import type { Challenge } from './begin-login.js';

const REFUSED = 'it needs a login';

/**
 * Asks a server for its tools without a token.
 * @returns undefined when it answers, so that it may want none
 * @throws McpFailure when it cannot be asked
 */
export async function challengeOf(
  server: ServerSettings & { readonly url: string },
  network: Network | undefined,
  signal: AbortSignal,
): Promise<Challenge | undefined> {
  let challenge: Challenge | undefined;
  const authProvider = {
    token: () => Promise.resolve(undefined),
    onUnauthorized: ({ response }: { readonly response: Response }) => {
      challenge = sdk.extractWWWAuthenticateParams(response);
      return Promise.reject(new McpFailure('unauthorized', REFUSED));
    },
  };
  const options = { network, authProvider, onToolsChanged: () => undefined };
  try {
    const connection = await openAddress(server, options, signal);
    await connection.listTools(signal).finally(() => connection.close());
  } catch (error) {
    if (!challenge) throw error;
  }
  return challenge;
}
