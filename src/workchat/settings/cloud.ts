import { IsNotEmpty, IsString } from 'class-validator';
import { isLoopbackHost } from '../../common/index.js';
import { AreStrings, ConfigProblem, type HasProblems, IsBaseUrl, Setting } from '../../config/index.js';

export const CLOUD_NAMES = ['public', 'usgov', 'china'] as const;
export type CloudName = (typeof CLOUD_NAMES)[number];

/** The addresses of a cloud of the platform. All are required, because some of them alone are useless (wire 2.3). */
export class CloudConfig implements HasProblems {
  @Setting({ doc: 'Base URL of the directory that issues tokens.' })
  @IsBaseUrl()
  loginUrl = '';

  @Setting({ doc: 'URL of the document with the keys for inbound calls.' })
  @IsBaseUrl()
  openIdMetadataUrl = '';

  @Setting({ doc: 'Issuer of the tokens in inbound calls.' })
  @IsString()
  @IsNotEmpty()
  tokenIssuer = '';

  @Setting({ doc: 'Resource for which the bot requests its token, without `/.default`.' })
  @IsString()
  @IsNotEmpty()
  oauthScope = '';

  @Setting({ doc: 'Base URL of the directory API.' })
  @IsBaseUrl()
  graphUrl = '';

  @Setting({
    doc: 'Allowed hosts for service URLs: a name, or `*.name` for all its subdomains.',
    type: 'string[]',
  })
  @AreStrings()
  serviceUrlHosts: string[] = [];

  problems(): readonly ConfigProblem[] {
    const urls = ['loginUrl', 'openIdMetadataUrl', 'graphUrl'] as const;
    const open = urls.filter((key) => isOpenHttp(this[key]));
    return [
      ...open.map((key) => new ConfigProblem(key, 'must be https (http on loopback only)')),
      ...(this.serviceUrlHosts.length === 0
        ? [new ConfigProblem('serviceUrlHosts', 'must name at least one host')]
        : []),
    ];
  }
}

const isOpenHttp = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'http:' && !isLoopbackHost(url.hostname);
};

/** A cloud with all its addresses. */
export interface Cloud {
  readonly loginUrl: string;
  readonly openIdMetadataUrl: string;
  readonly tokenIssuer: string;
  readonly oauthScope: string;
  readonly graphUrl: string;
  readonly serviceUrlHosts: readonly string[];
  /** The audience of a managed identity's token that is exchanged for one of the app. */
  readonly exchangeResource: string;
  /** A custom cloud of the operator, whose hosts may be on loopback and use http there (DESIGN 7). */
  readonly isOwn: boolean;
}

/** The host of the web-chat tester on the bot's set-up page (spec, cloud bot setup 5). */
export const WEB_CHAT_HOST = 'webchat.botframework.com';
/** Its channel name. */
export const WEB_CHAT = 'webchat';

const CLOUDS: Readonly<Record<CloudName, Omit<Cloud, 'isOwn'>>> = {
  public: {
    loginUrl: 'https://login.microsoftonline.com',
    openIdMetadataUrl: 'https://login.botframework.com/v1/.well-known/openidconfiguration',
    tokenIssuer: 'https://api.botframework.com',
    oauthScope: 'https://api.botframework.com',
    graphUrl: 'https://graph.microsoft.com',
    exchangeResource: 'api://AzureADTokenExchange',
    serviceUrlHosts: ['smba.trafficmanager.net', 'smba.infra.gcc.teams.microsoft.com', WEB_CHAT_HOST],
  },
  usgov: {
    loginUrl: 'https://login.microsoftonline.us',
    openIdMetadataUrl: 'https://login.botframework.azure.us/v1/.well-known/openidconfiguration',
    tokenIssuer: 'https://api.botframework.us',
    oauthScope: 'https://api.botframework.us',
    graphUrl: 'https://graph.microsoft.us',
    exchangeResource: 'api://AzureADTokenExchangeUSGov',
    serviceUrlHosts: ['smba.infra.gov.teams.microsoft.us', 'smba.infra.dod.teams.microsoft.us'],
  },
  china: {
    loginUrl: 'https://login.partner.microsoftonline.cn',
    openIdMetadataUrl: 'https://login.botframework.azure.cn/v1/.well-known/openidconfiguration',
    tokenIssuer: 'https://api.botframework.azure.cn',
    oauthScope: 'https://api.botframework.azure.cn',
    graphUrl: 'https://microsoftgraph.chinacloudapi.cn',
    exchangeResource: 'api://AzureADTokenExchangeChina',
    serviceUrlHosts: ['*.botframework.azure.cn'],
  },
};

export function cloudOf(config: CloudName | CloudConfig): Cloud {
  if (typeof config === 'string') return { ...CLOUDS[config], isOwn: false };
  const { loginUrl, openIdMetadataUrl, tokenIssuer, oauthScope, graphUrl, serviceUrlHosts } = config;
  const addresses = { loginUrl, openIdMetadataUrl, tokenIssuer, oauthScope, graphUrl, serviceUrlHosts };
  return { ...addresses, exchangeResource: CLOUDS.public.exchangeResource, isOwn: true };
}

/**
 * Whether the bot's token may be sent to this address: https on a host of the cloud, and nothing but a path in the URL
 * (wire 2.3 trap D). A custom cloud may also be on loopback, with http and any port.
 */
export function isServiceUrl(text: string, { serviceUrlHosts, isOwn }: Cloud): boolean {
  const url = URL.parse(text);
  if (url === null || /[?#\\]/.test(text) || url.username !== '' || url.password !== '') return false;
  if (!serviceUrlHosts.some((entry) => isHost(url.hostname, entry))) return false;
  if (url.protocol === 'https:') return isOwn || url.port === '';
  return url.protocol === 'http:' && isOwn && isLoopbackHost(url.hostname);
}

function isHost(host: string, entry: string): boolean {
  const name = entry.toLowerCase();
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
}
