import { fieldsOf, textOf, urlBelow } from '../../../channels/kit/index.js';
import {
  type AccessToken,
  type Correction,
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

interface KnownRefusal extends Correction {
  readonly why: string;
}

const SET_SECRET = '`gatehouse config set channels.workchat.appPassword -` (paste it, then press Ctrl-D)';
const SET_TENANT = '`gatehouse config set channels.workchat.tenantId <id>`';

/** Refusals that operators are likely to see, by their code (wire 2.4). */
const REFUSALS: Readonly<Record<number, KnownRefusal>> = {
  7000215: {
    why: 'the client secret is wrong; `appPassword` must be its value, not its ID',
    setting: 'appPassword',
    remedy: `Use the value of the secret, which is shown only once, when you create it (Certificates & secrets): ${SET_SECRET}.`,
  },
  7000222: {
    why: 'the client secret has expired',
    setting: 'appPassword',
    remedy: `Create a new one on the app's page (Certificates & secrets), then ${SET_SECRET}.`,
  },
  700016: {
    why: 'the app is not in this directory; check `appId` and `tenantId`',
    setting: 'tenantId',
    remedy: `Compare both with the overview on the app's page, then ${SET_TENANT}.`,
  },
  700024: {
    why: "the app's credentials are out of date; check the clock of this machine",
    remedy: 'Synchronize the clock of this machine: `timedatectl set-ntp true`.',
  },
  700027: {
    why: 'the certificate is not registered with the app; check `auth.certificateFile`',
    setting: 'auth.certificateFile',
    remedy:
      "Upload this certificate on the app's page (Certificates & secrets), or use one that is registered there.",
  },
  700211: {
    why: "no federated credential of the app matches the token's issuer",
    setting: 'auth.tokenFile',
    remedy: "Add one with that issuer on the app's page (Certificates & secrets, Federated credentials).",
  },
  700213: {
    why: "no federated credential of the app matches the token's subject",
    setting: 'auth.tokenFile',
    remedy: "Add one with that subject on the app's page (Certificates & secrets, Federated credentials).",
  },
  90002: {
    why: 'the directory does not exist; check `tenantId`',
    setting: 'tenantId',
    remedy: `Copy the directory (tenant) ID from the overview on the app's page, then ${SET_TENANT}.`,
  },
  65001: {
    why: 'an administrator of the directory must consent',
    remedy: "Ask an administrator to grant admin consent on the app's page (API permissions).",
  },
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
    if (outcome.kind !== 'answered')
      throw new NoToken('unreachable', `the directory cannot be reached: ${outcome.detail}`);
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
  const refusal = codes.map((code) => REFUSALS[code]).find((each) => each !== undefined);
  const code = codes[0] === undefined ? (textOf(answer.error) ?? '') : `AADSTS${codes[0]}`;
  const kind = status === 429 || status >= 500 || status < 400 ? 'unreachable' : 'refused';
  throw new NoToken(
    kind,
    `the directory issues no token (HTTP ${status} ${code})${refusal ? `: ${refusal.why}` : ''}`,
    refusal,
  );
}
