import { type ConnectorState, DEFAULT_ACCOUNT } from '../../channels/index.js';
import { fieldsOf, parseJson, recordOf } from '../../channels/kit/index.js';
import { WORKCHAT } from '../ids/id.js';
import type { SiteFile } from './document-site.js';
import type { SharedFile } from './site-files.js';

/** The progress of a file's delivery, for the replica that continues it after a restart or a takeover. */
export interface FileNote {
  /** The file is on the site, but not shared yet. */
  readonly stored?: SiteFile;
  /** The file is on the site and shared; a posted message, if any, refers to this one. */
  readonly shared?: SharedFile;
  /** The last piece was being sent to a person's drive, so a missing session means that it was completed. */
  readonly isCompleting?: boolean;
  /** The file is in the person's drive. */
  readonly isUploaded?: boolean;
  /** A separate message may have been posted, because the request could not be replaced. */
  readonly isPosting?: boolean;
}

/** Notes on files in transit, in the connector's state; durable when the promise resolves. */
export class FileNotes {
  constructor(private readonly state: ConnectorState) {}

  /** Returns an empty note where there is none. */
  async find(deliveryId: string): Promise<FileNote> {
    const text = await this.state.get(WORKCHAT, DEFAULT_ACCOUNT, keyOf(deliveryId));
    return fieldsOf(recordOf(parseJson(text ?? '')?.value));
  }

  async write(deliveryId: string, note: FileNote): Promise<void> {
    await this.state.set(WORKCHAT, DEFAULT_ACCOUNT, keyOf(deliveryId), JSON.stringify(note));
  }

  /** Deletes an obsolete note; a remaining one is harmless. */
  async forget(deliveryId: string): Promise<void> {
    await this.state.delete(WORKCHAT, DEFAULT_ACCOUNT, keyOf(deliveryId)).catch(() => undefined);
  }
}

const keyOf = (deliveryId: string): string => `file:${deliveryId}`;
