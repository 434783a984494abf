/** The remedy of a reason, and the setting that decides it. */
interface Remedy {
  /**
   * The path of the setting that caused it. `account.` stands for the account's own settings or those of its channel,
   * `place.` for those of a group or channel, `agent.` for those of the agent, `model.` for those of the model that it
   * asked, `server.` for those of an MCP server. Absent where no setting decided.
   */
  readonly setting?: string;
  /** A command or a change, as a person can use it. May hold `{placeholders}` of {@link REASON_FACTS}. */
  readonly remedy: string;
}

/** Why something was not done, or was done, in words for an operator: a row of docs/reference/reasons.md. */
export interface Reason extends Remedy {
  /** The event itself, as one sentence. */
  readonly what: string;
  /** Replaces setting and remedy in groups and channels. */
  readonly inGroup?: Remedy;
}

/** Rows by their codes. A table is where the type of its codes comes from: no code without a row. */
export type Reasons<Code extends string = string> = Readonly<Record<Code, Reason>>;

/**
 * The values of a remedy's placeholders. `option` is ` --account NAME` where the account has to be
 * named, `list` the place behind the last item of the setting, `entry` the place's own entry in it, `id` that of a token
 * or key.
 */
export const REASON_FACTS = [
  ...(['channel', 'account', 'option', 'sender', 'conversation'] as const),
  ...(['agent', 'delivery', 'setting', 'list', 'entry'] as const),
  ...(['address', 'id', 'role', 'user', 'file', 'server', 'tool'] as const),
] as const;
export type ReasonFact = (typeof REASON_FACTS)[number];
export type ReasonFacts = Readonly<Partial<Record<ReasonFact, string>>>;

/** For reasons that are no fault. */
export const NO_REMEDY = 'Nothing to do.';

/** Declares a table; keeps its codes as a type. */
export const reasons = <const T extends Reasons>(table: T): T => table;

/**
 * Puts the facts of a case into a remedy. In its commands, which stand between backticks, each is one word of a shell; an
 * unknown fact stays as `<name>`. A fact may come from a stranger, so it begins and ends no command.
 */
export const filled = (remedy: string, facts: ReasonFacts): string =>
  remedy
    .split('`')
    .map((part, index) => withFacts(part, facts, index % 2 === 1 ? wordOf : proseOf))
    .join('`');

const withFacts = (
  text: string,
  facts: ReasonFacts,
  spelt: (fact: string, name: ReasonFact) => string,
): string =>
  text.replace(/\{(\w+)\}/g, (_, name: ReasonFact) => {
    const fact = facts[name];
    if (name === 'option') return fact === undefined ? '' : ` --account ${spelt(fact, name)}`;
    return fact === undefined ? `<${name}>` : spelt(fact, name);
  });

const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** A text as one word of a shell, in which nothing is executed, expanded or divided. */
export const shellWord = (text: string): string =>
  PLAIN_WORD.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const BACKTICK = '`';

/** One that our command would take for an option is left out. Backticks would end the command. */
const wordOf = (text: string, name: ReasonFact): string =>
  text.startsWith('-') ? `<${name}>` : shellWord(text).replaceAll(BACKTICK, `'"$(printf '\\140')"'`);

const proseOf = (text: string): string => text.replaceAll(BACKTICK, "'");
