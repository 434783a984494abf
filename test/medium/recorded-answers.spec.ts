import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BridgeSimulator } from '../../simulators/index.js';
import { readEnvironment } from '../../src/config/index.js';
import { type RunningGateway, startGateway } from '../../src/gateway.js';
import { AuthorizationServer } from '../../src/mcp/testing/authorization-server.js';
import { HttpMcpServer, toolNamed } from '../../src/mcp/testing/http-server.js';
import { Contract } from '../support/contract/contract.js';
import { fillForAnswers, type MadeRows, POLL_KEY, SENT_POLL } from '../support/contract/rows.js';
import { eventually } from '../support/eventually.js';
import { type ReceivedMessage, WebhookReceiver } from '../support/webhook-receiver.js';

const OWNER = 'the-owner-token-of-the-recorded-answers';
const [ANN, BOB, EVE] = ['+12025550143', '+12025550177', '+12025550188'];
const SENDER = { channel: 'imbridge', account: 'default', sender_id: ANN };

/** The fields of answers that later calls use. */
type Field =
  | 'id'
  | 'key'
  | 'code'
  | 'token'
  | 'poll_id'
  | 'delivery_id'
  | 'media_id'
  | 'name'
  | 'digest'
  | 'authorization_url';
type Json = Readonly<Record<Field, string> & Record<string, unknown>> & { readonly items: readonly Json[] };

interface Call {
  readonly body?: object;
  readonly secret?: string;
  readonly headers?: Record<string, string>;
}

/**
 * One real answer of every operation but one, which is a ZIP of a plugin's and has a test of its own,  each right in the eyes of two validators.
 */
