import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { sql } from 'kysely';
import { AccountCache } from '../../access-control/index.js';
import { type ForgetsPeople, REMEMBERS_PEOPLE } from '../../common/index.js';
import {
  Database,
  ERASING_STAGES,
  type Leads,
  PERSONAL_TABLES,
  type PersonalTable,
  type Schema,
  type Tx,
} from '../../persistence/index.js';
import { Footprint, type Person } from '../person.js';
import { Pseudonyms } from '../pseudonyms.js';
import { type Judge, JUDGES } from './exceptions.repository.js';
import { foundBy } from './leads.repository.js';
import { MessageRows } from './message-rows.repository.js';
import { OtherRows } from './other-rows.repository.js';
import {
  anyOf,
  type Condition,
  deleteWhere,
  inPortions,
  isOneOf,
  type KnownSender,
  mentions,
  NONE,
  rowsById,
  rowsOf,
  rowsWhere,
  sendersIn,
  updateWhere,
} from './statements.repository.js';

type AnyRow = Readonly<Record<string, unknown>>;
type Name = keyof Schema;

/** One row about a person as an export shows it. */
export interface PersonalRecord {
  /** The name of its file in the export, and of its count. */
  readonly kind: string;
  readonly record: AnyRow;
}

/** A row of the person, which goes; or one of others, with what changes in it. */
interface Judged {
  readonly row: AnyRow;
  readonly change?: AnyRow;
}

/** What is done in one transaction, at the end of a stage. */
type Together = ((tx: Tx) => Promise<unknown>)[];

/** Tables by whose rows a sender of a channel is known. */
const KNOW_SENDERS = [
  'transcript',
  'inbound_events',
  'pairing_requests',
  'grants',
  'user_identities',
] as const;

/** Finds, shows and erases the rows of a person, as `PERSONAL_TABLES` marks their columns; and forgets them in memory. */
@Injectable()
export class PersonalRows implements OnModuleInit {
  private memories: readonly ForgetsPeople[] = [];
  private readonly exceptions: MessageRows['exceptions'];

  constructor(
    private readonly db: Database,
    messages: MessageRows,
    others: OtherRows,
    private readonly accounts: AccountCache,
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {
    this.exceptions = { ...messages.exceptions, ...others.exceptions };
  }

  onModuleInit(): void {
    const providers = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    const isMemory = (instance: unknown): instance is ForgetsPeople =>
      typeof instance === 'object' &&
      instance !== null &&
      this.reflector.get<boolean | undefined>(REMEMBERS_PEOPLE, instance.constructor) === true;
    this.memories = [...new Set(providers.filter(isMemory))];
  }

  /** @param earlier what was found before, of which rows may have been written since */
  async find(person: Person, earlier?: Footprint): Promise<Footprint> {
    const footprint = new Footprint(person);
    if (earlier) footprint.include(earlier);
    for (const [name, table] of PERSONAL_TABLES) {
      const find = this.exceptions[name]?.find;
      if (find) await find(footprint);
      else if (table.adds) await this.note(name, table, footprint);
    }
    return footprint;
  }

  /** The senders of a channel about whom something is stored. */
  async senders(channel: string): Promise<readonly KnownSender[]> {
    const all = new Map<string, KnownSender>();
    for (const table of KNOW_SENDERS) {
      const key = table === 'transcript' ? 'seq' : 'id';
      for await (const each of sendersIn(this.db.on(), { table, key }, channel))
        all.set(JSON.stringify(each), each);
    }
    return [...all.values()];
  }

  async *list(footprint: Footprint): AsyncGenerator<PersonalRecord> {
    for (const [name, table] of PERSONAL_TABLES) {
      const { kind, whose, blanked, shown = whose ?? blanked, hidden = [], tells = [], blank = {} } = table;
      if (kind === undefined) continue;
      const isShown = (column: string) => !hidden.includes(column);
      const isBlank = (row: AnyRow) =>
        tells.length > 0 && tells.every((column) => row[column] === blank[column]);
      const rows = shown ? this.rowsBy(name, shown, footprint, table) : this.judged(name, table, footprint);
      for await (const { row } of rows)
        if (!isBlank(row))
          yield {
            kind,
            record: Object.fromEntries(Object.entries(row).filter(([column]) => isShown(column))),
          };
    }
  }

  /** The number of rows of each kind. */
  async count(footprint: Footprint): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for await (const { kind } of this.list(footprint)) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  }

  /**
   * Erases stage by stage: many rows in portions, then all that conditions find in one transaction. Killed in between, it
   * finds the rest again.
   */
  async erase(footprint: Footprint): Promise<void> {
    for (const stage of ERASING_STAGES) {
      const together: Together = [];
      for (const [name, table] of PERSONAL_TABLES.toReversed()) {
        if ((table.stage ?? 'records') !== stage) continue;
        const erase = this.exceptions[name]?.erase;
        await (erase ? erase(footprint, table) : this.eraseRows(name, table, footprint, together));
      }
      if (together.length > 0)
        await this.db.transaction(async (tx) => {
          // It remembers grants, users and keys.
          this.accounts.forgetAfter(tx);
          for (const each of together) await each(tx);
        });
      if (stage === 'work') for (const memory of this.memories) await memory.endAll?.(footprint.events);
    }
  }

