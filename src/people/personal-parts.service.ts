import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { type ForgetsPeople, REMEMBERS_PEOPLE } from '../common/index.js';
import {
  ERASING_STAGES,
  Footprint,
  HOLDS_PERSONAL,
  type KnownSender,
  type Person,
  type PersonalRecord,
  type PersonalRecords,
  type PersonalTables,
} from '../persistence/index.js';

interface Part extends PersonalTables {
  readonly records: PersonalRecords;
}

/** The parts of all modules about a person, in the database and in memory. */
@Injectable()
export class PersonalParts implements OnModuleInit {
  /** In the order in which they are erased. */
  private parts: readonly Part[] = [];
  private memories: readonly ForgetsPeople[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const parts: Part[] = [];
    const memories = new Set<ForgetsPeople>();
    for (const provider of this.discovery.getProviders()) {
      const instance = provider.instance as object | null | undefined;
      if (!instance || typeof instance !== 'object') continue;
      const type = instance.constructor;
      const tables = this.reflector.get<PersonalTables | undefined>(HOLDS_PERSONAL, type);
      if (tables) parts.push({ ...tables, records: instance as PersonalRecords });
      if (this.reflector.get<boolean>(REMEMBERS_PEOPLE, type)) memories.add(instance as ForgetsPeople);
    }
    const rank = ({ stage }: Part) => ERASING_STAGES.indexOf(stage);
    this.parts = parts.sort((one, other) => rank(one) - rank(other));
    this.memories = [...memories];
  }

  /** The tables that the parts answer for. */
  get tables(): readonly string[] {
    return this.parts.flatMap(({ tables }) => tables);
  }

  /** @param earlier what was found before, of which rows may have been written since */
  async find(person: Person, earlier?: Footprint): Promise<Footprint> {
    const footprint = new Footprint(person);
    if (earlier) footprint.include(earlier);
    for (const { records } of this.parts.toReversed()) await records.find?.(footprint);
    return footprint;
  }

  /** The senders of a channel about whom something is stored. */
  async senders(channel: string): Promise<readonly KnownSender[]> {
    const all = new Map<string, KnownSender>();
    for (const { records } of this.parts)
      for await (const each of records.senders?.(channel) ?? []) all.set(JSON.stringify(each), each);
    return [...all.values()];
  }

  async *list(footprint: Footprint): AsyncGenerator<PersonalRecord> {
    for (const { records } of this.parts.toReversed()) yield* records.list(footprint);
  }

  /** The number of rows of each kind. */
  async count(footprint: Footprint): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for await (const { kind } of this.list(footprint)) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  }

  async erase(footprint: Footprint): Promise<void> {
    for (const { records } of this.parts) await records.erase(footprint);
  }

  /** @param names of the person, as in {@link ForgetsPeople} */
  async forget(names: readonly string[]): Promise<void> {
    for (const memory of this.memories) await memory.forgetPeople(names);
  }
}
