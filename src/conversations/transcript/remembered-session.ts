import type { HistoryLine } from '../../assistant/index.js';
import { windowOf } from './history-window.js';
import type { EntriesSince, HistoryQuery, SequencedEntry, SpokenEntry } from './history.repository.js';

/**
 * An entry of a history, with its line in the prompt as soon as a turn has made it. One that only the service has has no
 * place in the transcript.
 */
export type HistoryEntry = SpokenEntry &
  Partial<Pick<SequencedEntry, 'seq' | 'history_from'>> & { line?: HistoryLine | undefined };

type RememberedEntry = SequencedEntry & HistoryEntry;

/** Bytes an entry takes besides its text, including its line (heap snapshot, ADR 0086). */
const BYTES_PER_ENTRY = 550;
/** The text itself and its form in the envelope; scripts other than Latin take twice as much. */
const BYTES_PER_CHAR = 2;

/**
 * Totals of the entries before the first one without a remote id. A message of ours gets its id from its delivery,
 * usually soon; until then that entry and all after it are read again each time.
 */
interface Known {
  readonly count: number;
  /**
   * The sum of their `seq` numbers. Together with the count it shows whether rows were removed or added: retention
   * removes the oldest rows, and a row that is committed late has a higher number than those removed.
   */
  readonly sum: number;
}

interface Contents {
  /** All entries of the session behind this `seq` are there, oldest first. */
  readonly after: number;
  readonly revision: string | null;
  readonly entries: readonly RememberedEntry[];
  readonly known: Known;
  readonly bytes: number;
}

/**
 * The last entries of a session and their lines, as of one revision of the session. Its totals are carried forward from
 * turn to turn, so that they need not be added up over a whole history each time.
 */
export class RememberedSession {
  private constructor(private readonly contents: Contents) {}

  static of(rows: readonly SequencedEntry[], { after, revision }: Pick<Contents, 'after' | 'revision'>) {
    const entries = remembered(rows);
    const [known, bytes] = [knownOf(entries), bytesOf(entries)];
    return new RememberedSession({ after, revision, entries, known, bytes });
  }

  /** Roughly how many bytes it takes. */
  get bytes(): number {
    return this.contents.bytes;
  }

  /** The span whose entries need not be read again; undefined when there are none. */
  get span(): { readonly after: number; readonly upTo: number } | undefined {
    const { after, entries, known } = this.contents;
    const last = entries[known.count - 1];
    return last && { after, upTo: last.seq };
  }

  /**
   * The session as it is now.
   * @param now read behind the span; its totals are those of the span in the database
   * @returns undefined when entries within the span have changed
   */
  asOf(now: EntriesSince): RememberedSession | undefined {
    const { known, revision, entries: before, bytes } = this.contents;
    if (now.count !== known.count || now.sum !== known.sum || now.revision !== revision) return undefined;
    const newer = remembered(now.entries, before[known.count - 1]);
    const entries = [...before.slice(0, known.count), ...newer];
    return this.with({
      entries,
      known: knownOf(entries, known),
      bytes: bytes - bytesOf(before.slice(known.count)) + bytesOf(newer),
    });
  }

  /**
   * The entries that a query asks for, and the session without older ones; undefined when the query reaches further
   * back than what is remembered.
   */
  part(
    query: HistoryQuery,
  ): { readonly entries: readonly HistoryEntry[]; readonly session: RememberedSession } | undefined {
    const after = Math.max(this.contents.after, query.after);
    const asked = this.contents.entries.filter(
      (entry) => entry.seq > after && entry.event_id !== query.except,
    );
    const { entries, isFull } = windowOf(asked, query);
    const [first] = entries;
    if (first && isFull) return { entries, session: this.behind(first.seq - 1) };
    return this.contents.after > query.after ? undefined : { entries, session: this.behind(after) };
  }

  private behind(after: number): RememberedSession {
    const { entries: before, known, bytes } = this.contents;
    const first = before.findIndex(({ seq }) => seq > after);
    if (first === 0) return this.with({ after });
    const gone = first < 0 ? before : before.slice(0, first);
    const entries = before.slice(gone.length);
    return this.with({ after, entries, known: without(gone, known, entries), bytes: bytes - bytesOf(gone) });
  }

  private with(changed: Partial<Contents>): RememberedSession {
    return new RememberedSession({ ...this.contents, ...changed });
  }
}

/**
 * Entries are kept for long and compared often: texts that one shares with the one before it become the same strings.
 * @param before the entry before these
 */
function remembered(rows: readonly SequencedEntry[], before?: SequencedEntry): readonly RememberedEntry[] {
  let last = before;
  return rows.map((row) => (last = entryOf(row, last)));
}

/** Only the columns of an entry, and a place for its line: adding that later would change the object's shape. */
const entryOf = (row: SequencedEntry, last: SequencedEntry | undefined): RememberedEntry => ({
  seq: row.seq,
  history_from: row.history_from,
  role: row.role === 'user' ? 'user' : 'assistant',
  kind: KINDS[row.kind],
  event_id: shared(row.event_id, last?.event_id),
  sender_id: row.sender_id,
  delivery_id: row.delivery_id,
  remote_id: row.remote_id,
  reply_to: row.reply_to,
  channel: shared(row.channel, last?.channel),
  account: shared(row.account, last?.account),
  conversation_id: shared(row.conversation_id, last?.conversation_id),
  text: row.text,
  sender_name: row.sender_name,
  created_at: row.created_at,
  line: undefined,
});

const KINDS = { turn: 'turn', heard: 'heard', notice: 'notice' } as const;

const shared = <T extends string>(text: T, before: T | undefined): T => (text === before ? before : text);

/** @param before the totals of the entries before these */
function knownOf(entries: readonly SequencedEntry[], before: Known = { count: 0, sum: 0 }): Known {
  let { count, sum } = before;
  for (let entry = entries[count]; entry && hasId(entry); entry = entries[count]) {
    sum += entry.seq;
    count++;
  }
  return { count, sum };
}

const without = (
  gone: readonly SequencedEntry[],
  { count, sum }: Known,
  left: readonly SequencedEntry[],
): Known =>
  gone.length > count ? knownOf(left) : { count: count - gone.length, sum: sum - knownOf(gone).sum };

const hasId = ({ delivery_id, remote_id }: SequencedEntry): boolean =>
  delivery_id === null || remote_id !== null;

const bytesOf = (entries: readonly SequencedEntry[]): number =>
  entries.reduce((sum, { text }) => sum + BYTES_PER_ENTRY + BYTES_PER_CHAR * text.length, 0);
