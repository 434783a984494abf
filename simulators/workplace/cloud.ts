import type { Addresses } from './core/core.js';
import { CHANNEL_ISSUER } from './core/login/channel-signer.js';
import { BOT_AUDIENCE } from './core/login/tokens.js';

/** The value for `channels.workchat.cloud`. */
export interface WorkplaceCloud {
  readonly loginUrl: string;
  readonly openIdMetadataUrl: string;
  readonly tokenIssuer: string;
  readonly oauthScope: string;
  readonly graphUrl: string;
  readonly serviceUrlHosts: readonly string[];
}

/** The cloud settings for the given addresses (DESIGN 6). */
export const cloudOf = ({ login, graph, service }: Addresses): WorkplaceCloud => ({
  loginUrl: login,
  openIdMetadataUrl: `${login}/v1/.well-known/openidconfiguration`,
  tokenIssuer: CHANNEL_ISSUER,
  oauthScope: BOT_AUDIENCE,
  graphUrl: graph,
  serviceUrlHosts: [new URL(service).hostname],
});

export interface WorkplaceSettings extends MediaHosts {
  readonly enabled: true;
  readonly appId: string;
  readonly appPassword: string;
  readonly tenantId: string;
  readonly cloud: WorkplaceCloud;
}

export interface MediaHosts {
  readonly mediaAllowHosts: readonly string[];
  /** Excludes the pre-signed host, where a token makes the download fail (workchat-wire 1.16). */
  readonly mediaAuthAllowHosts: readonly string[];
}

export const mediaHostsOf = ({ service, graph, files, media }: Addresses): MediaHosts => ({
  mediaAllowHosts: namesOf(service, graph, files, media),
  mediaAuthAllowHosts: namesOf(service, graph, media),
});

const namesOf = (...urls: readonly string[]): string[] => [
  ...new Set(urls.map((url) => new URL(url).hostname)),
];
