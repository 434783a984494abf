import type { ConnectorState } from '../../channels/index.js';
import { type Clock, isLoopbackHost } from '../../common/index.js';
import type { DirectoryApi } from '../directory/directory-api.js';
import { fileActivity } from '../outbound/activities.js';
import type { Reference } from '../places/references.js';
import type { ConnectorService } from '../service/connector-service.js';
import { exchange } from '../service/exchange.js';
import type { WorkchatSettings } from '../settings/settings.js';
import { DocumentSite } from './document-site.js';
import { FileNotes } from './file-notes.js';
import { Handovers } from './handovers.js';
import { OutgoingFiles } from './outgoing-files.js';
import { SiteFiles } from './site-files.js';
import { uploadProblem } from './upload-hosts.js';
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

/** What sends files of one account, put together. */
export class FileParts {
  readonly notes: FileNotes;
  readonly outgoing: OutgoingFiles;
  readonly handovers: Handovers;
  private readonly sessions: Uploader;

  constructor(private readonly needs: FilePartsNeeds) {
    const { state, service, clock, settings } = needs;
    this.notes = new FileNotes(state);
    this.sessions = new Uploader(async (call) => {
      const detail = this.sessionProblem(call.url);
      return detail === undefined ? exchange(call) : { kind: 'refused', detail };
    });
    this.outgoing = new OutgoingFiles({
      notes: this.notes,
      site: () => this.siteFiles(),
      requestMs: () => settings().config.fileRequestMinutes * 60_000,
    });
    this.handovers = new Handovers({
      service,
      notes: this.notes,
      clock,
      uploader: this.driveUploader(),
      activityOf: (reference, message) => fileActivity(reference, message, { isLabelled: false }),
    });
  }

  private siteFiles(): SiteFiles | undefined {
    const { directory, groupOf, settings } = this.needs;
    const { docSiteId, fileSharing: sharing } = settings().config;
    if (docSiteId === undefined) return undefined;
    const site = new DocumentSite(directory, docSiteId);
    return new SiteFiles({ site, directory, groupOf, sharing, uploader: this.sessions });
  }

  /** The address comes with somebody's answer, so that it has to be on a list (wire 5.2). */
  private driveUploader(): Uploader {
    return new Uploader(async (call) => {
      const { cloud, config } = this.needs.settings();
      const detail = uploadProblem(call.url, { cloud, named: config.mediaAllowHosts ?? [] });
      return detail === undefined ? exchange(call) : { kind: 'refused', detail };
    });
  }

  /** The address comes from the directory itself. */
  private sessionProblem(text: string): string | undefined {
    const url = URL.parse(text);
    const { isOwn } = this.needs.settings().cloud;
    if (url?.protocol === 'https:' || (url && isOwn && isLoopbackHost(url.hostname))) return undefined;
    return 'the address to upload to is not https';
  }
}
