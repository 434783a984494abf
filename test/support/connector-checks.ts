import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AccountId, type ChannelConnector, hasChecks } from '../../src/channels/index.js';
import { type Check, CHECK_MS, CHECK_STATES, type Finding } from '../../src/common/index.js';

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** For a check to notice that its time is over. */
const GRACE_MS = 500;

interface Examined {
  readonly connector: ChannelConnector;
  readonly account: AccountId;
  /** The texts that no finding may contain, in any spelling of an address. */
  readonly secrets: readonly string[];
}

/**
 * Part of the contract of every connector with checks, whatever its service does: the ids and findings have their form,
 * no check throws or outlasts its time, and no text contains a secret.
 * @returns the findings by the id of their check
 */
export async function expectChecksAsPromised({
  connector,
  account,
  secrets,
}: Examined): Promise<ReadonlyMap<string, readonly Finding[]>> {
  const checks = checksOf(connector, account);
  const ids = checks.map(({ id }) => id);
  for (const id of ids) expect(id).toMatch(ID);
  expect(ids).toEqual([...new Set(ids)]);
  expect(checksOf(connector, account).map(({ id }) => id)).toEqual(ids);
  const begin = performance.now();
  const end = AbortSignal.timeout(CHECK_MS);
  const findings = await Promise.all(checks.map((check) => check.run(end)));
  expect(performance.now() - begin).toBeLessThan(CHECK_MS + GRACE_MS);
  for (const finding of findings.flat()) expectForm(finding);
  for (const secret of secrets.flatMap((each) => [each, encodeURIComponent(each)]))
    expect(JSON.stringify(findings)).not.toContain(secret);
  return new Map(ids.map((id, index) => [id, findings[index] ?? []]));
}

/** The same for a service that never answers: each check ends when its signal does. */
export async function expectChecksToStop({ connector, account }: Examined): Promise<void> {
  const begin = performance.now();
  const end = AbortSignal.timeout(50);
  await Promise.all(checksOf(connector, account).map((check) => check.run(end)));
  expect(performance.now() - begin).toBeLessThan(CHECK_MS / 2);
}

function checksOf(connector: ChannelConnector, account: AccountId): readonly Check[] {
  if (!hasChecks(connector)) throw new Error(`${connector.channel} has no checks`);
  return connector.checks(account);
}

function expectForm({ state, message, setting, remedy, repair }: Finding): void {
  expect(CHECK_STATES).toContain(state);
  expect(message).toMatch(/^\S[^\n]*[^.\s]$/);
  if (setting !== undefined) expect(setting).toMatch(/^\S+$/);
  if (state === 'ok') expect([remedy, repair]).toEqual([undefined, undefined]);
  else if (state !== 'unknown') expect(remedy).toMatch(/\S/);
  if (repair) expect(repair.change).toMatch(/^[a-z][^\n]*[^.\s]$/);
}

const said = ({ url, headers }: IncomingMessage): string => `${url ?? ''} ${JSON.stringify(headers)}`;

/** Services that no connector may trust, by name. The last ones say again what they were told, secrets too. */
export const BAD_SERVICES: Readonly<Record<string, RequestListener>> = {
  'never answers': () => undefined,
  'hangs up': (request) => void request.socket.destroy(),
  'answers garbage': (_request, response) => void response.end('\0\u{1F4A9}{"status":'),
  'answers without an end': (_request, response) => void response.write('{"status": 200, "message": "'),
  'repeats the request': (request, response) => void response.writeHead(200).end(said(request)),
  'repeats the request as an error': (request, response) => {
    const error = { type: said(request), message: said(request) };
    response.writeHead(401, { 'content-type': 'application/json', date: said(request).slice(0, 99) });
    response.end(JSON.stringify({ status: 401, message: said(request), error, data: error }));
  },
};

/** Such a service on a free port. */
export class BadService {
  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(listener: RequestListener): Promise<BadService> {
    const server = createServer(listener);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return new BadService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
