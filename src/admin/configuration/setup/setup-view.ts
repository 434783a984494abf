import { type GatehouseConfig, isWithin, shownIn, sourcesOf } from '../../../config/index.js';
import type {
  ChannelSetup,
  SetupAnswer,
  SetupEndpoint,
  SetupPlace,
  SetupQuestion,
} from '../../../plugins/index.js';
import type { Json } from '../../http/json.js';
import type { AnswerValue, AskedWhenDto, SetupEndpointDto, SetupFieldDto } from './setup.dto.js';

/** Questions that are answered together. */
export interface SetupStep {
  readonly title: string;
  /** Whether `probe` uses one of the answers. */
  readonly isTested: boolean;
  readonly questions: readonly SetupQuestion[];
}

/** The steps of a setup, without what is not asked of this account. */
export function stepsOf(setup: ChannelSetup, { needsSecret }: SetupPlace): readonly SetupStep[] {
  const asked = setup.questions.filter(({ isRandom = false }) => needsSecret || !isRandom);
  const all = !asked.some(({ isProbed }) => isProbed);
  const steps: { title: string; isTested: boolean; questions: SetupQuestion[] }[] = [];
  for (const question of asked) {
    if (steps.length === 0 || question.step !== undefined)
      steps.push({ title: question.step ?? setup.channel, isTested: false, questions: [] });
    const step = steps.at(-1);
    step?.questions.push(question);
    if (step && setup.probe && (all || question.isProbed)) step.isTested = true;
  }
  return steps;
}

export const pathOf = ({ base }: SetupPlace, { setting }: Pick<SetupQuestion, 'setting'>): string =>
  `${base}.${setting}`;

/** The present answers of an account, as fields to fill in. */
export class SetupFields {
  private readonly masked: Record<string, unknown>;
  private readonly sources: Readonly<Record<string, string>>;

  constructor(
    private readonly config: GatehouseConfig,
    private readonly setup: ChannelSetup,
    private readonly place: SetupPlace,
  ) {
    this.masked = config.masked();
    this.sources = sourcesOf(config);
  }

  of(question: SetupQuestion): Json<SetupFieldDto> {
    const { message, kind, choices = [], initial, placeholder, isRequired, isRandom } = question;
    const path = pathOf(this.place, question);
    const source = this.sourceOf(path);
    return {
      path,
      label: message,
      help: question.help ?? null,
      kind,
      choices: [...choices],
      default: initial ?? choices[0]?.value ?? null,
      value: source === undefined ? null : this.valueAt(path, question),
      source: source ?? null,
      placeholder: placeholder ?? null,
      required: isRequired ?? false,
      random: isRandom ?? false,
      asked_when: askedWhen(this.setup, this.place, question),
    };
  }

  private sourceOf(path: string): string | undefined {
    return Object.entries(this.sources).find(([each]) => isWithin(each, path))?.[1];
  }

  private valueAt(path: string, { fromSetting = shown }: SetupQuestion): AnswerValue {
    const value = shownIn(this.masked, this.config.scope, path);
    return value === undefined ? null : plain(fromSetting(value));
  }
}

const shown = (value: unknown): SetupAnswer =>
  typeof value === 'number' || Array.isArray(value) ? (value as SetupAnswer) : String(value);

const plain = (answer: SetupAnswer): AnswerValue =>
  typeof answer === 'object' && 'file' in answer ? null : answer;

/** The choice before a question that decides whether it is asked: the one whose answers make a difference. */
function askedWhen(
  { questions }: ChannelSetup,
  place: SetupPlace,
  { setting, isAsked }: SetupQuestion,
): Json<AskedWhenDto> | null {
  if (!isAsked) return null;
  const before = questions.slice(
    0,
    questions.findIndex((each) => each.setting === setting),
  );
  for (const choice of before) {
    const all = (choice.choices ?? []).map(({ value }) => value);
    const values = all.filter((value) => isAsked({ [choice.setting]: value }));
    if (values.length > 0 && values.length < all.length) return { path: pathOf(place, choice), values };
  }
  return null;
}

export function toEndpointDto(
  place: SetupPlace,
  { url, secret, isAutomatic, notes }: SetupEndpoint,
): Json<SetupEndpointDto> {
  const secret_path = secret === undefined ? null : pathOf(place, { setting: secret });
  return { url, secret_path, automatic: isAutomatic, notes: [...notes] };
}
