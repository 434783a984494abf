import { randomBytes } from 'node:crypto';
import { isLoopbackHost } from '../../common/index.js';
import { isPlainName, PLAIN_NAME_RULE } from '../../config/process/plain-name.js';
import type { ConfigProblem, GatehouseConfig } from '../../config/index.js';
import type * as Bridge from '../../imbridge/index.js';
import type { SetupQuestion } from '../../plugins/index.js';
import type { Cli } from '../cli.js';
import { both, changeConfig, explained, loadConfigCode } from '../local/config.js';
import { CliFailure, EXIT } from '../failure.js';
import { printableLines } from '../output/text.js';
import { type AccountAnswers, type AnswerName, OPTION_OF, type PlannedSetup } from './account-answers.js';

/** The result of a probe, with whether the bridge can be used, and in words. */
export interface Probed extends Bridge.BridgeProbe {
  readonly isUsable: boolean;
  readonly text: string;
  /** The only answer that is wrong. */
  readonly setting?: string;
}

type ConfigCode = Awaited<ReturnType<typeof loadConfigCode>>;
type BridgeCode = typeof Bridge;

/** The future account, once the answers are written. */
export interface PlannedAccount extends PlannedSetup {
  readonly settings: Bridge.ImbridgeSettings;
  readonly webhook: Bridge.WebhookSetup;
}

/** 32 characters of a URL: long enough that guesses never lock it out. */
const SECRET_BYTES = 24;

/** Loads the code that only the setup needs. @throws CliFailure for a file that is not JSON5 */
export async function openSetup(cli: Cli, account: string): Promise<AccountSetup> {
  if (!isPlainName(account)) throw new CliFailure(`--account must be ${PLAIN_NAME_RULE}`, EXIT.usage);
  const code = await loadConfigCode(cli);
  return new AccountSetup(cli, code, { code: await import('../../imbridge/index.js'), account });
}

/** Sets up an account of the bridge in the configuration, for both `channels add` and `onboard`. */
export class AccountSetup {
  readonly account: string;
  private readonly bridge: BridgeCode;
  private readonly place: Bridge.AccountPlace;
  /** The bridge writes webhook URLs to its log, so a new account's webhook has a secret of its own. */
  private readonly webhookSecret: string | undefined;

  constructor(
    private readonly cli: Cli,
    private readonly code: ConfigCode,
    { code: bridge, account }: { readonly code: BridgeCode; readonly account: string },
  ) {
    this.account = account;
    this.bridge = bridge;
    const raw = explained(code, () => cli.world.readConfigFile(this.configFile));
    this.place = bridge.accountPlace(raw, account);
    if (this.place.needsSecret) this.webhookSecret = randomBytes(SECRET_BYTES).toString('base64url');
  }

  get questions(): readonly SetupQuestion[] {
    return this.bridge.imbridgeSetup.questions;
  }

  get configFile(): string {
    return this.cli.world.environment().configFile;
  }

  /** Whether the file has this account already. */
  get isThere(): boolean {
    return this.place.isThere;
  }

  /** The problem of one answer, in words without its value; undefined when there is none. */
  problemOf(name: string, answers: AccountAnswers): string | undefined {
    return this.problemsWith(answers).find((problem) => problem.name === name)?.message;
  }

  /** The gateway's own listener, in the configuration of the next start. */
  listener() {
    const { config } = explained(this.code, () => this.editor().plan((before) => before));
    const { host, port, tls, publicUrl } = config.get(this.code.GATEWAY);
    const isLoopback = isLoopbackHost(host);
    return { host, port, publicUrl, isSecure: tls.certFile !== undefined, isLoopback };
  }

  /** @throws CliFailure naming the wrong options (2), or the other problems of the file (1) */
  plan(answers: AccountAnswers): PlannedAccount {
    explainedByOption(answers, this.problemsWith(answers));
    const wanted = this.wanted(answers);
    const { config } = explained(this.code, () => this.editor().plan(wanted.change));
    const settings = this.bridge.imbridgeAccounts(config).find(({ account }) => account === this.account);
    if (!settings) throw new CliFailure(`the account ${this.account} would have no effect`);
    return {
      settings,
      webhook: this.bridge.webhookSetup(config, settings),
      warnings: this.bridge.imbridgeSetup.warnings(config, this.account),
      nextSteps: this.bridge.imbridgeSetup.nextSteps(config, this.account),
      callBack: {
        channel: 'imbridge',
        account: this.account,
        run: (report, signal) => this.bridge.imbridgeSetup.callBack(config, this.account, report, signal),
      },
      write: (also) => changeConfig(this.cli, {}, (code) => (also ? both(code, wanted, also) : wanted)),
    };
  }

