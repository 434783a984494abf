import { IsIn, IsOptional } from 'class-validator';
import { ConfigProblem, type HasProblems, IsBaseUrl, IsReadableFile, Setting } from '../../config/index.js';

export const AUTH_TYPES = ['secret', 'certificate', 'federated', 'managed-identity'] as const;
export type AuthType = (typeof AUTH_TYPES)[number];

/** The bot's authentication to the directory. */
export class AuthConfig implements HasProblems {
  @Setting({
    doc: '`secret` uses `appPassword`; `federated` uses a token of the platform that the gateway runs on; `managed-identity` is for bots of that type.',
    type: AUTH_TYPES.join(' | '),
  })
  @IsIn(AUTH_TYPES)
  type: AuthType = 'secret';

  @Setting({ doc: 'Certificate (PEM) that is registered with the app. For `certificate`.' })
  @IsOptional()
  @IsReadableFile()
  certificateFile?: string;

  @Setting({ doc: 'Private key of the certificate (PEM, not encrypted). For `certificate`.' })
  @IsOptional()
  @IsReadableFile()
  privateKeyFile?: string;

  @Setting({
    doc: 'File with the token to exchange, read again each time. For `federated`.',
    env: 'AZURE_FEDERATED_TOKEN_FILE',
  })
  @IsOptional()
  tokenFile?: string;

  @Setting({
    doc: 'Client ID of the user-assigned identity whose token to exchange, instead of `tokenFile`. For `federated`.',
  })
  @IsOptional()
  managedIdentityClientId?: string;

  @Setting({
    doc: "Endpoint that issues tokens for the machine's identities; unset = the instance metadata service.",
    env: 'IDENTITY_ENDPOINT',
  })
  @IsOptional()
  @IsBaseUrl()
  identityEndpoint?: string;

  @Setting({
    doc: 'The value that `identityEndpoint` expects in `X-IDENTITY-HEADER`.',
    secret: true,
    env: 'IDENTITY_HEADER',
  })
  @IsOptional()
  identityHeader?: string;

  problems(): readonly ConfigProblem[] {
    if (this.type === 'certificate') {
      const files = ['certificateFile', 'privateKeyFile'] as const;
      return files
        .filter((key) => this[key] === undefined)
        .map((key) => new ConfigProblem(key, 'is required if type is certificate'));
    }
    const isExchange = this.tokenFile !== undefined || this.managedIdentityClientId !== undefined;
    if (this.type !== 'federated' || isExchange) return [];
    return [new ConfigProblem('tokenFile', 'or managedIdentityClientId is required if type is federated')];
  }
}
