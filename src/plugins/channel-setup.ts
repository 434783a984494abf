import type { GatehouseConfig } from '../config/index.js';

/** How somebody sets a channel up, on the command line and in the wizard. The configuration checks each answer. */
export interface ChannelSetup {
  /** Its section is `channels.<channel>`. */
  readonly channel: string;
  /** A few words for who chooses among channels. */
  readonly hint: string;
  /** Asked in this order. */
  readonly questions: readonly SetupQuestion[];
  /** Asks the service whether it can be used as it was set up. Never throws; ends with the signal. */
  readonly probe?: (config: GatehouseConfig, signal: AbortSignal) => Promise<SetupProbe>;
  /** Warnings about the settings that were given. */
  readonly warnings?: (config: GatehouseConfig) => readonly string[];
  /** Further steps outside the program, one a line. */
  readonly nextSteps?: (config: GatehouseConfig) => readonly string[];
}

export interface SetupQuestion {
  /** Path below the channel's section: `appId`, `webhook.port`. */
  readonly setting: string;
  /** The wizard's questions. */
  readonly message: string;
  /** Long option of `channels add` without the dashes, and its value's name: `app-id <id>`. */
  readonly option: string;
  /** For `channels add --help`. */
  readonly help: string;
  /**
   * `secret` is not shown while it is typed, may be read from standard input (`-`) and be left in a file
   * (`--<option>-file`). `list` is typed with commas.
   */
  readonly kind: 'text' | 'secret' | 'number' | 'list' | 'choice';
  /** The options of a `choice`. */
  readonly choices?: readonly { readonly value: string; readonly hint: string }[];
  /** The answer that the wizard offers. */
  readonly initial?: string;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  /**
   * It is of what `probe` tries: the wizard asks the service once the last of these is answered, and these again when
   * that fails. Where no question says so, all are. What is required must not come after them.
   */
  readonly isProbed?: boolean;
  /** Whether the wizard asks, by what was answered before. */
  readonly isAsked?: (answers: SetupAnswers) => boolean;
  /** The setting's value for a typed answer, where they differ. */
  readonly toSetting?: (answer: SetupAnswer) => unknown;
}

export type SetupAnswer = string | number | readonly string[] | { readonly file: string };

/** By setting; one that was left empty is not there. */
export type SetupAnswers = Readonly<Record<string, SetupAnswer>>;

export interface SetupProbe {
  readonly isUsable: boolean;
  /** For a person; no secret. */
  readonly text: string;
}
