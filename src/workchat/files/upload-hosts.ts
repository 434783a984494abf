import { isLoopbackHost } from '../../common/index.js';
import { type AllowedHosts, HostList } from '../../media/index.js';
import type { Cloud } from '../settings/cloud.js';
import type { WorkchatSettings } from '../settings/settings.js';

/** Where documents of people and sites live (wire 5.2). */
const DOCUMENT_HOSTS = [
  ...['sharepoint.com', 'sharepoint.us', 'sharepoint.de', 'sharepoint.cn', 'sharepoint-df.com'],
  ...['storage.live.com', 'onedrive.com', '1drv.ms'],
  ...['graph.microsoft.com', 'graph.microsoft.us', 'graph.microsoft.de', 'graph.microsoft.cn'],
  'microsoftgraph.chinacloudapi.cn',
];

/**
 * Hosts that may take a file somebody agreed to: their word says where, so that it has to be on a list. What the operator
 * names is on it too; `*` in `mediaAllowHosts` says where files may come from, not where they may go.
 */
export function driveHosts(settings: WorkchatSettings): AllowedHosts {
  const named = namedIn(settings);
  return { hosts: new HostList([...DOCUMENT_HOSTS, ...named]), own: new HostList(named) };
}

/** Hosts that may take a file for the site: the directory itself says where, as somebody it trusts. */
export function sessionHosts(settings: WorkchatSettings, url: string): AllowedHosts {
  const host = URL.parse(url)?.hostname ?? '';
  const own = settings.cloud.isOwn && isLoopbackHost(host) ? [host] : [];
  return { hosts: new HostList(['*']), own: new HostList([...namedIn(settings), ...own]) };
}

const namedIn = ({ cloud, config }: WorkchatSettings): readonly string[] => [
  ...(config.mediaAllowHosts ?? []).filter((entry) => entry !== '*'),
  ...(cloud.isOwn ? ownHosts(cloud) : []),
];

const ownHosts = ({ graphUrl, loginUrl, serviceUrlHosts }: Cloud): readonly string[] => [
  ...[graphUrl, loginUrl].map((url) => URL.parse(url)?.hostname ?? ''),
  ...serviceUrlHosts,
];
