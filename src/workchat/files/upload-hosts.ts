import { isLoopbackHost } from '../../common/index.js';
import type { Cloud } from '../settings/cloud.js';

/** Where documents of people and sites live; a host below one of them is one of them (wire 5.2). */
const DOCUMENT_HOSTS = [
  ...['sharepoint.com', 'sharepoint.us', 'sharepoint.de', 'sharepoint.cn', 'sharepoint-df.com'],
  ...['storage.live.com', 'onedrive.com', '1drv.ms'],
  ...['graph.microsoft.com', 'graph.microsoft.us', 'graph.microsoft.de', 'graph.microsoft.cn'],
  'microsoftgraph.chinacloudapi.cn',
];

export interface UploadHosts {
  readonly cloud: Cloud;
  /** `mediaAllowHosts`; what it names by name may also take files. */
  readonly named: readonly string[];
}

/**
 * Why a file may not be put there; undefined when it may. A host that the operator names, in a cloud of their own or in
 * `mediaAllowHosts`, may be on loopback, over http and at any port (DESIGN 7); all others are https on port 443. What is
 * on no list gets no file, whatever `mediaAllowHosts` says of downloads by `*`.
 */
export function uploadProblem(text: string, { cloud, named }: UploadHosts): string | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || text.includes('\\'))
    return 'the address to upload to is not a plain URL';
  const own = [...named, ...(cloud.isOwn ? ownHosts(cloud) : [])];
  const isNamed = own.some((entry) => isWithin(url.hostname, entry));
  if (!isNamed && !DOCUMENT_HOSTS.some((entry) => isWithin(url.hostname, entry)))
    return `the address to upload to is on ${url.hostname}, which is no host of documents`;
  if (url.protocol === 'https:')
    return isNamed || url.port === '' ? undefined : 'the address to upload to has a port of its own';
  const isLocal = url.protocol === 'http:' && isNamed && isLoopbackHost(url.hostname);
  return isLocal ? undefined : 'the address to upload to is not https';
}

/** Those that may be on addresses which are not public. */
export const isNamedHost = (text: string, { cloud, named }: UploadHosts): boolean => {
  const host = URL.parse(text)?.hostname ?? '';
  return [...named, ...(cloud.isOwn ? ownHosts(cloud) : [])].some((entry) => isWithin(host, entry));
};

const ownHosts = ({ graphUrl, loginUrl, serviceUrlHosts }: Cloud): readonly string[] => [
  ...[graphUrl, loginUrl].map((url) => URL.parse(url)?.hostname ?? ''),
  ...serviceUrlHosts,
];

function isWithin(host: string, entry: string): boolean {
  const name = entry.toLowerCase().replace(/^\*\./, '');
  return name !== '' && name !== '*' && (host === name || host.endsWith(`.${name}`));
}
