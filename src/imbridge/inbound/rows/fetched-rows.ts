import { listOf } from '../../../channels/kit/index.js';
import type { BridgeResult } from '../../service/client/result.js';
import { type BridgeMessage, readMessage } from '../../service/messages/message.js';

/** The bridge did not answer a question; what needed the answer stops here and resumes later. */
export class BridgeUnavailable extends Error {}

/** A row as a query of messages returns it. */
export type FetchedRow = BridgeMessage & { readonly rowId: number };

/** A page of a query, in the order of the ROWIDs. */
export interface FetchedRows {
  readonly messages: readonly FetchedRow[];
  /** The number of all rows, including those that cannot be read: it shows whether the page was full. */
  readonly count: number;
}

/** @throws BridgeUnavailable */
export function rowsOf(result: BridgeResult): FetchedRows {
  if (!result.ok) throw new BridgeUnavailable(result.failure.detail);
  const data = listOf(result.data);
  const messages = data.flatMap((each) => {
    const row = readMessage(each);
    return row?.rowId === undefined ? [] : [{ ...row, rowId: row.rowId }];
  });
  return { messages: messages.sort((a, b) => a.rowId - b.rowId), count: data.length };
}