describe('every operation', () => {
  const contracts = { v1: Contract.of('data-api.v1'), admin: Contract.of('admin.v1') };
  const seen = { v1: new Set<string>(), admin: new Set<string>() };
  const faults: string[] = [];
  const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-recorded-'));
  let [gateway, rows, key]: [RunningGateway, MadeRows, string] = [] as never;
  let [bridge, receiver, tools, open, authority]: [
    BridgeSimulator,
    WebhookReceiver,
    HttpMcpServer,
    HttpMcpServer,
    AuthorizationServer,
  ] = [] as never;

  beforeAll(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2] });
    receiver = await WebhookReceiver.listen();
    tools = await HttpMcpServer.start();
    authority = await AuthorizationServer.start();
    open = await HttpMcpServer.start();
    open.tools = [toolNamed('act')];
    authority.protect(tools);
    const config = {
      logging: { level: 'warn' },
      gateway: { port: 0 },
      channels: { imbridge: { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'pairing' } },
      webhooks: { list: [{ id: 'crm', url: receiver.url, secret: receiver.secret, events: ['*'] }] },
      mcp: { servers: { desk: { url: tools.url, issuer: authority.url }, shelf: { url: open.url } } },
      agents: { list: [{ id: 'main', runtime: { type: 'echo' }, mcp: ['shelf'] }] },
      usage: { budgets: [{ name: 'day', per: 'sender', tokensPerDay: 1_000_000 }] },
    };
    writeFileSync(join(stateDir, 'gatehouse.json'), JSON.stringify(config));
    const env = {
      GATEHOUSE_STATE_DIR: stateDir,
      GATEHOUSE_ADMIN_TOKEN: OWNER,
      GATEHOUSE_SECRET_KEY: 'a secret that seals logins, of some length',
    };
    rows = await fillForAnswers(readEnvironment(env), ANN);
    gateway = await startGateway({ env });
  }, 120_000);
  afterAll(async () => {
    await gateway.stop();
    await Promise.all([bridge.stop(), receiver.close(), tools.stop(), open.stop(), authority.stop()]);
    rmSync(stateDir, { recursive: true });
  });

  /** Calls an operation and notes what its contract does not say of the answer. */
  async function call(
    api: 'v1' | 'admin',
    route: string,
    { body, secret, headers }: Call = {},
  ): Promise<Json> {
    const [method = '', path = ''] = route.split(' ');
    const target = `${contracts[api].prefix}${path}`;
    const response = await fetch(`${gateway.url}${target}`, {
      method,
      headers: {
        ...(secret !== '' && { authorization: `Bearer ${secret ?? (api === 'v1' ? key : OWNER)}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type') ?? '';
    const bytes = type.startsWith('text/event-stream')
      ? Buffer.from('')
      : Buffer.from(await response.arrayBuffer());
    await response.body?.cancel().catch(() => undefined);
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: bytes.toString('latin1'),
    };
    const found = contracts[api].faultsOf(method, target, answer);
    if (response.status >= 300) found.push(`refused with ${response.status}`);
    faults.push(...found.map((fault) => `${route}: ${fault}: ${bytes.toString().slice(0, 300)}`));
    if (response.status < 300) seen[api].add(contracts[api].operationAt(method, target)?.id ?? '');
    return (type.startsWith('application/json') ? JSON.parse(bytes.toString()) : {}) as Json;
  }
  const admin = (route: string, body?: object, more: Call = {}) => call('admin', route, { body, ...more });
  const listed = async (route: string, isThere: (item: Json) => boolean = () => true): Promise<Json> => {
    let found: Json | undefined;
    await eventually(async () => (found = (await admin(route)).items.find(isThere)) !== undefined, {
      what: route,
    });
    return found!;
  };

  /** Every field of an answer of the Data API that it has. */
  async function callDataApi(): Promise<void> {
    const user = await admin('POST /users', { email: 'robin@example.com' });
    const made = await admin(`POST /users/${user.id}/keys`, {});
    key = made.key;
    await call('v1', `GET /users/${user.id}`);
    await call('v1', 'GET /account');
    const input = { input_data: 'a,b\n1,2\n' };
    await call('v1', 'POST /data/process', { body: input });
    for (const input_data of ['{"a":[1,null,"x"]}', 'some words', 'a;b\n1;\n2;x\n'])
      await call('v1', 'POST /data/process', { body: { input_data } });
    const later = await call('v1', 'POST /data/process', {
      body: input,
      headers: { prefer: 'respond-async' },
    });
    await call('v1', `GET /data/process/${later.id}`);
    const own = await call('v1', 'POST /account/keys', { body: { name: 'second' } });
    await call('v1', 'GET /account/keys');
    await call('v1', `DELETE /account/keys/${own.id}`);
    await admin('GET /users');
    await admin(`GET /users/${user.id}`);
    await admin(`PATCH /users/${user.id}`, { display_name: 'Robin' });
    await admin(`GET /users/${user.id}/keys`);
    const known = { ...SENDER, sender_id: '+12025550166' };
    await admin('POST /grants', known);
    const linked = await admin(`POST /users/${user.id}/identities`, known);
    await admin(`DELETE /users/${user.id}/identities/${(linked.identities as Json[])[0]!.id}`);
    await admin(`DELETE /users/${user.id}/keys/${made.id}`);
    await admin(`DELETE /users/${user.id}`);
  }

  async function callAccess(): Promise<void> {
    for (const from of [ANN, BOB, EVE]) bridge.receiveText({ from, text: 'hello' });
    const of = (sender: string) => listed('GET /pairings', ({ sender_id }) => sender_id === sender);
    await admin('POST /pairings/approve', { channel: 'imbridge', code: (await of(ANN)).code });
    await admin(`POST /pairings/${(await of(BOB)).id}/approve`);
    await admin(`POST /pairings/${(await of(EVE)).id}/deny`);
    const grant = await admin('POST /grants', { ...SENDER, sender_id: '+12025550199' });
    await admin('GET /grants');
    await admin(`DELETE /grants/${grant.id}`);
    await admin(`GET /access?channel=imbridge&sender_id=${encodeURIComponent(ANN)}`);
    const token = await admin('POST /tokens', { role: 'viewer' });
    await admin('GET /tokens');
    await admin(`DELETE /tokens/${token.id}`);
    await admin('POST /session/links');
    await admin('GET /session');
    const origin = gateway.url;
    const signedIn = await fetch(`${gateway.url}/admin/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ token: OWNER }),
    });
    await admin('POST /session', { token: OWNER });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    await admin('DELETE /session', undefined, {
      headers: { cookie, origin, 'x-gatehouse-console': '1' },
      secret: '',
    });
    await admin('GET /audit');
  }

  async function callConversations(): Promise<void> {
    bridge.receiveText({ from: ANN, text: 'what time is it?' });
    const conversation = await listed('GET /conversations', ({ conversation_id }) =>
      String(conversation_id).endsWith(ANN),
    );
    const line = await listed(
      `GET /conversations/${conversation.id}/messages`,
      ({ event_id }) => event_id !== null,
    );
    await admin(`GET /conversations/${conversation.id}`);
    await admin(`GET /events/${String(line.event_id)}/timeline`);
    await admin(`PUT /conversations/${conversation.id}/hold`, {});
    await admin(`DELETE /conversations/${conversation.id}/hold`);
    const where = { channel: 'imbridge', target: ANN };
    const buffer = Buffer.from('hello').toString('base64');
    const sent = await admin('POST /messages', {
      ...where,
      message: 'hi',
      media: { buffer, filename: 'a.txt' },
    });
    await admin(`GET /deliveries/${sent.delivery_id}`);
    await admin('GET /deliveries');
    await admin(`POST /deliveries/${rows.deadDelivery}/retry`);
    const withFile = await listed(
      `GET /conversations/${conversation.id}/messages`,
      ({ files }) => Array.isArray(files) && files.length > 0,
    );
    await admin(`GET /media/${(withFile.files as Json[])[0]!.media_id}`);
    await admin('POST /polls', { ...SENT_POLL, target: ANN }, { headers: { 'idempotency-key': POLL_KEY } });
    await admin('GET /polls');
    await admin(`GET /polls/${rows.poll}`);
    await admin('POST /actions', { ...where, action: 'send_attachment', buffer, filename: 'b.txt' });
    await admin('GET /loops');
    await admin(`DELETE /loops/${rows.loop}`);
    await admin('GET /dead-letters');
    await admin('POST /dead-letters/1/retry');
  }

  async function callTools(): Promise<void> {
    const [first = '', second = ''] = rows.approvals;
    await admin('GET /approvals');
    await admin(`GET /approvals/${first}`);
    await admin(`POST /approvals/${first}/approve`, {});
    await admin(`POST /approvals/${second}/deny`, {});
    await admin('POST /try/messages', { text: 'hello' });
    await admin(`POST /try/approvals/${rows.approvalInConsole}`, { decision: 'deny' });
    await admin('GET /try/messages');
    await admin('GET /tool-permissions');
    await admin(`DELETE /tool-permissions/${rows.permission}`);
    await admin('GET /mcp/servers');
    const { authorization_url: address } = await admin('POST /mcp/servers/desk/login', {});
    await fetch(await authority.agree(address));
    await admin('GET /mcp/servers/desk/login');
    await admin('DELETE /mcp/servers/desk/login');
    const tool = await listed('GET /mcp/servers/shelf/tools');
    await admin('POST /mcp/servers/shelf/tools/accept', {
      tools: [{ name: tool.name, digest: tool.digest }],
    });
    await admin('GET /budgets');
    const subject = `imbridge:${ANN}`;
    const allowance = await admin('POST /budgets/day/allowances', {
      subject,
      tokens: 5,
      until: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await admin(`DELETE /budgets/day/allowances/${allowance.id}`);
    await admin('GET /usage');
  }

  async function callTheRest(): Promise<void> {
    await admin('GET /config');
    await admin('GET /config/schema');
    const change = { set: { 'agents.list': [{ id: 'main', runtime: { type: 'echo' } }] } };
    await admin('POST /config/check', change);
    await admin('PATCH /config', change);
    await admin('GET /doctor?only=clock');
    await admin('POST /doctor/repairs', { only: 'clock' });
    await admin('GET /channels');
    await admin('GET /channels/imbridge?deep=true');
    await admin('GET /channels/imbridge/setup');
    await admin('POST /channels/imbridge/setup/check', { values: {} });
    await admin('POST /agents/main/try', { text: 'hello' });
    await admin('GET /events');
    await admin('GET /logs');
    await admin('GET /figures?window=24h');
    await admin('GET /status');
    await admin('GET /alerts');
    await admin('GET /webhooks');
    for (const verb of ['test', 'on', 'resend']) await admin(`POST /webhooks/crm/${verb}`);
    await admin('POST /people/export', SENDER);
    const erasing = await admin('POST /people/erase', SENDER);
    await admin(`GET /people/erasures/${erasing.id}`);
  }

  it('answers as its contract says, and webhooks send what it says', async () => {
    for (const part of [callDataApi, callAccess, callConversations, callTools, callTheRest]) await part();
    expect(faults).toEqual([]);
    for (const api of ['v1', 'admin'] as const)
      expect(
        contracts[api].operations
          .map(({ id }) => id)
          .filter((id) => !seen[api].has(id) && id !== 'readAppPackage'),
      ).toEqual([]);
    const told = receiver.tries.flatMap(({ body }: ReceivedMessage) => contracts.admin.faultsOfMessage(body));
    expect([receiver.types.length > 0, told]).toEqual([true, []]);
  }, 240_000);
});
