import type { ConnectorState } from '../../channels/index.js';
import type { Clock } from '../../common/index.js';
import { RemoteUploads } from '../../media/index.js';
import type { DirectoryApi } from '../directory/directory-api.js';
import { fileActivity } from '../outbound/activities.js';
import type { Reference } from '../places/references.js';
import type { ConnectorService } from '../service/connector-service.js';
import type { WorkchatSettings } from '../settings/settings.js';
import { DocumentSite } from './document-site.js';
import { FileNotes } from './file-notes.js';
import { Handovers } from './handovers.js';
import { OutgoingFiles } from './outgoing-files.js';
import { SiteFiles } from './site-files.js';
import { driveHosts, sessionHosts } from './upload-hosts.js';
import { Uploader } from './uploads.js';

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
  readonly handovers: Handovers;
  private readonly uploads = new RemoteUploads();

  constructor(private readonly needs: FilePartsNeeds) {
    const { state, service, clock, settings } = needs;
    this.notes = new FileNotes(state);
    this.outgoing = new OutgoingFiles({
      notes: this.notes,
      site: () => this.siteFiles(),
      requestMs: () => settings().config.fileRequestMinutes * 60_000,
    });
    this.handovers = new Handovers({
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
