import { hash } from 'node:crypto';
import { isWithFiles, withFiles } from '../prompt/with-files.js';
import type { TurnAttachment, TurnInput, TurnMessage } from '../runtime.js';

/** The number of files that are remembered; the least recently used one makes room. */
const MOST = 2_000;

/**
 * The model's verdict on a file: it accepts it, refuses it, or refused it together with other unknown ones, of which
 * one is `doubtful` until it is shown alone.
 */
type FileAcceptance = 'taken' | 'refused' | 'doubtful';

/**
 * Remembers the images and PDFs that a model refuses, because it refuses the whole request for one damaged file. A file
 * stays in the history, so each turn would fail until it has left the history. Kept in memory only: a restart costs one more
 * refused request.
 */
export class RefusedFiles {
  private readonly verdicts = new Map<string, FileAcceptance>();

  /**
   * The turn for its model: without the files it refuses, and with at most one doubtful file. The same object where it
   * has no files.
   */
  showable(input: TurnInput): TurnInput {
    const files = shownIn(input);
    if (files.length === 0) return input;
    let mayDoubt = files.every((data) => this.verdicts.has(keyOf(input, data)));
    return withShown(input, (data) => {
      const verdict = this.verdicts.get(keyOf(input, data));
      if (verdict !== 'doubtful') return verdict !== 'refused';
      const isTried = mayDoubt;
      mayDoubt = false;
      return isTried;
    });
  }

  /** Records that the model answered with these files. */
  taken(shown: TurnInput): void {
    for (const data of shownIn(shown)) this.remember(keyOf(shown, data), 'taken');
  }

  /** The turn without the files that the model may have refused; undefined when it had none. */
  without(shown: TurnInput): TurnInput | undefined {
    if (shownIn(shown).length === 0) return undefined;
    const suspects = this.suspects(shown);
    return withShown(shown, (data) => suspects.size > 0 && !suspects.has(keyOf(shown, data)));
  }

  /** Records that the model answered only without these files. */
  refused(shown: TurnInput): void {
    const suspects = this.suspects(shown);
    for (const key of suspects) this.remember(key, suspects.size === 1 ? 'refused' : 'doubtful');
  }

  /** The files that the model has not accepted before. */
  private suspects(shown: TurnInput): ReadonlySet<string> {
    const keys = shownIn(shown).map((data) => keyOf(shown, data));
    return new Set(keys.filter((key) => this.verdicts.get(key) !== 'taken'));
  }

  private remember(key: string, verdict: FileAcceptance): void {
    this.verdicts.delete(key);
    this.verdicts.set(key, verdict);
    const [oldest] = this.verdicts.keys();
    if (this.verdicts.size > MOST && oldest !== undefined) this.verdicts.delete(oldest);
  }
}

/** The key names the model too: another model may accept the file. */
const keyOf = ({ agent: { runtime } }: TurnInput, data: Uint8Array): string =>
  `${runtime.baseUrl ?? ''} ${runtime.model ?? ''} ${hash('sha256', data)}`;

const attachmentsOf = ({ attachments = [], replyTo }: TurnMessage): readonly TurnAttachment[] => [
  ...(replyTo?.attachments ?? []),
  ...attachments,
];

/** Newest first. */
const shownIn = ({ history, message }: TurnInput): Uint8Array[] =>
  [...history.filter((line) => isWithFiles(line.message)).map((line) => line.message), message]
    .toReversed()
    .flatMap(attachmentsOf)
    .flatMap(({ data }) => data ?? []);

/** Files that are not shown keep their names. */
const withShown = (input: TurnInput, isShown: (data: Uint8Array) => boolean): TurnInput =>
  withFiles(input, (file) => {
    const { data, ...named } = file;
    return data === undefined || isShown(data) ? file : { ...named, isRefused: true };
  });
