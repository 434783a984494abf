import type { BridgeProbe } from '../../imbridge/index.js';
import { printable } from '../output/text.js';

/** Whether the bridge can be used as it was set up. */
export const isUsable = ({ isReachable, isPasswordRight }: BridgeProbe): boolean =>
  isReachable && isPasswordRight === true;

/** The bridge's probe in words. */
export function probeText(serverUrl: string, probe: BridgeProbe): string {
  const { isReachable, isPasswordRight, info, problem = '' } = probe;
  const why = problem === '' ? '' : ` (${problem})`;
  if (!isReachable) return printable(`No bridge can be reached at ${serverUrl}${why}.`);
  if (isPasswordRight === false) return printable(`The bridge at ${serverUrl} refuses the password.`);
  if (isPasswordRight === null) return printable(`The bridge at ${serverUrl} cannot be asked now${why}.`);
  const lines = [`The bridge at ${serverUrl} can be reached and accepts the password.`];
  if (!info) return printable([...lines, `It reports no details${why}.`].join(' '));
  const host = `It runs on macOS ${info.osVersion || '(unknown)'}, bridge server ${info.serverVersion || '(unknown)'}.`;
  return [...lines, host, privateApiText(info)].map(printable).join('\n');
}

function privateApiText({ privateApi, helperConnected }: NonNullable<BridgeProbe['info']>): string {
  if (privateApi && helperConnected) return 'Its Private API is on.';
  const state = privateApi ? 'on, but its helper is not connected' : 'off';
  return `Its Private API is ${state}: no typing, read receipts, tapbacks or edits, and on macOS 26 no sending.`;
}

/** The same for machines. */
export const probeAnswer = ({ isReachable, isPasswordRight, info, problem }: BridgeProbe) => ({
  reachable: isReachable,
  password_accepted: isPasswordRight,
  os_version: info?.osVersion || null,
  server_version: info?.serverVersion || null,
  private_api: info?.privateApi ?? null,
  helper_connected: info?.helperConnected ?? null,
  problem: problem ?? null,
});
