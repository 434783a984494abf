import type { SendFailureCode } from '../../channels/index.js';
import type { Clock } from '../../common/index.js';
import type { TextSend } from '../service/client/calls.js';
import type { BridgeResult } from '../service/client/result.js';
import { isInFlight } from '../service/outcome.js';

/** What a text may carry besides its words; only the Private API can send it. */
export type Extras = Pick<TextSend, 'effectId' | 'selectedMessageGuid' | 'partIndex' | 'textFormatting'>;

/** What a Mac may fail to send, by the name that operators read; the likeliest first. */
const EXTRAS = ['reply', 'effect', 'voice memo', 'styles'] as const;
export type ExtraName = (typeof EXTRAS)[number];

/** The bridge has refused an extra and not the message: it checks them before it sends anything (wire 2.3, 15). */
export function refusesExtras(result: BridgeResult): boolean {
  if (result.ok || result.failure.kind !== 'refused' || isInFlight(result.failure)) return false;
  const { status, fromBridge, reason } = result.failure;
  return (
    status === 400 && fromBridge && /text ?formatting|part ?index|selected ?message|effect/i.test(reason)
  );
}

/** The ends of an attempt that may be due to its extras: an error of Apple's or of the bridge, or no answer in time. */
const SUSPICIOUS: ReadonlySet<SendFailureCode | undefined> = new Set([
  'remote-error',
  'timeout',
  'in-flight',
]);

/** Whether the attempt before may have failed because of its extras: the chat shows that it was not sent. */
export const maySuspectExtras = (before: SendFailureCode | undefined): boolean => SUSPICIOUS.has(before);

/** How long an extra is left out after it has cost a message an attempt of some minutes, ms: other things fail, too. */
const LEFT_OUT_MS = 3_600_000;
/** The same after the second time within as long. */
const LONG_LEFT_OUT_MS = 24 * LEFT_OUT_MS;

/**
 * The extras that the Mac has lately failed to send while the message went out without them, such as replies on macOS
 * 26.5 (wire 15). They are left out for an hour, then for a day, or until the gateway starts again, so that not every
 * message waits for minutes. In memory only: what is forgotten costs one slow message.
 */
export class RefusedExtras {
  private readonly refused = new Map<ExtraName, { readonly since: number; readonly forMs: number }>();

  constructor(private readonly clock: Pick<Clock, 'elapsed'>) {}

  /** @param suspected the extras of one failed attempt, of which the likeliest is blamed */
  note(suspected: readonly ExtraName[]): void {
    const blamed = EXTRAS.find((each) => suspected.includes(each));
    if (blamed === undefined) return;
    const since = this.clock.elapsed();
    const before = this.refused.get(blamed);
    const isAgain = before !== undefined && since - before.since < LONG_LEFT_OUT_MS;
    this.refused.set(blamed, { since, forMs: isAgain ? LONG_LEFT_OUT_MS : LEFT_OUT_MS });
  }

  has(extra: ExtraName): boolean {
    const refused = this.refused.get(extra);
    return refused !== undefined && this.clock.elapsed() - refused.since < refused.forMs;
  }

  /** For the account's status; undefined while there are none. */
  get problem(): string | undefined {
    const names = [...this.refused.keys()].filter((each) => this.has(each));
    if (names.length === 0) return undefined;
    return (
      `The Mac did not send messages with: ${names.join(', ')}. They were sent without, as new ones will be for a while. ` +
      'Restart Messages and the bridge on the Mac, then the gateway.'
    );
  }
}
