import type { BridgeClient } from './client/bridge-client.js';
import { listOf, numberOf, recordOf, textOf } from '../../channels/kit/index.js';
import type { BridgeResult } from './client/result.js';

/** An address with the number by which rows refer to it. */
export interface BridgeHandle {
  readonly rowId: number;
  readonly address: string;
}

const PAGE = 1_000;
const MAX_ASKED = 10_000;
const MAX_REMEMBERED = 10_000;

/** @returns undefined for an invalid handle */
export function readHandle(value: unknown): BridgeHandle | undefined {
  const record = recordOf(value);
  const rowId = numberOf(record?.originalROWID);
  const address = textOf(record?.address)?.trim();
  return rowId === undefined || address === undefined ? undefined : { rowId, address };
}

/** The address of a handle's number, which is the only reference to a person removed from a group (wire E33). */
export class HandleDirectory {
  private readonly addresses = new Map<number, string>();

  constructor(private readonly client: Pick<BridgeClient, 'handles'>) {}

  readonly addressOf = (rowId: number): string | undefined => this.addresses.get(rowId);

  remember(handles: readonly BridgeHandle[]): void {
    for (const { rowId, address } of handles) {
      this.addresses.set(rowId, address);
      const oldest = this.addresses.size > MAX_REMEMBERED ? this.addresses.keys().next().value : undefined;
      if (oldest !== undefined) this.addresses.delete(oldest);
    }
  }

  /** Fetches all handles up to that number. @returns the outcome of the last call. */
  async learn(rowId: number): Promise<BridgeResult> {
    for (let offset = 0; ; offset += PAGE) {
      const result = await this.client.handles({ offset, limit: PAGE });
      if (!result.ok) return result;
      const page = listOf(result.data);
      this.remember(page.flatMap((each) => readHandle(each) ?? []));
      if (this.addresses.has(rowId) || page.length < PAGE || offset >= MAX_ASKED) return result;
    }
  }
}
