import { type DiscoveryService, Reflector } from '@nestjs/core';
import { RemembersPeople } from '../common/index.js';
import { Footprint, HoldsPersonal, type Person, type PersonalRecord } from '../persistence/index.js';
import { PersonalParts } from './personal-parts.service.js';

const PERSON: Person = { addresses: [], userId: 'usr_1', pseudonym: 'erased_x' };

let done: string[];

class Part {
  constructor(readonly kind: string) {}

  async find(footprint: Footprint): Promise<void> {
    done.push(`find ${this.kind}`);
    footprint.names.add(this.kind);
  }

  async *list(): AsyncGenerator<PersonalRecord> {
    yield { kind: this.kind, record: {} };
  }

  async erase(): Promise<void> {
    done.push(`erase ${this.kind}`);
  }
}

@HoldsPersonal('events', 'inbound_events')
class Events extends Part {
  async *senders(channel: string) {
    yield { account: 'default', senderId: `ann of ${channel}` };
    yield { account: 'default', senderId: 'ben' };
  }
}

@HoldsPersonal('lines', 'transcript')
class Lines extends Part {
  override async *list(): AsyncGenerator<PersonalRecord> {
    yield* super.list();
    yield* super.list();
  }
}

@HoldsPersonal('work', 'jobs', 'dead_jobs')
class Work extends Part {
  override find = undefined as never;

  async *senders() {
    yield { account: 'default', senderId: 'ben' };
    yield { account: 'second', senderId: 'ben' };
  }
}

@HoldsPersonal('records', 'grants')
class Records extends Part {}

@RemembersPeople()
class Memory {
  async forgetPeople(names: readonly string[]): Promise<void> {
    await Promise.resolve();
    done.push(`forget ${names.join()}`);
  }
}

/** Its class says nothing of people. */
const unmarked = Object.assign(new Part('unmarked'), { forgetPeople: () => done.push('never') });

describe('the parts about a person', () => {
  let sut: PersonalParts;
  beforeEach(() => {
    done = [];
    const memory = new Memory();
    const providers = [
      undefined,
      null,
      'a text',
      unmarked,
      new Events('events'),
      new Records('grants'),
      memory,
      // Under a second name.
      new Lines('messages'),
      new Work('jobs'),
      memory,
    ].map((instance) => ({ instance }));
    const discovery = { getProviders: () => providers };
    sut = new PersonalParts(discovery as unknown as DiscoveryService, new Reflector());
    sut.onModuleInit();
  });

  it('answer for their tables, and are erased in the order of their stages', async () => {
    await sut.erase(new Footprint(PERSON));
    expect(done).toEqual(['jobs', 'grants', 'messages', 'events'].map((kind) => `erase ${kind}`));
    expect(sut.tables).toEqual(['jobs', 'dead_jobs', 'grants', 'transcript', 'inbound_events']);
  });

  it('are searched in the opposite order, beside what was found before', async () => {
    const earlier = new Footprint(PERSON);
    earlier.names.add('known');
    const footprint = await sut.find(PERSON, earlier);
    expect(done).toEqual(['events', 'messages', 'grants'].map((kind) => `find ${kind}`));
    expect([...footprint.names]).toEqual(['known', 'events', 'messages', 'grants']);
    const kinds: string[] = [];
    for await (const { kind } of sut.list(footprint)) kinds.push(kind);
    expect(kinds).toEqual(['events', 'messages', 'messages', 'grants', 'jobs']);
    expect(await sut.count(footprint)).toEqual({ events: 1, messages: 2, grants: 1, jobs: 1 });
  });

  it('name each sender of a channel once', async () => {
    expect(await sut.senders('imbridge')).toEqual([
      { account: 'default', senderId: 'ben' },
      { account: 'second', senderId: 'ben' },
      { account: 'default', senderId: 'ann of imbridge' },
    ]);
  });

  it('in memory are cleared once for the erased person', async () => {
    await sut.forget(['ann', 'chat-ann']);
    expect(done).toEqual(['forget ann,chat-ann']);
  });
});
