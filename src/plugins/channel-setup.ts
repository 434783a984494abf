import type { GatehouseConfig } from '../config/index.js';

/** The setup of a channel, on the command line and in the wizard. The configuration checks each answer. */
export interface ChannelSetup {
  /** Its section is `channels.<channel>`. */
  readonly channel: string;
  /** A few words for the choice among channels. */
  readonly hint: string;
  /** Asked in this order. */
  readonly questions: readonly SetupQuestion[];
  /** Asks the service whether it works with this setup. Never throws; ends with the signal. */
  readonly probe?: (config: GatehouseConfig, signal: AbortSignal) => Promise<SetupProbe>;
  /** Warnings about the given settings. */
  readonly warnings?: (config: GatehouseConfig) => readonly string[];
  /** Further steps outside the program, one per line. */
  readonly nextSteps?: (config: GatehouseConfig) => readonly string[];
}

export interface SetupQuestion {
  /** Path below the channel's section: `appId`, `webhook.port`. */
  readonly setting: string;
  /** The question that the wizard asks. */
  readonly message: string;
  /** Long option of `channels add` without the dashes, and its value's name: `app-id <id>`. */
  readonly option: string;
  /** For `channels add --help`; unset = the question, beginning in lower case. */
  readonly help?: string;
  /**
   * `secret` is not shown while typing, may be read from standard input (`-`) or kept in a file (`--<option>-file`).
   * `list` is typed with commas.
   */
  readonly kind: 'text' | 'secret' | 'number' | 'list' | 'choice';
  /** The options of a `choice`. */
  readonly choices?: readonly { readonly value: string; readonly hint: string }[];
  /** The answer that the wizard offers. */
  readonly initial?: string;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  /**
   * Whether `probe` uses the answer. The wizard probes after the last of these questions, and repeats them when the
   * probe fails. If no question sets this, all count. No required question may come after them.
   */
  readonly isProbed?: boolean;
  /** Whether the wizard asks, given the answers so far. */
  readonly isAsked?: (answers: SetupAnswers) => boolean;
  /** Converts a typed answer to the setting's value, where they differ. */
  readonly toSetting?: (answer: SetupAnswer) => unknown;
}

export type SetupAnswer = string | number | readonly string[] | { readonly file: string };

/** The answers by setting, without those left empty. */
export type SetupAnswers = Readonly<Record<string, SetupAnswer>>;

export interface SetupProbe {
  readonly isUsable: boolean;
  /** Text for people, without secrets. */
  readonly text: string;
}
