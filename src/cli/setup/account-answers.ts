import type { ConfigOutcome } from '../gateway/answers.js';
import type { Wanted } from '../local/config.js';
import type { CallBack } from './call-back.js';

/** The account of a channel with one account. */
export const DEFAULT_ACCOUNT = 'default';

/** An operator's answers about an account (the specification's wizard). Left out = unchanged, or the default. */
export interface AccountAnswers {
  readonly serverUrl: string;
  /** The password itself, or the file that contains it. */
  readonly password?: string | { readonly file: string };
  readonly webhookPath?: string;
  readonly webhookUrl?: string | undefined;
  readonly dmPolicy?: string;
  /** Null unsets the list. */
  readonly allowFrom?: readonly string[] | null;
  /** `gateway.host`, where the bridge could not reach the gateway otherwise. */
  readonly listenOn?: string | undefined;
}

/** The answers that a problem can concern. */
export type AnswerName = Exclude<keyof AccountAnswers, 'listenOn'>;

/** The option of `channels add` for an answer. */
export const OPTION_OF: Readonly<Record<AnswerName, string>> = {
  serverUrl: '--http-url',
  password: '--password',
  webhookPath: '--webhook-path',
  webhookUrl: '--webhook-url',
  dmPolicy: '--dm-policy',
  allowFrom: '--allow-from',
};

/** `+1 202 555 0143, ann@example.org` as a list, without empty entries. */
export const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** A channel of any kind as it will be, once the answers are written. */
export interface PlannedSetup {
  readonly warnings: readonly string[];
  /** One per line. */
  readonly nextSteps: readonly string[];
  /** Makes the service call the running gateway; undefined for a channel that cannot. */
  readonly callBack?: CallBack | undefined;
  /** Writes it, and `also`, through the running gateway, else directly to the file. */
  readonly write: (also?: Wanted) => Promise<ConfigOutcome>;
}
