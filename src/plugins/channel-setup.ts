import { fieldsOf } from '../common/index.js';
import type { GatehouseConfig } from '../config/index.js';

/** The setup of a channel, on the command line and in the wizard. The configuration checks each answer. */
export interface ChannelSetup {
  /** Its section is `channels.<channel>`. */
  readonly channel: string;
  /** A few words for the choice among channels. */
  readonly hint: string;
  /** Asked in this order. */
  readonly questions: readonly SetupQuestion[];
  /**
   * The place of an account's settings, for a channel with several accounts; without it there is one, whose settings
   * are those of the section. No I/O.
   * @param raw the configuration file as plain values
   */
  readonly placeOf?: (raw: Raw, account: string) => SetupPlace;
  /**
   * Asks the service whether it works with this setup; it changes nothing there and sends nothing to anyone. Never
   * throws; ends with the signal.
   */
  readonly probe?: (config: GatehouseConfig, signal: AbortSignal, account: string) => Promise<SetupProbe>;
  /**
   * Makes the service call the running gateway, and waits for that call; nothing stays there, and nothing is sent to
   * anyone. Never throws; ends with the signal.
   * @param report asks the running gateway what it reports of the account (`Connector.probe`); undefined while it has none
   */
  readonly callBack?: (
    config: GatehouseConfig,
    account: string,
    report: () => Promise<Readonly<Record<string, unknown>> | undefined>,
    signal: AbortSignal,
  ) => Promise<SetupCallBack>;
  /** Warnings about the given settings. */
  readonly warnings?: (config: GatehouseConfig, account: string) => readonly string[];
  /** The settings for a service that `gatehouse simulate …` simulates on this machine (`--simulated`). */
  readonly simulated?: SimulatedService;
  /** Further steps outside the program, one per line. */
  readonly nextSteps?: (config: GatehouseConfig, account: string) => readonly string[];
  /** The address for the service's calls; undefined while the account is not configured. */
  readonly endpoint?: (config: GatehouseConfig, account: string) => SetupEndpoint | undefined;
  /** Makes the file that is installed in the service, from the configuration in force. */
  readonly appPackage?: (config: GatehouseConfig, wanted: AppPackageOptions) => Promise<AppPackage>;
}

/** Where the settings of an account are, or will be. */
export interface SetupPlace {
  /** Path of its settings. */
  readonly base: string;
  readonly isThere: boolean;
  /** Settings by path to write with it, so that it takes effect and no other account is lost; null unsets one. */
  readonly beside: Readonly<Record<string, unknown>>;
  /** It has no answer yet to the questions with `isRandom`; others are not asked these. */
  readonly needsSecret: boolean;
}

/** The address that the service calls. */
export interface SetupEndpoint {
  /** Complete but for `<…>`, which only a person knows, and for a secret, in whose place `********` stands. */
  readonly url: string;
  /** The question whose answer, percent-encoded, replaces the stars. */
  readonly secret?: string;
  /** The gateway enters the address at the service; otherwise a person does. */
  readonly isAutomatic: boolean;
  /** Sentences about it. */
  readonly notes: readonly string[];
}

export interface AppPackageOptions {
  /** A page about the app; default: that of the package before, else `gateway.publicUrl`. */
  readonly website?: string;
  /** The name that people see. */
  readonly name?: string;
  /** The version; default: raised with every change. */
  readonly version?: string;
}

/** The file, or the option and what to do about it where there can be none. */
export type AppPackage =
  | { readonly fileName: string; readonly bytes: Uint8Array }
  | { readonly option?: keyof AppPackageOptions; readonly problem: string };

export interface SetupQuestion {
  /** Path below the channel's section, or below the place of its account: `appId`, `webhook.port`. */
  readonly setting: string;
  /** Heading of the step that begins with this question; unset = it belongs to the step before. */
  readonly step?: string;
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
  /**
   * A secret that a random value serves for; no one needs to know it but the service. The command line makes it
   * itself, the console offers one.
   */
  readonly isRandom?: boolean;
  /**
   * For a secret: the setting with the address that it is sent to. A secret that is kept is not tried at another
   * address than before.
   */
  readonly sentTo?: string;
  /**
   * For the list of those who get access: the wizard first asks who sits at the keyboard, and then for the others. An
   * entry of the list makes its person an operator.
   */
  readonly own?: { readonly message: string; readonly others: string };
  /** Whether the wizard asks, given the answers so far. */
  readonly isAsked?: (answers: SetupAnswers) => boolean;
  /** Converts a typed answer to the setting's value, where they differ. */
  readonly toSetting?: (answer: SetupAnswer) => unknown;
  /** Converts the setting's value to what someone would type for it. */
  readonly fromSetting?: (value: unknown) => SetupAnswer;
}

export type SetupAnswer = string | number | readonly string[] | { readonly file: string };

/** The answers by setting, without those left empty. */
export type SetupAnswers = Readonly<Record<string, SetupAnswer>>;

export interface SetupProbe {
  readonly isUsable: boolean;
  /** Text for people, without secrets. */
  readonly text: string;
  /** The question whose answer is to blame. */
  readonly setting?: string;
}

export interface SimulatedService {
  /** The command that simulates it. */
  readonly command: string;
  /** Where it listens unless the command says otherwise. */
  readonly port: number;
  /** All settings for it, by their paths below the channel's section. */
  readonly settings: (port: number) => Raw;
}

export interface SetupCallBack {
  /** Undefined where the service cannot be made to call, so that only a message shows it. */
  readonly hasCalled: boolean | undefined;
  /** The result and what to do about it, without secrets. */
  readonly text: string;
}

type Raw = Readonly<Record<string, unknown>>;

/** The place of an account, also for a channel that says nothing about places. @param raw the configuration file */
export function placeIn(setup: ChannelSetup, raw: Raw, account: string): SetupPlace {
  if (setup.placeOf) return setup.placeOf(raw, account);
  const base = `channels.${setup.channel}`;
  const own = objectIn(objectIn(raw, 'channels'), setup.channel);
  const required = setup.questions.filter(({ isRequired }) => isRequired);
  return {
    base,
    isThere: required.some(({ setting }) => (own[setting] ?? undefined) !== undefined),
    needsSecret: true,
    beside: own.enabled === false ? { [`${base}.enabled`]: null } : {},
  };
}

function objectIn(raw: Raw, key: string): Raw {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  return fieldsOf(value);
}

/** The setups of every channel of this program. */
export class ChannelSetups {
  /** @param all those of built-in connectors, and those of the plugins */
  constructor(private readonly all: () => readonly ChannelSetup[]) {}

  find(channel: string): ChannelSetup | undefined {
    return this.all().find((each) => each.channel === channel);
  }
}
