import type { ConnectorState } from '../../channels/index.js';
import { type Clock, isLoopbackHost } from '../../common/index.js';
import { RemoteUploads, type AllowedHosts, HostList } from '../../media/index.js';
import type { DirectoryApi } from '../service/directory/directory-api.js';
import { fileActivity } from './activities.js';
import type { Reference } from '../service/references/references.js';
import type { ConnectorService } from '../service/connector-service.js';
import type { WorkchatSettings } from '../settings/settings.js';
import { DocumentSite } from '../files/document-site.js';
import { FileNotes } from '../files/file-notes.js';
import { ConsentResponses } from '../files/consent-responses.js';
import { OutgoingFiles } from '../files/outgoing-files.js';
import { SiteFiles } from '../files/site-files.js';
import { Uploader } from '../files/uploads.js';
import type { Cloud } from '../settings/cloud.js';

export interface FilePartsNeeds {
  readonly state: ConnectorState;
  readonly clock: Clock;
  readonly service: ConnectorService;
  readonly directory: DirectoryApi;
  /** Directory group of the place's team. @throws DirectoryFailure */
  readonly groupOf: (reference: Reference) => Promise<string>;
  /** As they are now. */
  readonly settings: () => WorkchatSettings;
}

/** The services that send files of one account, put together. */
export class FileParts {
  readonly notes: FileNotes;
  readonly outgoing: OutgoingFiles;
  readonly consentResponses: ConsentResponses;
  private readonly uploads = new RemoteUploads();

  constructor(private readonly needs: FilePartsNeeds) {
    const { state, service, clock, settings } = needs;
    this.notes = new FileNotes(state);
    this.outgoing = new OutgoingFiles({
      notes: this.notes,
      site: () => this.siteFiles(),
      requestMs: () => settings().config.fileRequestMinutes * 60_000,
    });
    this.consentResponses = new ConsentResponses({
      service,
      notes: this.notes,
      clock,
      uploader: new Uploader(
        (call, signal) => this.uploads.call({ ...call, allowed: driveHosts(settings()) }, signal),
        clock,
      ),
      activityOf: (reference, message) => fileActivity(reference, message, { isLabelled: false }),
    });
  }

  private siteFiles(): SiteFiles | undefined {
    const { directory, groupOf, settings, clock } = this.needs;
    const { docSiteId, fileSharing: sharing } = settings().config;
    if (docSiteId === undefined) return undefined;
    const site = new DocumentSite(directory, docSiteId);
    const uploader = new Uploader(
      (call, signal) => this.uploads.call({ ...call, allowed: sessionHosts(settings(), call.url) }, signal),
      clock,
    );
    return new SiteFiles({ site, directory, groupOf, sharing, uploader });
  }
}

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
function driveHosts(settings: WorkchatSettings): AllowedHosts {
  const named = namedIn(settings);
  return { hosts: new HostList([...DOCUMENT_HOSTS, ...named]), own: new HostList(named) };
}

/** Hosts that may take a file for the site: the directory itself says where, as somebody it trusts. */
function sessionHosts(settings: WorkchatSettings, url: string): AllowedHosts {
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
