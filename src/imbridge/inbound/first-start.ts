import { numberOf, parseJson, recordOf } from '../../channels/kit/index.js';
import type { BridgeMessage } from '../service/messages/message.js';

/**
 * The time of an account's first connection; older messages are ignored. Until the bridge has answered, only our own
 * clock gives it; then the bridge's order does, which is independent of our clock: `rowId` is the highest one at the
 * first catch-up.
 */
export type FirstStart =
  | { readonly clock: 'bridge'; readonly at: number; readonly rowId: number }
  | { readonly clock: 'ours'; readonly at: number };

/** The tolerance by which a message may appear older than our first start. */
const TOLERANCE_MS = 60_000;

/**
 * Whether a row was written before the first start: a fresh Mac downloads old messages from the cloud under new ROWIDs.
 * A first start in the future comes from a wrong clock; then only the ROWIDs count.
 * @param now by our clock, epoch ms
 * @param offset the bridge's clock minus ours, ms
 */
export function isBeforeFirstStart(
  row: Pick<BridgeMessage, 'createdAt' | 'rowId'>,
  first: FirstStart,
  { now, offset }: { readonly now: number; readonly offset: number },
): boolean {
  const isOurs = first.clock === 'ours';
  const startedAt = isOurs ? first.at + offset : first.at;
  if (row.createdAt === undefined || row.createdAt >= startedAt - TOLERANCE_MS) return false;
  const isAhead = first.at > (isOurs ? now : Math.min(now, now + offset)) + TOLERANCE_MS;
  return !isAhead || (!isOurs && row.rowId !== undefined && row.rowId <= first.rowId);
}

export const firstStartText = ({ at, rowId }: FirstStart & { clock: 'bridge' }): string =>
  JSON.stringify({ at, rowId });

/** @returns undefined for a text that is not from `firstStartText` */
export function readFirstStart(text: string | undefined): FirstStart | undefined {
  const record = recordOf(parseJson(text ?? '')?.value);
  const [at, rowId] = [numberOf(record?.at), numberOf(record?.rowId)];
  return at === undefined || rowId === undefined ? undefined : { clock: 'bridge', at, rowId };
}
