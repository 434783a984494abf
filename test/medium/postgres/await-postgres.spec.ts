import { type AddressInfo, createServer } from 'node:net';
import { ConfigInvalidError } from '../../../src/config/index.js';
import { awaitPostgres } from '../../../src/persistence/postgres/await-postgres.js';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.js';

/** An authentication message of the server: 10 begins SASL and names the mechanisms, 11 continues it. */
const authentication = (code: number, data: string): Buffer =>
  Buffer.concat([Buffer.from([0x52, 0, 0, 0, 8 + data.length, 0, 0, 0, code]), Buffer.from(data)]);

describe('awaitPostgres', () => {
  let postgres: PostgresServer;

  beforeEach(async () => {
    postgres = await startPostgres();
  });
  afterEach(() => postgres.remove());

  const as = (change: Partial<Record<'pathname' | 'username' | 'password', string>>) =>
    Object.assign(new URL(postgres.url), change).href;

  it('waits for a server that is down', async () => {
    await postgres.crash();
    const waiting = awaitPostgres(postgres.url, { forMs: 20_000 });
    await postgres.start();
    await expect(waiting).resolves.toBeUndefined();
  });

  it('waits no longer than its limit, and ends on abort', async () => {
    await postgres.crash();
    await expect(awaitPostgres(postgres.url, { forMs: 700 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const stop = new AbortController();
    const waiting = awaitPostgres(postgres.url, { forMs: 20_000, signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it.each([
    [{ pathname: '/nowhere' }, 'no database of that name'],
    [{ username: 'nobody', password: 'h1dden' }, 'rejects the user'],
  ])('refuses at once, naming DATABASE_URL without the password: %j', async (change, words) => {
    const error = await awaitPostgres(as(change), { forMs: 20_000 }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ConfigInvalidError);
    const { problems } = error as ConfigInvalidError;
    expect(problems).toMatchObject([{ path: 'DATABASE_URL' }]);
    expect(problems[0]!.message).toContain(words);
    expect(JSON.stringify(problems)).not.toMatch(/h1dden|nobody|nowhere/);
  });
});

it('awaitPostgres refuses at once when the server wants a password and none is given', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const answers = [authentication(10, 'SCRAM-SHA-256\0\0'), authentication(11, 'r=x,s=eA==,i=1')];
    socket.on('data', () => socket.write(answers.shift() ?? ''));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const error = await awaitPostgres(`postgres://gatehouse@127.0.0.1:${port}/gatehouse`, {
    forMs: 20_000,
  }).catch((each: unknown) => each);
  server.close();
  expect(error).toBeInstanceOf(ConfigInvalidError);
  expect((error as ConfigInvalidError).problems).toMatchObject([
    { path: 'DATABASE_URL', message: 'PostgreSQL rejects the password' },
  ]);
});
