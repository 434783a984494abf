import { type AllowedHosts, HostList, type HostCredentials } from '../../../media/index.js';
import type { Cloud } from '../../settings/cloud.js';

/** Hosts the operator may have added (`mediaAllowHosts`, `mediaAuthAllowHosts`). */
export interface MediaHostSettings {
  readonly mediaAllowHosts?: readonly string[] | undefined;
  readonly mediaAuthAllowHosts?: readonly string[] | undefined;
}

/** Where files of the platform are (wire 6). */
const ALLOWED = [
  ...['graph.microsoft.com', 'graph.microsoft.us', 'graph.microsoft.de', 'graph.microsoft.cn'],
  ...['sharepoint.com', 'sharepoint.us', 'sharepoint.de', 'sharepoint.cn', 'sharepoint-df.com'],
  ...['1drv.ms', 'onedrive.com', 'teams.microsoft.com', 'teams.cdn.office.net'],
  ...['statics.teams.cdn.office.net', 'office.com', 'office.net', 'asm.skype.com', 'ams.skype.com'],
  ...['media.ams.skype.com', 'trafficmanager.net', 'blob.core.windows.net', 'azureedge.net'],
  ...['microsoft.com', 'botframework.azure.cn'],
];
const AUTHORISED = [
  ...['api.botframework.com', 'botframework.com', 'smba.trafficmanager.net', 'botframework.azure.cn'],
  ...['graph.microsoft.com', 'graph.microsoft.us', 'graph.microsoft.de', 'graph.microsoft.cn'],
];
/** Names below these are given to any customer: a token goes only where the very host is named (CVE-2026-28481). */
const SHARED_SUFFIXES = new HostList(['trafficmanager.net', 'blob.core.windows.net', 'azureedge.net']);
const DOCUMENT_HOSTS = new HostList([
  ...['sharepoint.com', 'sharepoint.us', 'sharepoint.de', 'sharepoint.cn', 'sharepoint-df.com'],
  ...['1drv.ms', 'onedrive.live.com', 'onedrive.com'],
]);
/** Hosts where the directory's token is the one that is wanted first. */
const DIRECTORY_FIRST = new HostList([
  ...['graph.microsoft.com', 'graph.microsoft.us', 'graph.microsoft.de', 'graph.microsoft.cn'],
  ...['sharepoint.com', 'sharepoint.us', 'sharepoint.de', 'sharepoint.cn', 'sharepoint-df.com'],
  ...['1drv.ms', 'onedrive.live.com', 'onedrive.com', 'microsoftgraph.chinacloudapi.cn'],
]);

/**
 * A file at the bot channel, below its region and tenant, and nothing else that its token opens there (wire 1.17): below
 * any other path the directory would take it for the path of somebody's document.
 */
const BOT_FILE = /^(?:\/[\w-]+){0,3}\/v3\/attachments\/[^/%:]+(?:\/views\/[^/%:]+)?$/;

/** Whether a document there is to be had by the directory's `shares` call only (wire 6, 2). */
export function isDocumentHost(url: string): boolean {
  const host = URL.parse(url)?.hostname;
  return host !== undefined && DOCUMENT_HOSTS.has(host);
}

/** The hosts of the cloud itself: where it is the operator's, they stand in his settings. */
const hostsOf = ({ graphUrl, serviceUrlHosts }: Cloud): string[] => [
  new URL(graphUrl).hostname,
  ...serviceUrlHosts,
];

/** Where files may be fetched from. An empty list = nowhere. */
export function allowedHosts({ mediaAllowHosts }: MediaHostSettings, cloud: Cloud): AllowedHosts {
  const own = [...(mediaAllowHosts ?? []), ...(cloud.isOwn ? hostsOf(cloud) : [])];
  return {
    hosts: new HostList(mediaAllowHosts ?? [...ALLOWED, ...hostsOf(cloud)]),
    own: new HostList(own),
  };
}

/** Gives a token for the directory API, or the bot's own. */
export type TokenOf = (whose: 'directory' | 'bot') => Promise<string>;

/** Hosts that may be shown a token (wire 6, 5). An empty list = none. */
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
    // Else whoever writes an address into a message would read with the app's rights whatever an API tells it.
    mayRead: ({ hostname, pathname }) => !apis.has(hostname) || BOT_FILE.test(pathname),
    authorizationsFor: (host) =>
      tokensIn(isDirectory(host) ? ['directory', 'bot'] : ['bot', 'directory'], tokenOf),
  };
}

/** Each is asked for when the one before was of no use. */
async function* tokensIn(order: readonly ('directory' | 'bot')[], tokenOf: TokenOf): AsyncGenerator<string> {
  for (const whose of order) {
    const token = await tokenOf(whose).catch(() => undefined);
    if (token !== undefined) yield `Bearer ${token}`;
  }
}
