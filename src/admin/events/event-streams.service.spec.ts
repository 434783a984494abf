import { once } from 'node:events';
import { Writable } from 'node:stream';
import type { Response } from 'express';
import type { Actor, SignInAuthenticator } from '../../access-control/index.js';
import type { Role } from '../../common/index.js';
import { eventually } from '../../../test/support/eventually.js';
import type { Feed, Positions } from './event-cursor.js';
import type { EventFeeds, FeedRange } from './event-feeds.service.js';
import { EventStreams } from './event-streams.service.js';
import type { HintWatcher } from './hints/hint-watcher.service.js';
import { FeedWatcher } from './feed-watcher.service.js';
import { StreamSlots } from './stream-slots.js';

/** A connection, and what was written to it. */
class Connection extends Writable {
  readonly req: { method: string };
  text = '';
  readonly setHeader = () => this;

  constructor(method = 'GET') {
    super();
    this.req = { method };
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }

  get told(): string[] {
    return [...this.text.matchAll(/^data: "(.*)"$/gm)].map(([, data]) => data!);
  }

  async close(): Promise<void> {
    this.destroy();
    await once(this, 'close');
  }
}

const actorOf = (id: string, role: Role = 'viewer'): Actor => ({ id: `token:${id}`, role, tokenId: id });

describe('event streams', () => {
  let messages: number;
  let openTransactions: readonly string[];
  /** Each look at the database waits for it. */
  let database: Promise<unknown>;
  let isGood: () => Promise<boolean>;
  let streams: EventStreams;

  const feeds = {
    ends: async (): Promise<Positions> => {
      await database;
      return { audit: '', message: String(messages), pairing: '' };
    },
    writers: async () => new Set(openTransactions),
    numbered: async (positions: Positions) => positions,
    read: async (_feed: Feed, { after, upTo, limit }: FeedRange) => {
      const numbers = Array.from({ length: Number(upTo) - Number(after) }, (_, n) => Number(after) + n + 1);
      return numbers.slice(0, limit).map((n) => ({ position: String(n), data: `event ${n}` }));
    },
  } as unknown as EventFeeds;

  beforeEach(() => {
    [messages, openTransactions] = [0, []];
    [database, isGood] = [Promise.resolve(), async () => true];
    const hints = { begin: async () => undefined, follow: () => () => undefined } as unknown as HintWatcher;
    const tokens = { isGood: () => isGood() } as unknown as SignInAuthenticator;
    streams = new EventStreams(feeds, new FeedWatcher(feeds), hints, tokens, new StreamSlots());
  });
  afterEach(() => streams.onModuleDestroy());

  async function serve(actor: Actor, lastId?: string, method?: string): Promise<Connection> {
    const connection = new Connection(method);
    await streams.serve(actor, lastId, connection as unknown as Response);
    return connection;
  }
  /** How many of these requests, made at the same time, are served. */
  async function servedOf(actors: readonly Actor[]): Promise<number> {
    const answer = Promise.withResolvers<undefined>();
    database = answer.promise;
    const requests = Promise.allSettled(actors.map((each) => serve(each)));
    answer.resolve(undefined);
    return (await requests).filter(({ status }) => status === 'fulfilled').length;
  }

  it('are limited to 10 for each token and 50 in all, even when opened at the same time', async () => {
    expect(await servedOf(Array.from({ length: 40 }, () => actorOf('greedy')))).toBe(10);
    expect(await servedOf(Array.from({ length: 60 }, (_, n) => actorOf(`viewer ${n % 6}`)))).toBe(40);
  });

  it('above the limit are refused with Retry-After and a reason, without a database query', async () => {
    await servedOf(Array.from({ length: 10 }, () => actorOf('greedy')));
    const refusal = { code: 'UNAVAILABLE', retryAfterSeconds: 10 };
    await expect(serve(actorOf('greedy'))).rejects.toMatchObject({
      ...refusal,
      details: 'at most 10 streams per token',
    });
    await servedOf(Array.from({ length: 40 }, (_, n) => actorOf(`viewer ${n % 4}`)));
    database = Promise.withResolvers().promise;
    await expect(serve(actorOf('late'))).rejects.toMatchObject({ ...refusal, details: 'at most 50 streams' });
  });

  it('of owners are limited to 100, which others do not take', async () => {
    expect(await servedOf(Array.from({ length: 60 }, (_, n) => actorOf(`viewer ${n % 6}`)))).toBe(50);
    expect(await servedOf(Array.from({ length: 130 }, (_, n) => actorOf(`boss ${n % 3}`, 'owner')))).toBe(
      100,
    );
    const late = serve(actorOf('late', 'owner'));
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE', details: 'at most 100 streams' });
  });

  it('free their place when they close or fail', async () => {
    for (let n = 0; n < 15; n++) await (await serve(actorOf('ann'))).close();
    for (let n = 0; n < 15; n++) await once(await serve(actorOf('ann'), undefined, 'HEAD'), 'close');
    for (let n = 0; n < 15; n++) {
      const connection = new Connection();
      database = Promise.reject(new Error('away'));
      const failed = streams.serve(actorOf('ann'), undefined, connection as unknown as Response);
      await expect(failed).rejects.toThrow('away');
      await connection.close();
    }
    expect(await servedOf(Array.from({ length: 15 }, () => actorOf('ann')))).toBe(10);
  });

  it('of a client that has gone before it is served take no place', async () => {
    for (let n = 0; n < 15; n++) {
      const connection = new Connection();
      await connection.close();
      await streams.serve(actorOf('ann'), undefined, connection as unknown as Response);
    }
    expect(await servedOf([actorOf('ann')])).toBe(1);
  });

  it('send the backlog to its end, unless the token is revoked meanwhile', async () => {
    messages = 250;
    const whole = await serve(actorOf('ann'), '..');
    await eventually(() => whole.told.length === 250, { what: 'the whole backlog' });
    expect(whole.told.at(-1)).toBe('event 250');
    const answers = [true, true, false];
    isGood = async () => answers.shift() ?? false;
    const broken = await serve(actorOf('ann'), '..');
    await once(broken, 'close');
    expect([broken.told.length, broken.told.at(-1)]).toEqual([200, 'event 200']);
  });

  it('without an id begin at the end', async () => {
    messages = 250;
    const connection = await serve(actorOf('ann'));
    expect(connection.text).toBe('retry: 2000\nid: .250.\nevent: gap\ndata: {}\n\n');
    messages = 251;
    await eventually(() => connection.told.length > 0, { what: 'an event' });
    expect(connection.told).toEqual(['event 251']);
  });

  it('without an id send no event id until open transactions have ended', async () => {
    [messages, openTransactions] = [250, ['3/1']];
    const connection = await serve(actorOf('ann'));
    expect(connection.text).toBe('retry: 2000\n:\nevent: gap\ndata: {}\n\n');
    openTransactions = [];
    await eventually(() => connection.text.endsWith('\n\nid: .250.\n\n'), { what: 'an id' });
    expect(connection.told).toEqual([]);
  });
});