  /** @param names of the person, as in {@link ForgetsPeople} */
  async forget(names: readonly string[]): Promise<void> {
    for (const memory of this.memories) await memory.forgetPeople(names);
  }

  /** What the rows of a table lead to. */
  private async note(name: Name, table: PersonalTable, footprint: Footprint): Promise<void> {
    const { adds = {}, whose = {}, search = whose } = table;
    for await (const { row } of this.rowsBy(name, search, footprint, table))
      for (const [column, to] of Object.entries(adds)) {
        const value = row[column] as string | null;
        if (to === 'names') footprint.addName(value);
        else if (value === null || to === undefined) continue;
        else if (to === 'place')
          footprint.addPlace({ ...(row as { channel: string; account: string }), conversation: value });
        else footprint[to].add(value);
      }
  }

  private async *rowsBy(
    name: Name,
    leads: Leads,
    footprint: Footprint,
    { scan }: PersonalTable,
  ): AsyncGenerator<Judged> {
    const found = foundBy(leads, footprint);
    const rows: AsyncIterable<AnyRow> =
      'ids' in found
        ? rowsById(this.db.on(), { table: name, key: found.column }, found.ids)
        : this.scanned(name, scan, found.where);
    for await (const row of rows) yield { row };
  }

  private async *scanned(
    name: Name,
    scan: string | undefined,
    where: Condition,
    tx?: Tx,
  ): AsyncGenerator<AnyRow> {
    if (where === NONE) return;
    if (scan === undefined) yield* await rowsOf(this.db.on(tx), name, where);
    else yield* rowsWhere(this.db.on(tx), { table: name, key: scan, where });
  }

  /** Rows that are the person's by what stands in them, or name the person. */
  private async *judged(
    name: Name,
    { acts = {}, scan }: PersonalTable,
    footprint: Footprint,
    tx?: Tx,
  ): AsyncGenerator<Judged> {
    const names = new Pseudonyms(footprint);
    const judge = JUDGES[name]?.(footprint, names) as Judge | undefined;
    const columns = Object.keys(acts).filter((column) => acts[column] !== 'actor');
    const where = anyOf([judge?.where ?? NONE, mentions(columns, footprint.addresses)]);
    for await (const row of this.scanned(name, scan, where, tx)) {
      if (judge?.isTheirs(row) === true) yield { row };
      else {
        const change = renamed(acts, names, row);
        if (change) yield { row, change };
      }
    }
  }

  private async eraseRows(
    name: Name,
    table: PersonalTable,
    footprint: Footprint,
    together: Together,
  ): Promise<void> {
    const { whose, blanked, blank: set = {}, acts, scan } = table;
    const each = async (leads: Leads, work: (tx: Tx, where: Condition) => Promise<unknown>) => {
      const found = foundBy(leads, footprint);
      if ('ids' in found)
        await inPortions(this.db, found.ids, (tx, ids) => work(tx, isOneOf(found.column, ids)));
      else if (found.where !== NONE) together.push((tx) => work(tx, found.where));
    };
    if (blanked) await each(blanked, (tx, where) => updateWhere(this.db.on(tx), name, { set, where }));
    if (whose) await each(whose, (tx, where) => deleteWhere(this.db.on(tx), name, where));
    if (!acts && !JUDGES[name]) return;
    const judged = (tx?: Tx) => Array.fromAsync(this.judged(name, table, footprint, tx));
    const apply = async (tx: Tx, rows: readonly Judged[]) => {
      const gone = rows.filter(({ change }) => !change);
      await deleteWhere(this.db.on(tx), name, theseRows(table, gone));
      for (const row of rows)
        if (row.change)
          await updateWhere(this.db.on(tx), name, { set: row.change, where: theseRows(table, [row]) });
    };
    // What others may change meanwhile is read where it is written.
    if (whose || scan === undefined) together.push(async (tx) => apply(tx, await judged(tx)));
    else await inPortions(this.db, await judged(), apply);
  }
}

function theseRows({ scan = 'id', key = [scan] }: PersonalTable, rows: readonly Judged[]): Condition {
  return anyOf(
    rows.map(({ row }) => {
      const is = key.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
      return sql`(${sql.join(is, sql` and `)})`;
    }),
  );
}

/** The columns of a row of others as they will be; undefined where the person is not named by an address. */
function renamed(
  acts: NonNullable<PersonalTable['acts']>,
  names: Pseudonyms,
  row: AnyRow,
): AnyRow | undefined {
  const change: Record<string, string> = {};
  let isNamed = false;
  for (const [column, naming] of Object.entries(acts)) {
    const text = row[column];
    // Stands behind its `…_by`, which says whose name it is.
    if (naming === 'actor') {
      const by = column.replace(/_name$/, '');
      if ((change[by] ?? null) !== row[by]) change[column] = names.pseudonym;
    } else if (naming !== undefined && typeof text === 'string') {
      isNamed ||= names[IS_IN[naming]](text);
      change[column] = names[IN[naming]](text);
    }
  }
  return isNamed ? change : undefined;
}

const IS_IN = { name: 'isInName', text: 'isIn', json: 'isInJson' } as const;
const IN = { name: 'inName', text: 'in', json: 'inJson' } as const;
