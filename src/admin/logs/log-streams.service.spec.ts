import { once } from 'node:events';
import { Writable } from 'node:stream';
import type { Response } from 'express';
import { eventually } from '../../../test/support/eventually.js';
import type { Actor, SignInAuthenticator } from '../../access-control/index.js';
import { KeptLines, SystemClock } from '../../common/index.js';
import type { Conversations } from '../../operator/index.js';
import type { JobQueue } from '../../persistence/index.js';
import { StreamSlots } from '../events/stream-slots.js';
import { LogQueryDto } from './log-query.dto.js';
import { LogReader } from './log-reader.service.js';
import { LogStreams } from './log-streams.service.js';

/** A connection, and what was written to it. */
class Connection extends Writable {
  readonly req = { method: 'GET' };
  text = '';
  readonly setHeader = () => this;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }

  get lines(): string[] {
    return [...this.text.matchAll(/^event: log\ndata: .*"message":"([^"]*)"/gm)].map(([, msg]) => msg!);
  }

  get lastId(): string {
    return this.text
      .match(/^id: (\S+)$/gm)!
      .at(-1)!
      .slice('id: '.length);
  }
}

const actor: Actor = { id: 'token:ann', role: 'operator', tokenId: 'ann' };

describe('streams of the log', () => {
  let kept: KeptLines;
  let isGood: boolean;
  let streams: LogStreams;

  const write = (msg: string, level = 30) =>
    kept.add(`${JSON.stringify({ level, time: new Date().toISOString(), msg })}\n`);
  const begin = (most = 10_000) => {
    kept = new KeptLines(most);
    const queue = { replicas: async () => ({ own: 'wkr_1', others: ['wkr_2'] }) } as unknown as JobQueue;
    const reader = new LogReader(kept, {} as Conversations, queue, new SystemClock());
    const tokens = { isGood: async () => isGood } as unknown as SignInAuthenticator;
    streams = new LogStreams(reader, tokens, new StreamSlots());
  };
  beforeEach(() => {
    isGood = true;
    begin();
  });
  afterEach(() => streams.onModuleDestroy());

  async function follow(query: Partial<LogQueryDto> = {}, lastId?: string): Promise<Connection> {
    const connection = new Connection();
    const call = { actor, query: Object.assign(new LogQueryDto(), query), lastId };
    await streams.serve(call, connection as unknown as Response);
    return connection;
  }
  const has = (connection: Connection, expected: readonly string[]) =>
    eventually(() => connection.lines.length >= expected.length, { what: expected.join() }).then(() =>
      expect(connection.lines).toEqual(expected),
    );

  it('begin with the replicas, and have the lines from now on that are wanted', async () => {
    write('before');
    const connection = await follow({ level: 'warn' });
    expect(connection.text).toContain('event: replicas\ndata: {"covered":["wkr_1"],"others":["wkr_2"]}');
    write('unwanted');
    write('wanted', 40);
    await has(connection, ['wanted']);
  });

  it('continue after the last line that a client has, or begin at a time', async () => {
    write('one');
    const first = await follow({ since: '1m' });
    await has(first, ['one']);
    first.destroy();
    write('two');
    write('three');
    await has(await follow({}, first.lastId), ['two', 'three']);
    await has(await follow({ since: '1m' }), ['one', 'two', 'three']);
  });

  it('have all lines for a client of another process, and say how many are gone', async () => {
    for (let n = 1; n <= 3; n++) write(String(n));
    await has(await follow({}, `${'0'.repeat(26)}.999`), ['1', '2', '3']);
    begin(2);
    for (let n = 1; n <= 3_000; n++) write(String(n));
    const late = await follow({}, `${kept.origin}.990`);
    await has(late, ['2999', '3000']);
    expect(late.text).toContain('event: gap\ndata: {"lines":2008}');
  });

  it('end with the token', async () => {
    const connection = await follow();
    isGood = false;
    write('secret');
    await once(connection, 'close');
    expect(connection.lines).toEqual([]);
  });

  it('have the places of the streams of events', async () => {
    for (let n = 0; n < 10; n++) await follow();
    await expect(follow()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 10 });
  });

  it.each([
    [{}, 'nonsense', 'Last-Event-ID'],
    [{ cursor: 'x' }, undefined, 'cursor'],
  ])('refuse %j after %s', async (query, lastId, field) => {
    await expect(follow(query, lastId)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: expect.stringContaining(field),
    });
  });
});
