import { Injectable } from '@nestjs/common';
import {
  allOf,
  type ConfigChange,
  ConfigInvalidError,
  ConfigProblem,
  ConfigWriter,
  GatehouseConfig,
  isWithin,
  setKnown,
  sourcesOf,
} from '../../../config/index.js';
import type { ChannelSetup, SetupPlace, SetupProbe, SetupQuestion } from '../../../plugins/index.js';
import type { Json } from '../../http/json.js';
import type { SetupCheckDto, SetupStepOutcomeDto } from './setup.dto.js';
import type { SetupValues } from './setup-answers.js';
import { pathOf, type SetupStep, stepsOf, toEndpointDto } from './setup-view.js';

/** A person waits for the service's answer. */
const PROBE_MS = 15_000;
const EMPTY = 'must not be empty';

/** Answers to try. */
export interface TriedSetup {
  readonly setup: ChannelSetup;
  readonly place: SetupPlace;
  readonly account: string;
  readonly values: SetupValues;
}

/** The configuration that answers would make, or their problems. */
interface Draft {
  readonly config?: GatehouseConfig | undefined;
  readonly problems: readonly ConfigProblem[];
}

/** Tries the answers of a setup: by the rules of the configuration, and at the service itself. Writes nothing. */
@Injectable()
export class SetupTrial {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly writer: ConfigWriter,
  ) {}

  /** @throws GatehouseError CONFLICT */
  async run(tried: TriedSetup, signal: AbortSignal): Promise<Json<SetupCheckDto>> {
    const { setup, place, account, values } = tried;
    const change = this.changeOf(values.settings());
    const draft = this.draft(tried, change);
    const { config } = draft;
    const problems = onePerPath(draft.problems);
    const steps = stepsOf(setup, place);
    const probe = await this.probe(tried, { config, problems }, signal);
    const endpoint = config && setup.endpoint?.(config, account);
    const outcome = config ? this.writer.foresee(change) : undefined;
    const asked = steps.flatMap(({ questions }) => questions.map((question) => pathOf(place, question)));
    return {
      steps: steps.map((step) => outcomeOf(step, { place, problems, probe })),
      problems: problems.filter(({ path }) => !asked.some((each) => isWithin(path, each))).map(plain),
      set: values.masked(),
      changed: outcome?.changed ?? [],
      needs_restart: outcome?.needsRestart ?? [],
      endpoint: endpoint ? toEndpointDto(place, endpoint) : null,
      warnings: config ? (setup.warnings?.(config, account) ?? []) : [],
      next_steps: config ? (setup.nextSteps?.(config, account) ?? []) : [],
    };
  }

  /** Asks the service with the answers that it needs, whatever is wrong with the others. */
  private async probe(
    tried: TriedSetup,
    { config, problems }: Draft,
    signal: AbortSignal,
  ): Promise<SetupProbe | undefined> {
    const { setup, place, account, values } = tried;
    const needed = stepsOf(setup, place).flatMap(({ isTested, questions }) => (isTested ? questions : []));
    const isWrong = problems.some(({ path }) => needed.some((each) => isWithin(path, pathOf(place, each))));
    if (!setup.probe || isWrong) return undefined;
    const ready = config ?? this.draft(tried, this.changeOf(values.settings(needed))).config;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]);
    return ready && setup.probe(ready, limited, account);
  }

  private draft(tried: TriedSetup, change: ConfigChange): Draft {
    const kept = this.keptSecrets(tried);
    try {
      const config = this.writer.draft(change);
      const missing = missingIn(tried, config);
      return missing.length + kept.length === 0
        ? { config, problems: [] }
        : { problems: [...missing, ...kept] };
    } catch (error) {
      if (!(error instanceof ConfigInvalidError)) throw error;
      return { problems: [...kept, ...error.problems] };
    }
  }

  /** A secret that no one has typed, or that the account would inherit, is not sent to another address than before. */
  private keptSecrets({ setup, place, values }: TriedSetup): readonly ConfigProblem[] {
    const addressOf = (setting: string) => setup.questions.find((each) => each.setting === setting);
    return setup.questions.flatMap((question) => {
      const address = question.sentTo === undefined ? undefined : addressOf(question.sentTo);
      const next = address && values.of(address);
      if (!address || typeof next !== 'string' || values.of(question) !== undefined) return [];
      const before = this.config.rawAt(pathOf(place, address));
      const path = pathOf(place, question);
      if (originOf(before) === originOf(next)) return [];
      const isThere = this.config.rawAt(path) !== undefined;
      return [
        new ConfigProblem(
          path,
          isThere ? 'must be entered again, because the address it is sent to has changed' : EMPTY,
        ),
      ];
    });
  }

  private changeOf(settings: Readonly<Record<string, unknown>>): ConfigChange {
    const { scope } = this.config;
    return allOf(Object.entries(settings).map(([path, value]) => setKnown(scope, path, value)));
  }
}

/** Required answers that neither the caller, nor the file, nor the environment has. */
function missingIn({ setup, place }: TriedSetup, config: GatehouseConfig): readonly ConfigProblem[] {
  const sources = Object.keys(sourcesOf(config));
  return setup.questions
    .filter(({ isRequired }) => isRequired)
    .map((question) => pathOf(place, question))
    .filter((path) => !sources.some((each) => isWithin(each, path)))
    .map((path) => new ConfigProblem(path, EMPTY));
}

interface Found {
  readonly place: SetupPlace;
  readonly problems: readonly ConfigProblem[];
  readonly probe: SetupProbe | undefined;
}

function outcomeOf(step: SetupStep, { place, problems, probe }: Found): Json<SetupStepOutcomeDto> {
  const own = problems.filter(({ path }) =>
    step.questions.some((question) => isWithin(path, pathOf(place, question))),
  );
  const { title, isTested } = step;
  if (own.length > 0) return { title, state: 'failed', text: null, problems: own.map(plain) };
  if (!isTested) return { title, state: 'passed', text: null, problems: [] };
  if (!probe) return { title, state: 'not-tested', text: null, problems: [] };
  if (probe.isUsable) return { title, state: 'passed', text: probe.text, problems: [] };
  return { title, state: 'failed', text: probe.text, problems: blameOf(step, place, probe) };
}

/** The answer that the service's refusal is about, where it is known. */
function blameOf({ questions }: SetupStep, place: SetupPlace, { setting, text }: SetupProbe) {
  const question = questions.find((each: SetupQuestion) => each.setting === setting);
  return question ? [{ path: pathOf(place, question), message: text }] : [];
}

/** Several rules may find the same fault: the first one is the most basic. */
const onePerPath = (problems: readonly ConfigProblem[]): readonly ConfigProblem[] =>
  problems.filter(({ path }, at) => problems.findIndex((each) => each.path === path) === at);

const plain = ({ path, message }: ConfigProblem) => ({ path, message });

const originOf = (url: unknown): string | undefined =>
  typeof url === 'string' ? (URL.parse(url)?.origin ?? url) : undefined;
