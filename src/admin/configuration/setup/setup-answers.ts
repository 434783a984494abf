import { GatehouseError } from '../../../common/index.js';
import { MASK } from '../../../config/index.js';
import type { ChannelSetup, SetupAnswer, SetupPlace, SetupQuestion } from '../../../plugins/index.js';
import { pathOf } from './setup-view.js';

const MAX_CHARS = 4_096;
const MAX_ENTRIES = 1_000;

/** The answers of an owner to the questions of a setup. */
export class SetupValues {
  private readonly answers = new Map<SetupQuestion, SetupAnswer | null>();

  /** @throws GatehouseError INVALID_REQUEST naming the path of a wrong value */
  constructor(
    { questions }: ChannelSetup,
    private readonly place: SetupPlace,
    values: Readonly<Record<string, unknown>>,
  ) {
    for (const [path, value] of Object.entries(values)) {
      const question = questions.find((each) => pathOf(place, each) === path);
      if (!question)
        throw GatehouseError.invalidField(
          `values["${path.slice(0, 200)}"]`,
          'is not a question of this setup',
          'unknown',
        );
      // The stars of a secret that was shown stand for no answer.
      if (question.kind !== 'secret' || value !== MASK)
        this.answers.set(question, answerIn(question, path, value));
    }
  }

  /** Undefined for an answer that stays as it is, null for one that is taken away. */
  of(question: SetupQuestion): SetupAnswer | null | undefined {
    return this.answers.get(question);
  }

  /** The settings by path, with what is written besides. @param among only the answers to these */
  settings(among?: readonly SetupQuestion[]): Record<string, unknown> {
    const given = [...this.answers].filter(([question]) => among?.includes(question) ?? true);
    const settings = given.map(([question, answer]) => [
      pathOf(this.place, question),
      answer === null ? null : (question.toSetting?.(answer) ?? answer),
    ]);
    return { ...this.place.beside, ...(Object.fromEntries(settings) as object) };
  }

  /** The same, to be shown: without what only the caller should know. */
  masked(): Record<string, unknown> {
    const secrets = [...this.answers].filter(([{ kind }, answer]) => kind === 'secret' && answer !== null);
    const stars = secrets.map(([question]) => [pathOf(this.place, question), MASK]);
    return { ...this.settings(), ...(Object.fromEntries(stars) as object) };
  }
}

function answerIn({ kind, choices }: SetupQuestion, path: string, value: unknown): SetupAnswer | null {
  const wrong = (words: string) => GatehouseError.invalidField(`values["${path}"]`, words);
  if (value === null || value === '') return null;
  if (kind === 'list') {
    if (!isTexts(value)) throw wrong(`must be a list of at most ${MAX_ENTRIES} strings`);
    return value.length === 0 ? null : value;
  }
  // A number that is none is the configuration's to refuse, in its own words.
  if (kind === 'number' && typeof value === 'number') return value;
  if (!isText(value)) throw wrong(`must be a string of at most ${MAX_CHARS} characters`);
  if (kind === 'number') return /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (kind === 'choice' && !choices?.some((each) => each.value === value))
    throw wrong(`must be one of ${(choices ?? []).map((each) => each.value).join(', ')}`);
  return value;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_CHARS;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= MAX_ENTRIES && value.every(isText);
