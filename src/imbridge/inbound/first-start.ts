import { numberOf, parseJson, recordOf } from '../service/client/json.js';
import type { BridgeMessage } from '../service/messages/message.js';

/**
 * When an account was connected for the first time; what is older is none of our business. Until the bridge has
 * answered it is known by our own clock only; from then on in the bridge's order, which no correction of our clock
 * moves: `rowId` is the highest there was at the first catch-up.
 */
export type FirstStart =
  | { readonly clock: 'bridge'; readonly at: number; readonly rowId: number }
  | { readonly clock: 'ours'; readonly at: number };

/** How much older than our first start a message may look. */
const TOLERANCE_MS = 60_000;

/**
 * Whether a row was written before the first start: a fresh Mac fills itself from the cloud, with new ROWIDs for what
 * is old. A first start that lies ahead of now was noted by a wrong clock; then only the ROWIDs count.
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

/** @returns undefined for what `firstStartText` did not make. */
export function readFirstStart(text: string | undefined): FirstStart | undefined {
  const record = recordOf(parseJson(text ?? '')?.value);
  const [at, rowId] = [numberOf(record?.at), numberOf(record?.rowId)];
  return at === undefined || rowId === undefined ? undefined : { clock: 'bridge', at, rowId };
}
