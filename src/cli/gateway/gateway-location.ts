import { readFileSync } from 'node:fs';
import type { Environment } from '../../config/index.js';
import {
  type GatewayAddress,
  gatewayAddressFile,
  isAlive,
  parseGatewayAddress,
} from '../../config/process/gateway-address.js';
import { ownerTokenFile } from '../../config/process/state-dir.js';
import { CliFailure, GatewaySilentError } from '../failure.js';
import type { CliWorld } from '../world.js';

/** The address of the admin API, and the credentials for it. */
export interface GatewayLocation {
  /** Origin without a slash at the end. */
  readonly url: string;
  readonly token: string;
  /** The file with the certificate of the gateway on this machine: the only trusted one, with any host name. */
  readonly certFile?: string;
}

/** The location from the command line. */
export interface LocationOptions {
  readonly url?: string;
  readonly token?: string;
}

const DEFAULT_PORT = 3000;

type Listener = Omit<GatewayAddress, 'pid'>;

export const notRunning = (url: string): GatewaySilentError =>
  new GatewaySilentError(`the gateway is not running at ${url}: start it with \`gatehouse start\``);

/**
 * Options take precedence over the address file of the running gateway, and that over the configuration.
 * @throws CliFailure when there is no token
 */
export function locateGateway(world: CliWorld, options: LocationOptions): GatewayLocation {
  const environment = world.environment();
  const running = options.url === undefined ? runningGateway(environment.stateDir) : { url: options.url };
  const { url, certFile } =
    running ?? configuredGateway(world.readConfigFile(environment.configFile), environment);
  const token = options.token ?? tokenOf(environment);
  if (token === undefined && running === undefined) throw notRunning(url);
  if (token === undefined) {
    const file = ownerTokenFile(environment.stateDir);
    throw new CliFailure(
      `there is no admin token in ${file}: set GATEHOUSE_ADMIN_TOKEN_FILE or pass --token`,
    );
  }
  return { url: url.replace(/\/+$/, ''), token, ...(certFile !== undefined && { certFile }) };
}

function tokenOf({ adminToken, problems = [], stateDir }: Environment): string | undefined {
  const problem = problems.find(({ path }) => path.startsWith('GATEHOUSE_ADMIN_TOKEN'));
  if (problem) throw new CliFailure(`${problem.path}: ${problem.message}`);
  return adminToken ?? readIfThere(ownerTokenFile(stateDir))?.trim();
}

/** Undefined when there is no address file, or its gateway is gone. */
export function runningGateway(stateDir: string): Listener | undefined {
  const text = readIfThere(gatewayAddressFile(stateDir));
  if (text === undefined) return undefined;
  const address = parseGatewayAddress(text);
  return address && isAlive(address.pid) ? address : undefined;
}

/** Reads only the listener's address; the gateway itself checks the rest. */
function configuredGateway({ gateway }: Record<string, unknown>, { settings }: Environment): Listener {
  const file = (gateway ?? {}) as { host?: unknown; port?: unknown; tls?: { certFile?: unknown } };
  const host = settings?.get('GATEHOUSE__GATEWAY__HOST') ?? file.host;
  const port = Number(settings?.get('GATEHOUSE__GATEWAY__PORT') ?? file.port ?? DEFAULT_PORT);
  const tls = { certFile: settings?.get('GATEHOUSE__GATEWAY__TLS__CERT_FILE') ?? file.tls?.certFile };
  const name = typeof host === 'string' && host !== '0.0.0.0' && host !== '::' ? host : '127.0.0.1';
  const certFile = typeof tls.certFile === 'string' ? tls.certFile : undefined;
  const scheme = certFile === undefined ? 'http' : 'https';
  const url = `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port || DEFAULT_PORT}`;
  return { url, ...(certFile !== undefined && { certFile }) };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new CliFailure(`${file} cannot be read (${code ?? 'unknown error'})`);
  }
}
