import type { Clock } from '../../../common/index.js';
import type { ResolvedNames, WorkchatSettings } from '../../settings/settings.js';
import type { RefusedCall } from '../../webhook/webhook.js';

/** The channel that is looked at, and the means to do so. */
export interface CheckSubject {
  readonly settings: WorkchatSettings;
  readonly clock: Clock;
  /** The messaging endpoint of the bot, if known. */
  readonly endpoint: string | undefined;
  /** The app package, read when it is asked for; undefined when there is none. */
  readonly readPackage: () => PackageFile | undefined;
  /** Absent for a command, which runs beside the gateway and sees it from outside only. */
  readonly gateway?: RunningChannel;
}

export interface PackageFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Knowledge about the channel that only its gateway has. */
export interface RunningChannel {
  /** The port it listens on; undefined while it does not listen. */
  readonly port: number | undefined;
  /** When the platform last called, epoch ms; undefined for never since the start. */
  readonly calledAt: number | undefined;
  readonly refused: RefusedCall | undefined;
  /** The names in the settings that the directory has found. */
  readonly names: ResolvedNames;
}

/** The path of a setting of this channel. */
export const settingAt = (name: string): string => `channels.workchat.${name}`;

/** The time for the calls of a check, ms; less than the check itself has, so that it can say what did not answer. */
export const ANSWER_MS = 3_500;

/** In the words of a finding. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 120) return `${minutes} minute${minutes === 1 ? '' : 's'} ago`;
  return `${Math.floor(minutes / 60)} hours ago`;
}
