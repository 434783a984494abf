import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Server as TlsServer } from 'node:tls';
import { Logger as StaticLogger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import { AlertWatch } from './conditions/index.js';
import { Registry } from 'prom-client';
import { appWithPlugins } from './app.js';
import { OWN_CHANNELS, scopeWith } from './app.sections.js';
import { certificateFiles, CertificateWatch, ListenerEnd, type Log, openLog } from './server/index.js';
import {
  attributed,
  ConfigInvalidError,
  ConfigProblem,
  ensureStateDir,
  type Environment,
  type GatehouseConfig,
  GATEWAY,
  isTraced,
  loadConfigIn,
  LOGGING,
  nodeHoles,
  readEnvironment,
} from './config/index.js';
import { whileTelling } from './common/index.js';
import { ConnectorRegistry } from './channels/index.js';
import { ConsolePages } from './console/index.js';
import { ChannelHost } from './inbound/index.js';
import { removeGatewayAddress, writeGatewayAddress } from './config/process/gateway-address.js';
import { Mcp } from './mcp/index.js';
import { awaitDatabase, Database, JobQueue, startFailure } from './persistence/index.js';
import { loadPlugins, Plugins } from './plugins/index.js';
import type { ProcessRole } from './config/process/role.js';
import { WebhookStart } from './webhooks/index.js';
import type { Traces } from './tracing/index.js';

export { createApp } from './app.js';

export interface GatewayOptions {
  /** Variables to read instead of the process's own. */
  readonly env?: NodeJS.ProcessEnv;
  /** The process's role; `all` unless told. */
  readonly role?: ProcessRole;
  /** Ends the wait for a database that is unavailable. */
  readonly signal?: AbortSignal;
  /** Given the queue before its first job runs: errors that nothing catches are put down to its jobs. */
  readonly beforeWork?: (queue: JobQueue) => void;
}

export interface RunningGateway {
  /** Where the main listener answers, for instance `http://127.0.0.1:3000`; https when it serves TLS itself. */
  readonly url: string;
  readonly environment: Environment;
  /** Resolves with the reason when it cannot work again before the next start; usually never. */
  readonly failed: Promise<Error>;
  /** Takes no more calls, and resolves once the open ones have an answer; at most 2 s. For one that has failed. */
  readonly hangUp: () => Promise<void>;
  /** Drains in-flight work and ends everything; at most 20 s. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the listener, the workers and the connectors, in this order, once the database is available. Until then
 * nothing listens, not even /healthz.
 * @throws ConfigInvalidError with every problem; any other error when the start fails.
 */
export async function startGateway({
  env,
  role = 'all',
  signal,
  beforeWork,
}: GatewayOptions = {}): Promise<RunningGateway> {
  const environment = readEnvironment(env);
  const plugins = await loadPlugins(environment, OWN_CHANNELS);
  const checked = loadConfigIn(scopeWith(plugins, environment));
  refuseToShareAFile(role, environment);
  const log = await beginLog(checked);
  const traces = await beginTraces(environment);
  // The gateway's files hold people's messages: no other user of this machine may read them.
  process.umask(0o077);
  ensureStateDir(environment);
  const opened = openApp(environment, () => appWithPlugins(checked, { plugins, log }), signal);
  try {
    const { app, config } = await whileTelling(opened, (seconds) => {
      log.logger.log(`starting; waiting for the database: ${seconds} s`, 'Gateway');
    });
    traces?.countIn(app.get(Registry));
    beforeWork?.(app.get(JobQueue));
    return await serving(app, () => serve(role, app, config, traces));
  } catch (error) {
    await traces?.stop();
    throw error;
  }
}

async function serving<T>(app: NestExpressApplication, serve: () => Promise<T>): Promise<T> {
  try {
    return await serve();
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Nothing of it is loaded unless the environment names a collector. @throws ConfigInvalidError */
async function beginTraces(environment: Environment): Promise<Traces | undefined> {
  if (!isTraced(environment)) return undefined;
  const { startTraces } = await import('./tracing/index.js');
  return startTraces(environment);
}

async function openApp<T>(
  environment: Environment,
  open: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  await awaitDatabase(environment, signal);
  try {
    return await open();
  } catch (error) {
    throw startFailure(error, environment);
  }
}

async function serve(
  role: ProcessRole,
  app: NestExpressApplication,
  config: GatehouseConfig,
  traces: Traces | undefined,
): Promise<RunningGateway> {
  const { environment } = config;
  const url = await listen(app, config);
  await startWork(role, app, config);
  const files = certificateFiles(config.get(GATEWAY).tls);
  const watch = files && new CertificateWatch(app.getHttpServer() as unknown as TlsServer, files);
  writeGatewayAddress(environment.stateDir, { url, ...(files && { certFile: resolve(files.certFile) }) });
  const logger = app.get(Logger);
  tellOfPlugins(app.get(Plugins), config, logger);
  logger.log(`listening on ${url}, role ${role}`, 'Gateway');
  tellWhatNext(app.get(ConnectorRegistry), url, logger);
  const stop = async (): Promise<void> => {
    watch?.stop();
    removeGatewayAddress(environment.stateDir);
    logger.log('stopping: finishing work in progress', 'Gateway');
    await whileTelling(app.close(), (seconds) => logger.log(`stopping: ${seconds} s`, 'Gateway'));
    await traces?.stop();
    logger.log('stopped; unfinished work resumes at the next start', 'Gateway');
  };
  const hangUp = (): Promise<void> => {
    removeGatewayAddress(environment.stateDir);
    return app.get(ListenerEnd).beforeApplicationShutdown();
  };
  return { url, environment, failed: app.get(Database).failed, hangUp, stop };
}

/** For someone who starts it for the first time; the accounts report their own states. */
function tellWhatNext(registry: ConnectorRegistry, url: string, logger: Logger): void {
  logger.log(`console: ${url}/console/ · API docs: ${url}/docs`, 'Gateway');
  const hasAny = registry.all().some((connector) => connector.accounts().length > 0);
  if (!hasAny) logger.log('no channel is set up yet: gatehouse onboard', 'Gateway');
}

function tellOfPlugins(plugins: Plugins, config: GatehouseConfig, logger: Logger): void {
  for (const { name, version = '', state, problem = '' } of plugins.states(config)) {
    if (state === 'loaded') logger.log(`plugin ${name} ${version} is loaded`, 'Plugins');
    else logger.error(`plugin ${name} is ${state}: ${problem}`, 'Plugins');
  }
}

/** Begins before the application is created, so that every line of the start has the same form. */
async function beginLog(config: GatehouseConfig): Promise<Log> {
  const log = await openLog(config.get(LOGGING));
  StaticLogger.overrideLogger(log.logger);
  // Node would print its warnings to standard error in a form of its own.
  process.removeAllListeners('warning').on('warning', ({ name, message }) => {
    log.logger.warn(`${name}: ${message}`, 'Node');
  });
  const holes = nodeHoles(process.versions.node);
  if (holes !== undefined) log.logger.warn(holes, 'Node');
  const { configFile } = config.environment;
  if (config.text?.state === 'blank')
    log.logger.warn(`${configFile} is empty: only defaults and the environment apply`, 'Config');
  return log;
}

/**
 * The embedded database belongs to one process, so the roles cannot be split over several. @throws ConfigInvalidError
 */
function refuseToShareAFile(role: ProcessRole, { databaseUrl }: Environment): void {
  if (role === 'all' || databaseUrl !== undefined) return;
  const problem = `--role ${role} needs a PostgreSQL database shared by all processes: set it to a postgres:// URL`;
  throw new ConfigInvalidError([new ConfigProblem('DATABASE_URL', problem)]);
}

/**
 * Starts the connectors in every role, because all replicas send and receive. A replica that only serves the web leaves
 * the jobs and the upkeep of accounts to the others, and one that only works leaves the console to them.
 */
async function startWork(
  role: ProcessRole,
  app: NestExpressApplication,
  config: GatehouseConfig,
): Promise<void> {
  const queue = app.get(JobQueue);
  // Only a process that takes turns needs tools.
  if (role !== 'web') await app.get(Mcp, { strict: false }).start();
  if (role !== 'web') app.get(WebhookStart, { strict: false }).start();
  if (role === 'web') queue.standBy();
  else await queue.start();
  if (role === 'worker') app.get(ConsolePages).standBy();
  const host = app.get(ChannelHost);
  host.connectAll({ mayKeepUp: role !== 'web' });
  // Registered after the connectors' own listeners, so that they have applied a change before accounts are followed.
  config.onChange(() => host.followAccounts());
  if (role !== 'web') app.get(AlertWatch, { strict: false }).start();
}

async function listen(app: NestExpressApplication, config: GatehouseConfig): Promise<string> {
  const { host, port, tls } = config.get(GATEWAY);
  await app.listen(port, host).catch((error: unknown) => {
    throw listenFailure(error, config, `${host}:${port}`);
  });
  const { port: actual } = app.getHttpServer().address() as AddressInfo;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const scheme = certificateFiles(tls) ? 'https' : 'http';
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${actual}`;
}

/** Maps the system's error code to the setting at fault. */
const LISTEN_PROBLEMS: Readonly<Record<string, readonly [path: string, message: string]>> = {
  EACCES: ['gateway.port', 'is a port that this user may not listen on'],
  EADDRNOTAVAIL: ['gateway.host', 'is not an address of this machine'],
  EAI_AGAIN: ['gateway.host', 'is a host name that cannot be resolved'],
  EINVAL: ['gateway.host', 'is not an address to listen on'],
  ENOTFOUND: ['gateway.host', 'is a host name without an address'],
};

function listenFailure(error: unknown, { held }: GatehouseConfig, place: string): unknown {
  const { code = '' } = error as { code?: string };
  if (code === 'EADDRINUSE')
    return new Error(`another program is already listening on ${place}`, { cause: error });
  const problem = LISTEN_PROBLEMS[code];
  return problem ? new ConfigInvalidError(attributed([new ConfigProblem(...problem)], held)) : error;
}
