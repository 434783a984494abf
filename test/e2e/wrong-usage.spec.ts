import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CliResult, GatewayProcess } from './support/gateway-process.js';

const FAILED = 1;
const USAGE = 2;
const BRIDGE = 'channels add imbridge --no-probe --http-url http://127.0.0.1:1';
const AGENT = 'agents add --no-test --base-url http://127.0.0.1:1/v1';
const SEND = 'message send --channel imbridge --target +12025550143';
const CHANNELS = 'Known channels: imbridge';
const NO_USER = 'no user has the email address nobody@example.org';
const PORT = 'It must be a port, 0 to 65535';
const NUMBER = 'It must be a positive number';
const ISO = 'must be an ISO 8601 time with time zone, for example 2026-12-31T23:59:59Z';

/** Wrong commands, their exit codes, and the words by which they can be put right. `''` is an empty argument. */
const CASES: readonly (readonly [command: string, code: number, words: string])[] = [
  ['frobnicate', USAGE, "unknown command 'frobnicate'"],
  ['statsu', USAGE, 'Did you mean status?'],
  ['start --role boss', USAGE, "'boss' is invalid. Allowed choices are all, web, worker"],
  ['start --port abc', USAGE, PORT],
  ['start --port 70000', USAGE, PORT],
  ['start --config /nowhere/gatehouse.json', 78, '/nowhere/gatehouse.json: does not exist'],
  ['start extra', USAGE, "too many arguments for 'start'"],
  ['start --verbose', USAGE, "unknown option '--verbose'"],
  ['demo --port x', USAGE, PORT],
  ['onboard', USAGE, 'onboard asks questions and needs a terminal. Without one:'],
  ['channels', USAGE, 'Add a channel to the configuration'],
  ['channels add', USAGE, 'Add a channel to the configuration'],
  ['channels add telegram', USAGE, `there is no channel "telegram". ${CHANNELS}`],
  ['channels add imbrige', USAGE, `did you mean "imbridge"? ${CHANNELS}`],
  ['channels add imbridge', USAGE, "required option '--http-url <server_url>' not specified"],
  [
    'channels add imbridge --http-url 127.0.0.1 --password x',
    USAGE,
    '--http-url: must be an http or https URL',
  ],
  [
    'channels add imbridge --http-url ftp://a --password x',
    USAGE,
    '--http-url: must be an http or https URL',
  ],
  ['channels test imbrige', USAGE, 'there is no channel "imbrige"'],
  ['channels remove imbridge --yes', USAGE, 'there is no channel "imbridge"'],
  ['service install --state-dir /nowhere/state', USAGE, 'the state directory /nowhere/state does not exist'],
  ['update check', USAGE, 'no release feed is configured'],
  ['update check --feed http://192.0.2.1/x', USAGE, '--feed: must be a file or an https URL'],
  ['config schema --out /nowhere/schema.json', USAGE, '--out: /nowhere/schema.json cannot be written'],
  [BRIDGE, USAGE, '--password: is required'],
  [`${BRIDGE} --password-file /nowhere`, USAGE, '--password-file: the file it names cannot be read (ENOENT)'],
  [
    `${BRIDGE} --password x --dm-policy allow`,
    USAGE,
    'one of pairing, allowlist, open, disabled; it is "allow"',
  ],
  [`${BRIDGE} --password x --account a.b`, USAGE, '--account must be letters, digits, _ and -, at most 64'],
  [`${AGENT} Bad_Id --model m`, USAGE, '<id>: must be lower-case letters, digits and hyphens, at most 64'],
  ['agents add --no-test --base-url nonsense --model m', USAGE, '--base-url: must be an http or https URL'],
  [AGENT, USAGE, '--model: is required for runtime type openai-compatible'],
  [
    `${AGENT} --model m --runtime opnai`,
    USAGE,
    'Allowed choices are openai-compatible, anthropic, openai, gemini',
  ],
  [`${AGENT} --model m --api-key-file /nowhere`, USAGE, '--api-key-file: the file it names cannot be read'],
  ['agents test nobody', FAILED, 'there is no agent nobody; configured agents: main'],
  ['plugins install', USAGE, "missing required argument 'source'"],
  ['plugins install /nowhere', FAILED, '/nowhere does not exist'],
  ['plugins remove postbox', FAILED, 'no plugin postbox is installed'],
  ['status --deep now', USAGE, "too many arguments for 'status'"],
  [
    'status --json --frob',
    USAGE,
    '{"error":{"code":"USAGE","message":"unknown option \'--frob\'","details":""}}',
  ],
  ['status --url nonsense', USAGE, 'It must be an http or https URL'],
  [
    'status --token wrong',
    FAILED,
    'rejected the admin token: set GATEHOUSE_ADMIN_TOKEN_FILE or pass --token',
  ],
  ['pairing', USAGE, 'List pending pairing codes'],
  ['pairing list imbrige', USAGE, `did you mean "imbridge"? ${CHANNELS}`],
  ['pairing approve', USAGE, "missing required argument 'channel'"],
  ['pairing approve imbridge', USAGE, "missing required argument 'code'"],
  ['pairing approve imbridge WRONGCODE', FAILED, 'code is unknown, used or expired'],
  ['pairing approve imbrige ABCDEFGH', USAGE, `did you mean "imbridge"? ${CHANNELS}`],
  ['grants add imbridge', USAGE, "missing required argument 'sender'"],
  ['grants add imbrige +12025550143', USAGE, `did you mean "imbridge"? ${CHANNELS}`],
  ['grants remove nothing', FAILED, 'no grant has this id'],
  ['conversations show nothing', FAILED, 'no conversation has this id'],
  ['conversations list --limit 0', USAGE, NUMBER],
  ['conversations list --limit many', USAGE, NUMBER],
  ['explain nothing', FAILED, 'no remembered event has this event_id'],
  ['message send', USAGE, "required option '--channel <channel>' not specified"],
  ['message send --channel imbridge', USAGE, "required option '--target <target>' not specified"],
  [SEND, USAGE, 'pass --message, --card or --media'],
  ['message send --channel telegram --target x --message hi', FAILED, 'channel telegram is not configured'],
  ["message send --channel imbridge --target '' --message hi", USAGE, 'target is empty'],
  [`${SEND} --media /nowhere.png`, USAGE, '--media: /nowhere.png cannot be read (ENOENT)'],
  [
    `${SEND.replace('send', 'poll')} --question q --option one`,
    USAGE,
    'options must be a list of 2 to 12 texts',
  ],
  ['message react', USAGE, "required option '--channel <channel>' not specified"],
  [
    'deliveries list --status lost',
    USAGE,
    'Allowed choices are queued, sending, unknown, sent, dead, delivered, read',
  ],
  ['deliveries show nothing', FAILED, 'no delivery has this id'],
  ['deliveries retry nothing', FAILED, 'no delivery has this id'],
  ['dead-letters retry nothing', FAILED, 'no dead letter has this id'],
  ['polls show nothing', FAILED, 'no poll has this id'],
  ['loops end nothing', FAILED, 'no current loop break has this id'],
  ['users create not-an-address', USAGE, 'email must be an email'],
  ["users create ann@example.org --name ''", USAGE, 'display_name is empty'],
  ['users show nobody@example.org', FAILED, NO_USER],
  ['users update nobody@example.org --status asleep', USAGE, 'Allowed choices are active, disabled'],
  ['users delete nobody@example.org --yes', FAILED, NO_USER],
  ['keys create nobody@example.org', FAILED, NO_USER],
  [
    'keys create robin@example.org --scope everything',
    USAGE,
    'scopes must be among: users:read, data:process',
  ],
  ['keys create robin@example.org --expires yesterday', USAGE, ISO],
  ['keys create robin@example.org --per-minute 0', USAGE, NUMBER],
  ['keys revoke robin@example.org nothing', FAILED, 'no key of this user has this id'],
  ['tokens create king', USAGE, 'Allowed choices are viewer, operator, owner'],
  ['tokens create viewer --expires never', USAGE, ISO],
  ['tokens revoke nothing', FAILED, 'no token has this id'],
  ['audit --limit -1', USAGE, NUMBER],
  ['config get no.such.setting', USAGE, 'no: unknown setting'],
  ['config set gateway.port', USAGE, "missing required argument 'value'"],
  ['config set gateway.host 5', USAGE, 'gateway.host must be an IP address or a host name'],
  ['config set gatewy.port 3001', USAGE, 'gatewy: unknown setting, did you mean "gateway"?'],
  ['config set agents.list[7].id x', USAGE, 'agents.list[7] the list has 1 item'],
  ['config unset gateway.nothing', USAGE, 'gateway.nothing unknown setting'],
  ['config validate /nowhere.json5', FAILED, '/nowhere.json5: does not exist'],
  ['backup verify', USAGE, "missing required argument 'file'"],
  ['backup create /nowhere/file', FAILED, '/nowhere/file cannot be written (ENOENT)'],
  ['backup restore /nowhere/file', FAILED, '/nowhere/file cannot be read (ENOENT)'],
  ['db check --fast', USAGE, "unknown option '--fast'"],
  ['db export', USAGE, "missing required argument 'file'"],
  ['db export /nowhere/file', FAILED, '/nowhere/file cannot be written (ENOENT)'],
  ['db import /nowhere/file', FAILED, '/nowhere/file cannot be read (ENOENT)'],
  ['simulate', USAGE, 'Act as a sender who writes to the gateway'],
  ['simulate bridge --macos 12', USAGE, 'Allowed choices are 13, 15, 26'],
  ['simulate model --port -1', USAGE, PORT],
  ['completion powershell', USAGE, 'Allowed choices are bash, zsh, fish'],
  ['events --since tomorrow', USAGE, "required option '--follow' not specified"],
  ['workchat manifest', FAILED, 'workchat: its plugin is not installed'],
];

const results = new Map<string, CliResult>();
let gateway: GatewayProcess;
let home: string;

/** All commands are run before any is judged: most of a command's time is the start of its process. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'wrong-usage-'));
  gateway = new GatewayProcess({}, { env: { HOME: home } });
  await gateway.start();
  await gateway.cli('users', 'create', 'robin@example.org');
  const waiting = CASES.map(([command]) => command);
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      results.set(next, await gateway.cli(...next.split(' ').map((word) => (word === "''" ? '' : word))));
  };
  await Promise.all([work(), work(), work()]);
}, 120_000);
afterAll(async () => {
  await gateway.dispose();
  rmSync(home, { recursive: true, force: true });
});

it.each(CASES)('gatehouse %s ends with %i and says: %s', (command, code, words) => {
  const { code: ended, stderr } = results.get(command)!;
  expect([ended, stderr.replaceAll('\\"', '"')]).toEqual([code, expect.stringContaining(words)]);
});
