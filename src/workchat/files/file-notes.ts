import { type ConnectorState, DEFAULT_ACCOUNT } from '../../channels/index.js';
import { fieldsOf, parseJson, recordOf } from '../service/wire/json.js';
import { WORKCHAT } from '../ids/id.js';
import type { SiteFile } from './document-site.js';
import type { SharedFile } from './site-files.js';

/** How far a delivery of a file has come, for whoever goes on with it: this replica after a restart, or another. */
export interface FileNote {
  /** It stands on the site, and nobody has been given it yet. */
  readonly stored?: SiteFile;
  /** It stands on the site and is shared; what was posted, if anything was, tells of this one. */
  readonly shared?: SharedFile;
  /** The last piece was on its way to a person's drive: a session that is gone since then was completed. */
  readonly isCompleting?: boolean;
  /** It is in the person's drive. */
  readonly isUploaded?: boolean;
  /** A message of its own may have been posted, since the one that asked could not be replaced. */
  readonly isPosting?: boolean;
}

/** Notes on files under way, in the connector's state; durable when the promise resolves. */
export class FileNotes {
  constructor(private readonly state: ConnectorState) {}

  /** An empty one where there is none. */
  async find(deliveryId: string): Promise<FileNote> {
    const text = await this.state.get(WORKCHAT, DEFAULT_ACCOUNT, keyOf(deliveryId));
    return fieldsOf(recordOf(parseJson(text ?? '')?.value));
  }

  async write(deliveryId: string, note: FileNote): Promise<void> {
    await this.state.set(WORKCHAT, DEFAULT_ACCOUNT, keyOf(deliveryId), JSON.stringify(note));
  }

  /** The note is not needed any more; one that stays does no harm. */
  async forget(deliveryId: string): Promise<void> {
    await this.state.delete(WORKCHAT, DEFAULT_ACCOUNT, keyOf(deliveryId)).catch(() => undefined);
  }
}

const keyOf = (deliveryId: string): string => `file:${deliveryId}`;
