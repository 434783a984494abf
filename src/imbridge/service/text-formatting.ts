import type { Support } from '../../channels/index.js';
import { type BridgeInfo, hasPrivateApi, osMajorOf } from './client/server-info.js';
import type { TextFormattingMode } from '../settings/account-config.js';

/** The first macOS with styles; a server that knows `textFormatting` refuses it on older ones (wire 2.3). */
const FIRST_OS = 15;
/** The last release of the server that ignores `textFormatting` (wire 2.3). */
const LAST_WITHOUT = [1, 9, 9];

/**
 * How far the styles of a text are shown: `full` with a server that knows them, `partial` while it is unknown or where
 * the server may ignore them, `dropped` where they are not sent.
 */
export function textFormattingSupport(mode: TextFormattingMode, info: BridgeInfo | undefined): Support {
  if (mode === 'off') return 'dropped';
  if (info === undefined) return 'partial';
  if (!canTakeStyles(info)) return 'dropped';
  return isNewer(info.serverVersion) ? 'full' : 'partial';
}

/** Whether styles are sent: only to a bridge whose version, macOS and Private API are known. */
export const sendsStyles = (mode: TextFormattingMode, info: BridgeInfo | undefined): boolean =>
  mode === 'auto' && info !== undefined && canTakeStyles(info);

/** A macOS that is not known is NaN, and not new enough. */
const canTakeStyles = (info: BridgeInfo): boolean =>
  hasPrivateApi(info) && info.serverVersion !== '' && osMajorOf(info) >= FIRST_OS;

function isNewer(version: string): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const differing = LAST_WITHOUT.findIndex((part, index) => (parts[index] ?? 0) !== part);
  return differing >= 0 && (parts[differing] ?? 0) > (LAST_WITHOUT[differing] ?? 0);
}
