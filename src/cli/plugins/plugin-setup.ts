import type { GatehouseConfig } from '../../config/index.js';
import type {
  ChannelSetup,
  SetupAnswer,
  SetupAnswers,
  SetupPlace,
  SetupProbe,
  SetupQuestion,
} from '../../plugins/index.js';
import type { Cli } from '../cli.js';
import { both, changeConfig, type ConfigCode, explained, loadConfigCode } from '../local/config.js';
import { CliFailure, EXIT } from '../failure.js';
import { DEFAULT_ACCOUNT, listOf, type PlannedSetup } from '../setup/account-answers.js';

/** A person is waiting for the probe. */
const PROBE_TIMEOUT_MS = 15_000;

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Undefined when no usable plugin sets up this channel. @param more settings besides the answers */
export async function openPluginSetup(
  cli: Cli,
  channel: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<PluginSetup | undefined> {
  const code = await loadConfigCode(cli);
  const setup = code.plugins.setups.find((each) => each.channel === channel);
  return setup && new PluginSetup(cli, code, setup, more);
}

/** Sets up the channel of a plugin in the configuration, for both `channels add` and `onboard`. */
export class PluginSetup {
  private readonly place: SetupPlace;

  constructor(
    private readonly cli: Cli,
    private readonly code: ConfigCode,
    readonly setup: ChannelSetup,
    private readonly more: Readonly<Record<string, unknown>> = {},
  ) {
    const file = explained(code, () => cli.world.readConfigFile(this.configFile));
    this.place = code.placeIn(setup, file, DEFAULT_ACCOUNT);
  }

  get configFile(): string {
    return this.cli.world.environment().configFile;
  }

  /** Whether the file has the channel already. */
  get isThere(): boolean {
    return this.place.isThere;
  }

  /** The problem of one answer, by the configuration's own rules; undefined when there is none. */
  problemOf(question: SetupQuestion, answers: SetupAnswers): string | undefined {
    const isGiven = Object.hasOwn({ ...this.more, ...answers }, question.setting);
    if (!isGiven && question.isRequired && !this.has(question)) return 'must not be empty';
    const own = `${this.place.base}.${question.setting}`;
    return this.problemsWith(answers).find(({ path }) => isBelow(path, own))?.message;
  }

  /** @throws CliFailure naming the wrong options (2), or the other problems of the file (1) */
  plan(answers: SetupAnswers): PlannedSetup {
    const wrong = this.setup.questions.flatMap((question) => {
      const message = this.problemOf(question, answers);
      return message === undefined ? [] : [`--${optionName(question)}: ${message}`];
    });
    if (wrong.length > 0) throw new CliFailure(wrong.join('\n'), EXIT.usage);
    const wanted = this.wanted(answers);
    const config = this.configWith(answers);
    const { channel, callBack } = this.setup;
    return {
      warnings: this.setup.warnings?.(config, DEFAULT_ACCOUNT) ?? [],
      nextSteps: this.setup.nextSteps?.(config, DEFAULT_ACCOUNT) ?? [],
      callBack: callBack && {
        channel,
        account: DEFAULT_ACCOUNT,
        run: (report, signal) => callBack(config, DEFAULT_ACCOUNT, report, signal),
      },
      write: (also) => changeConfig(this.cli, {}, (code) => (also ? both(code, wanted, also) : wanted)),
    };
  }

  /** Aborts at Ctrl-C. */
  interruption(): AbortSignal {
    return this.cli.world.interruption();
  }

  /** Probes the service with these answers. @throws CliFailure when the configuration is wrong */
  async probe(answers: SetupAnswers, interruption?: AbortSignal): Promise<SetupProbe | undefined> {
    const late = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const signal = interruption ? AbortSignal.any([late, interruption]) : late;
    return this.setup.probe?.(this.configWith(answers), signal, DEFAULT_ACCOUNT);
  }

  private configWith(answers: SetupAnswers): GatehouseConfig {
    const { change } = this.wanted(answers);
    return explained(this.code, () => this.editor().plan(change)).config;
  }

  /** Whether the file or the environment sets it. */
  private has({ setting }: SetupQuestion): boolean {
    try {
      const { config } = this.editor().plan((before) => before);
      return Object.hasOwn(this.code.sourcesOf(config), `${this.place.base}.${setting}`);
    } catch {
      return false;
    }
  }

  private wanted(answers: SetupAnswers) {
    const given = this.setup.questions.flatMap(({ setting, toSetting = same }) => {
      const answer = answers[setting];
      return answer === undefined ? [] : [[`${this.place.base}.${setting}`, toSetting(answer)] as const];
    });
    const besides = Object.entries(this.more).map(
      ([key, value]) => [`${this.place.base}.${key}`, value] as const,
    );
    const set: Record<string, unknown> = {
      ...this.place.beside,
      ...(Object.fromEntries([...besides, ...given]) as object),
    };
    const changes = Object.entries(set).map(([path, value]) => this.code.setPath(path, value));
    return { patch: { set }, change: this.code.allOf(changes) };
  }

  private problemsWith(answers: SetupAnswers): readonly Problem[] {
    try {
      this.editor().plan(this.wanted(answers).change);
      return [];
    } catch (error) {
      if (error instanceof this.code.ConfigInvalidError) return error.problems;
      throw error;
    }
  }

  private editor() {
    return new this.code.ConfigEditor(this.code.scope);
  }
}

/** The typed answer as a value of the setting; undefined for an empty one. */
export function answerOf({ kind }: SetupQuestion, typed: string): SetupAnswer | undefined {
  const text = kind === 'secret' ? typed : typed.trim();
  if (text === '') return undefined;
  if (kind === 'number') return /^\d{1,9}$/.test(text) ? Number(text) : text;
  return kind === 'list' ? listOf(text) : text;
}

/** Returns `app-id` for `app-id <id>`. */
export const optionName = ({ option }: SetupQuestion): string => option.split(' ')[0] ?? option;

const same = (answer: SetupAnswer): unknown => answer;

const isBelow = (path: string, own: string): boolean =>
  path === own || path.startsWith(`${own}.`) || path.startsWith(`${own}[`);
