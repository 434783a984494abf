import { fieldsOf, textOf, urlBelow } from '../../../channels/kit/index.js';
import {
  type AccessToken,
  type Exchange,
  NoToken,
  type ClientAuthentication,
  type TokenSource,
} from './token-source.js';

const TIMEOUT_MS = 15_000;

export interface DirectoryApp {
  readonly loginUrl: string;
  readonly tenantId: string;
  readonly appId: string;
}

/** Cures for the refusals that operators are likely to see (wire 2.4). */
const REASONS: Readonly<Record<number, string>> = {
  7000215: 'the client secret is wrong: `appPassword` must be its value, not its ID',
  7000222: 'the client secret has expired: make a new one',
  700016: 'the app is not in this directory: check `appId` and `tenantId`',
  700027: "the certificate is not one of the app's: check `auth.certificateFile`",
  700211: "no federated credential of the app fits the token's issuer",
  700213: "no federated credential of the app fits the token's subject",
  90002: 'there is no such directory: check `tenantId`',
  65001: 'an administrator of the directory has to consent',
};

/** Tokens of the directory for the app itself (client credentials, wire 2.4). */
export class DirectorySource implements TokenSource {
  constructor(
    private readonly app: DirectoryApp,
    private readonly authentication: ClientAuthentication,
    private readonly exchange: Exchange,
  ) {}

  async requestToken(resource: string, signal: AbortSignal): Promise<AccessToken> {
    const { loginUrl, tenantId, appId } = this.app;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: appId,
      scope: `${resource}/.default`,
      ...(await this.authentication(signal)),
    });
    const url = urlBelow(loginUrl, `${tenantId}/oauth2/v2.0/token`);
    const outcome = await this.exchange({ url, method: 'POST', body, timeoutMs: TIMEOUT_MS, signal });
    if (outcome.kind !== 'answered') throw new NoToken('unreachable', `the directory: ${outcome.detail}`);
    return tokenIn(outcome.status, outcome.json);
  }
}

/** @throws NoToken */
export function tokenIn(status: number, json: unknown): AccessToken {
  const answer = fieldsOf(json);
  const value = textOf(answer.access_token);
  if (status === 200 && value !== undefined) {
    const seconds = Number(answer.expires_in);
    return { value, goodForMs: seconds > 0 ? seconds * 1_000 : 3_600_000 };
  }
  const codes = Array.isArray(answer.error_codes) ? answer.error_codes.map(Number) : [];
  const reason = codes.map((code) => REASONS[code]).find((each) => each !== undefined);
  const code = codes[0] === undefined ? (textOf(answer.error) ?? '') : `AADSTS${codes[0]}`;
  const kind = status === 429 || status >= 500 || status < 400 ? 'unreachable' : 'refused';
  throw new NoToken(
    kind,
    `the directory gives no token (HTTP ${status} ${code})${reason ? `: ${reason}` : ''}`,
  );
}
