import { type BridgeInfo, canSend, hasPrivateApi, osMajorOf } from './client/server-info.js';

/**
 * The lack of a bridge without its Private API. `no-sending`: nothing goes out. `no-helper`: the Private API is on, and
 * its helper is gone. `off`: it is switched off, as many people have it on purpose.
 */
export interface PrivateApiLack {
  readonly kind: 'no-sending' | 'no-helper' | 'off';
  /** Without a full stop. */
  readonly what: string;
  readonly remedy: string;
}

const LOST = 'typing, read receipts, tapbacks, replies, effects, edits and group actions do not work';

/** @returns undefined while it works, and before anything is known */
export function privateApiLack(info: BridgeInfo | undefined): PrivateApiLack | undefined {
  if (info === undefined || hasPrivateApi(info)) return undefined;
  if (!canSend(info))
    return {
      kind: 'no-sending',
      what: `The bridge cannot send on macOS ${osMajorOf(info)} without the Private API`,
      remedy: 'Switch it on in the bridge and attach its helper. Replies wait until then.',
    };
  if (info.privateApi)
    return {
      kind: 'no-helper',
      what: `The helper of the bridge's Private API is not connected, so ${LOST}`,
      remedy: 'Restart Messages and the bridge on the Mac.',
    };
  return {
    kind: 'off',
    what: `Text and files only: the Private API is off in the bridge's settings, so ${LOST}`,
    remedy: 'Switch it on in the bridge and attach its helper on the Mac.',
  };
}