  async probe({ settings }: PlannedAccount, signal?: AbortSignal): Promise<Probed> {
    const { isUsable, probeBridge, probeText } = this.bridge;
    const probe = await probeBridge(settings, { signal });
    const text = printableLines(probeText(settings.serverUrl, probe));
    const blamed = probe.isPasswordRight === false ? { setting: 'password' } : {};
    return { ...probe, isUsable: isUsable(probe), text, ...blamed };
  }

  private wanted(answers: AccountAnswers) {
    const { base, beside } = this.place;
    const { listenOn, ...others } = answers;
    const settings = { ...others, webhookSecret: this.webhookSecret };
    const own = Object.entries(settings).map(([key, value]) => [`${base}.${key}`, value as unknown] as const);
    const given = own.filter(([, value]) => value !== undefined);
    const set = {
      ...beside,
      ...Object.fromEntries(given),
      ...(listenOn !== undefined && { 'gateway.host': listenOn }),
    };
    const changes = Object.entries(set).map(([path, value]) => this.code.setPath(path, value));
    return { patch: { set }, change: this.code.allOf(changes) };
  }

  /** The problems of the answers only; `plan` reports those of the rest of the file. */
  private problemsWith(answers: AccountAnswers): readonly AnswerProblem[] {
    try {
      const { config } = this.editor().plan(this.wanted(answers).change);
      return answers.allowFrom ? this.doubtsAbout(config, answers) : [];
    } catch (error) {
      if (!(error instanceof this.code.ConfigInvalidError)) throw error;
      return answerProblems(this.place.base, answers, error.problems);
    }
  }

  /** An entry that is valid, and that no one who writes can match: what is typed now is not meant like that. */
  private doubtsAbout(config: GatehouseConfig, answers: AccountAnswers): readonly AnswerProblem[] {
    const settings = this.bridge.imbridgeAccounts(config).find(({ account }) => account === this.account);
    const list = `${this.place.base}.allowFrom[`;
    return (settings?.doubts ?? [])
      .filter((doubt) => doubt.startsWith(list))
      .map((doubt) => {
        const [, index = '', message = ''] = /^(\d+)\] (.*)$/s.exec(doubt.slice(list.length)) ?? [];
        return { name: 'allowFrom' as const, message: entryText(answers, Number(index), message) };
      });
  }

  private editor() {
    return new this.code.ConfigEditor(this.code.scope);
  }
}

interface AnswerProblem {
  readonly name: AnswerName;
  readonly message: string;
}

/**
 * The problems of a configuration that concern the answers, in words for the person who gave them. All checks are the
 * configuration's own; its messages say nothing about secrets, so this adds the one for an empty password.
 * @param base path of the account's settings
 */
function answerProblems(
  base: string,
  answers: AccountAnswers,
  problems: readonly ConfigProblem[],
): readonly AnswerProblem[] {
  return problems.flatMap(({ path, message }) => {
    const [, setting, index] = /^\.(\w+)(?:\[(\d+)\])?$/.exec(path.slice(base.length)) ?? [];
    if (!path.startsWith(`${base}.`) || setting === undefined) return [];
    // The webhook's secret is not asked for; accounts that share one differ by their paths.
    if (setting === 'webhookSecret') return [{ name: 'webhookPath', message }];
    if (!Object.hasOwn(OPTION_OF, setting)) return [];
    const name = setting as AnswerName;
    return [{ name, message: wordsFor(name, answers, { message, index }) }];
  });
}

/** @throws CliFailure (usage) naming each option that is wrong */
function explainedByOption(answers: AccountAnswers, problems: readonly AnswerProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems.map(({ name, message }) => `${optionOf(name, answers)}: ${message}`);
  throw new CliFailure(lines.join('\n'), EXIT.usage);
}

const optionOf = (name: AnswerName, { password }: AccountAnswers): string =>
  name === 'password' && typeof password === 'object' ? '--password-file' : OPTION_OF[name];

/** A list of one is the entry that was typed. */
const entryText = ({ allowFrom }: AccountAnswers, index: number, message: string): string =>
  allowFrom?.length === 1 ? message : `entry ${index + 1} ${message}`;

function wordsFor(
  name: AnswerName,
  answers: AccountAnswers,
  { message, index }: { readonly message: string; readonly index?: string },
): string {
  if (name === 'serverUrl') return `${message}, such as http://192.168.1.20:1234`;
  if (name === 'password' && answers.password === '') return 'must not be empty';
  return index === undefined ? message : entryText(answers, Number(index), message);
}
