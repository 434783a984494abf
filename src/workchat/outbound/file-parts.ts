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
  /** The directory group of the place's team. @throws DirectoryFailure */
  readonly groupOf: (reference: Reference) => Promise<string>;
  /** The current settings. */
  readonly settings: () => WorkchatSettings;
}

/** Creates the services that send the files of one account. */
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

/** The hosts of documents of people and sites (wire 5.2). */
const DOCUMENT_HOSTS = [
  'sharepoint.com',
  'sharepoint.us',
  'sharepoint.de',
  'sharepoint.cn',
  'sharepoint-df.com',
  'storage.live.com',
  'onedrive.com',
  '1drv.ms',
  'graph.microsoft.com',
  'graph.microsoft.us',
  'graph.microsoft.de',
  'graph.microsoft.cn',
  'microsoftgraph.chinacloudapi.cn',
];

/**
 * Hosts that may receive an accepted file. The person's client states the address, so its host must be on a list; hosts
 * named by the operator are on that list too. `*` in `mediaAllowHosts` applies only to downloads.
 */
function driveHosts(settings: WorkchatSettings): AllowedHosts {
  const named = namedIn(settings);
  return { hosts: new HostList([...DOCUMENT_HOSTS, ...named]), own: new HostList(named) };
}

/** Hosts that may receive a file for the site: the directory itself states the address. */
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
