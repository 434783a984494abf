import { type AllowedHosts, HostList, type HostCredentials } from '../../../media/index.js';
import type { Cloud } from '../../settings/cloud.js';

/** Hosts the operator may have added (`mediaAllowHosts`, `mediaAuthAllowHosts`). */
export interface MediaHostSettings {
  readonly mediaAllowHosts?: readonly string[] | undefined;
  readonly mediaAuthAllowHosts?: readonly string[] | undefined;
}

const GRAPH = ['graph.microsoft.com', 'graph.microsoft.us', 'graph.microsoft.de', 'graph.microsoft.cn'];
const SHAREPOINT = ['sharepoint.com', 'sharepoint.us', 'sharepoint.de', 'sharepoint.cn', 'sharepoint-df.com'];
const DOCUMENTS = [...SHAREPOINT, '1drv.ms', 'onedrive.live.com', 'onedrive.com'];
/** The hosts of the platform's files (wire 6). */
const ALLOWED = [
  ...GRAPH,
  ...SHAREPOINT,
  '1drv.ms',
  'onedrive.com',
  'teams.microsoft.com',
  'teams.cdn.office.net',
  'statics.teams.cdn.office.net',
  'office.com',
  'office.net',
  'asm.skype.com',
  'ams.skype.com',
  'media.ams.skype.com',
  'trafficmanager.net',
  'blob.core.windows.net',
  'azureedge.net',
  'microsoft.com',
  'botframework.azure.cn',
];
const AUTHORISED = [
  'api.botframework.com',
  'botframework.com',
  'smba.trafficmanager.net',
  'botframework.azure.cn',
  ...GRAPH,
];
/**
 * Any customer can get a host name below these, so a token is sent only to hosts that are named exactly
 * (CVE-2026-28481).
 */
const SHARED_SUFFIXES = new HostList(['trafficmanager.net', 'blob.core.windows.net', 'azureedge.net']);
const DOCUMENT_HOSTS = new HostList(DOCUMENTS);
/** Hosts that get the directory's token first. */
const DIRECTORY_FIRST = new HostList([...GRAPH, ...DOCUMENTS, 'microsoftgraph.chinacloudapi.cn']);

/**
 * The path of a file at the bot channel, below its region and tenant (wire 1.17). No other path may get the bot's token
 * there, because the token opens more than files; and the directory would read any other path as that of a document.
 */
const BOT_FILE = /^(?:\/[\w-]+){0,3}\/v3\/attachments\/[^/%:]+(?:\/views\/[^/%:]+)?$/;

/** Whether documents there are available only with the directory's `shares` call (wire 6, 2). */
export function isDocumentHost(url: string): boolean {
  const host = URL.parse(url)?.hostname;
  return host !== undefined && DOCUMENT_HOSTS.has(host);
}

/** The hosts of the cloud itself; those of a custom cloud come from its settings. */
const hostsOf = ({ graphUrl, serviceUrlHosts }: Cloud): string[] => [
  new URL(graphUrl).hostname,
  ...serviceUrlHosts,
];

/** Hosts from which files may be fetched. An empty list allows none. */
export function allowedHosts({ mediaAllowHosts }: MediaHostSettings, cloud: Cloud): AllowedHosts {
  const own = [...(mediaAllowHosts ?? []), ...(cloud.isOwn ? hostsOf(cloud) : [])];
  return {
    hosts: new HostList(mediaAllowHosts ?? [...ALLOWED, ...hostsOf(cloud)]),
    own: new HostList(own),
  };
}

/** Returns a token for the directory API, or the bot's own. */
export type TokenOf = (whose: 'directory' | 'bot') => Promise<string>;

/** Hosts that may receive a token (wire 6, 5). An empty list allows none. */
export function authorizationsFor(
  { mediaAuthAllowHosts }: MediaHostSettings,
  cloud: Cloud,
  tokenOf: TokenOf,
): HostCredentials {
  const hosts = new HostList(mediaAuthAllowHosts ?? [...AUTHORISED, ...hostsOf(cloud)]);
  const apis = new HostList([...AUTHORISED, ...hostsOf(cloud)]);
  const isDirectory = (host: string) =>
    host === new URL(cloud.graphUrl).hostname || DIRECTORY_FIRST.has(host);
  return {
    mayReceive: (host) => hosts.has(host) && (!SHARED_SUFFIXES.has(host) || hosts.isNamed(host)),
    // Without this rule, an address in a message could read any API with the app's rights.
    mayRead: ({ hostname, pathname }) => !apis.has(hostname) || BOT_FILE.test(pathname),
    authorizationsFor: (host) =>
      tokensIn(isDirectory(host) ? ['directory', 'bot'] : ['bot', 'directory'], tokenOf),
  };
}

/** Requests each token only when the previous one has failed. */
async function* tokensIn(order: readonly ('directory' | 'bot')[], tokenOf: TokenOf): AsyncGenerator<string> {
  for (const whose of order) {
    const token = await tokenOf(whose).catch(() => undefined);
    if (token !== undefined) yield `Bearer ${token}`;
  }
}
