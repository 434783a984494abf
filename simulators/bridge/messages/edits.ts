import type { Timers } from '../../common/timers.js';
import type { Announcer } from './announcer.js';
import { badRequest, iMessageError } from '../common/envelopes.js';
import type { BridgeEvents } from '../common/events.js';
import type { BridgeFaults } from '../common/faults.js';
import type { BridgeHost } from '../common/host.js';
import type { BridgeStore } from './store.js';
import type { MessageFields, MessageRow } from '../common/types.js';

const EDIT_WINDOW_MS = 15 * 60 * 1000;
const UNSEND_WINDOW_MS = 2 * 60 * 1000;
const EDITS_AT_MOST = 5;
const VENTURA = 13;

interface Parts {
  readonly store: BridgeStore;
  readonly host: BridgeHost;
  readonly faults: BridgeFaults;
  readonly events: BridgeEvents;
  readonly timers: Timers;
  readonly announcer: Announcer;
}

/**
 * Edit and unsend (imbridge-wire 2.6). A refusal by Apple is not an error for the bridge: it waits, then
 * answers 200 with the unchanged message.
 */
export class Edits {
  constructor(private readonly parts: Parts) {}

  async edit(guid: string, text: string): Promise<MessageRow> {
    const row = this.find(guid, 'Message Edit Error');
    const { host } = this.parts;
    const isTaken = host.major < 26 && row.edits < EDITS_AT_MOST && this.isWithin(row, EDIT_WINDOW_MS);
    if (isTaken) row.edits += 1;
    // An edit replaces the text with its styles, and brings none.
    return this.settle(row, isTaken, { text, textFormatting: [] });
  }

  async unsend(guid: string): Promise<MessageRow> {
    const row = this.find(guid, 'Unsend Message Error');
    return this.settle(row, this.isWithin(row, UNSEND_WINDOW_MS), { text: null, partCount: 0 });
  }

  private find(guid: string, errorTitle: string): MessageRow {
    const row = this.parts.store.messageByGuid(guid);
    if (!row) throw badRequest('Selected message does not exist!');
    const { privateApiProblem, major } = this.parts.host;
    if (major < VENTURA) throw iMessageError(errorTitle, 'This needs macOS Ventura (13) or newer!');
    if (privateApiProblem !== undefined) throw iMessageError(errorTitle, privateApiProblem);
    return row;
  }

  private isWithin(row: MessageRow, windowMs: number): boolean {
    return row.isFromMe && Date.now() - row.dateCreated <= windowMs && !this.parts.faults.editsIgnored;
  }

  private async settle(
    row: MessageRow,
    isTaken: boolean,
    fields: Partial<MessageFields> & Partial<Pick<MessageRow, 'textFormatting'>>,
  ): Promise<MessageRow> {
    const { timers, faults, announcer, events } = this.parts;
    if (!isTaken) {
      await timers.sleep(faults.unchangedAfterMs);
      return row;
    }
    Object.assign(row, fields, { dateEdited: Math.max(Date.now(), (row.dateEdited ?? 0) + 1) });
    timers.after(announcer.delay(), () => announcer.changed(row));
    events.emit('change');
    return row;
  }
}
