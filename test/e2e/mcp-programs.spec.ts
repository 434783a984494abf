import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeLimit } from '../../simulators/common/time-limit.js';
import { BridgeSimulator, ModelSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

/** `MCP_TURNS=100 MCP_RESTARTS=20` makes the run of the acceptance of MCP servers (`npm run test:mcp-programs`). */
const TURNS = Number(process.env.MCP_TURNS ?? 6);
const RESTARTS = Number(process.env.MCP_RESTARTS ?? 2);
const TIME_LIMIT_MS = timeLimit(60_000 + 15_000 * RESTARTS + 3_000 * TURNS);
const ANN = '+12025550143';

const programOf = (name: string) => createRequire(import.meta.url).resolve(`${name}/dist/index.js`);

/** A server that starts another one in a session of its own, and obeys neither the end of its input nor a signal. */
const STUBBORN = `
  process.on('SIGTERM', () => {});
  const { spawn } = require('node:child_process');
  const [program, marker] = process.argv.slice(1);
  spawn(process.execPath, [program, 'stdio', marker], { stdio: 'inherit', detached: true });
  setInterval(() => {}, 1_000);
`;

/** Where the system tells of other programs what they were started with. */
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('MCP servers that are programs', () => {
  let folder: string;
  let bridge: BridgeSimulator;
  let model: ModelSimulator;
  let gateway: GatewayProcess;
  let said: number;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mcp-programs-'));
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10], deliveryReceipts: false });
    model = await ModelSimulator.start();
    said = 0;
    const call = (name: string, input: Record<string, unknown>) => ({
      calls: [{ name, arguments: input }],
      then: ([result]: readonly string[]) => `got: ${result}`,
    });
    model.when(/echo/, call('everything__echo', { message: 'hello' }));
    model.when(/list/, call('files__list_directory', { path: folder }));
    model.when(/stubborn/, call('stubborn__echo', { message: 'hello' }));
    model.when(/environment/, call('everything__get-env', {}));
    const everything = programOf('@modelcontextprotocol/server-everything');
    const node = { command: process.execPath };
    gateway = new GatewayProcess(
      {
        mcp: {
          servers: {
            everything: { ...node, args: [everything, 'stdio', folder] },
            files: { ...node, args: [programOf('@modelcontextprotocol/server-filesystem'), folder] },
            stubborn: { ...node, args: ['-e', STUBBORN, everything, folder] },
          },
        },
        agents: {
          list: [
            {
              id: 'main',
              runtime: { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', apiKey: 'k' },
              mcp: ['everything', 'files', 'stubborn'],
              tools: { trust: ['mcp'] },
            },
          ],
        },
        channels: { imbridge: { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'open' } },
        messages: { loopBreaker: { rounds: 0 } },
      },
      { env: { A_SECRET_OF_OURS: 'never to be seen' } },
    );
  });
  afterEach(async () => {
    await gateway.dispose();
    // Nothing else ends the programs of a test that has failed.
    for (const { pid } of programs()) process.kill(pid, 'SIGKILL');
    await Promise.all([bridge.stop(), model.stop()]);
    rmSync(folder, { recursive: true });
  });

  /** The programs of our servers, by the folder that each of them is given. */
  const programs = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => ({ pid: Number(pid), words: wordsOf(pid) }))
      .filter(({ words }) => words.includes(folder));
  /** Two of the stubborn server. */
  const expectOneOfEach = () =>
    expect(
      programs()
        .map(({ words }) => words[1] ?? '')
        .toSorted(),
    ).toHaveLength(4);
  const areUp = async () => {
    const { body } = await gateway.admin('GET', '/mcp/servers');
    return (body.items as readonly { state: string; tools: number }[]).every(
      ({ state, tools }) => state === 'up' && tools > 0,
    );
  };
  const up = () => eventually(areUp, { timeoutMs: 30_000, what: 'the servers' });
  const start = async () => {
    await gateway.start();
    await up();
  };
  const answers = () => bridge.sentMessages(bridge.directChat(ANN).guid).map(({ text }) => text ?? '');
  const turn = async (text: string) => {
    const before = answers().length;
    bridge.receiveText({ from: ANN, text: `${text} ${++said}` });
    await eventually(() => answers().length > before, { timeoutMs: 30_000, what: `the answer to ${text}` });
    return answers().at(-1)!;
  };
  const repliesTo = async (text: string, expected: RegExp) => {
    const answer = await turn(text);
    if (!expected.test(answer)) throw new Error(`${text}: ${answer}\n${gateway.output}`);
  };
  const none = () => eventually(() => programs().length === 0, { what: 'the end of all programs' });

  it(
    `run once each and leave nothing behind, in ${TURNS} turns over ${RESTARTS} restarts and kills`,
    async () => {
      await start();
      for (let restart = 0; restart < RESTARTS; restart++) {
        for (let at = 0; at < Math.ceil(TURNS / RESTARTS); at++) {
          const asked = ['echo', 'list', 'stubborn'][at % 3]!;
          await repliesTo(asked, asked === 'list' ? /FILE|DIR|empty|\[/ : /Echo: hello/);
        }
        expectOneOfEach();
        if (restart % 3 === 0) await killOneServer();
        if (restart % 3 === 1) await gateway.kill();
        else {
          await gateway.terminate();
          expect(programs()).toEqual([]);
        }
        await start();
        expectOneOfEach();
      }
      await gateway.terminate();
      expect(programs()).toEqual([]);
    },
    TIME_LIMIT_MS,
  );

  const killOneServer = async () => {
    const { pid } = programs().find(({ words }) => words.includes('stdio') && !isBelowStubborn(words))!;
    process.kill(pid, 'SIGKILL');
    const isReplaced = () => {
      const running = programs();
      return running.length === 4 && running.every((each) => each.pid !== pid);
    };
    await eventually(isReplaced, { timeoutMs: 30_000, what: 'another program in its place' });
    await up();
    await repliesTo('echo', /Echo: hello/);
  };
  const isBelowStubborn = (words: readonly string[]) => words.includes('-e');

  it(
    'see nothing of ours, and a probe leaves none of them',
    async () => {
      await start();
      const answer = await turn('environment');
      const names = [...answer.matchAll(/"([A-Z_]+)": /g)].map(([, name]) => name!);
      const given = ['PATH', 'HOME', 'LANG', 'TZ', 'GATEHOUSE_MCP_PROGRAM'];
      expect(names.filter((name) => !given.includes(name))).toEqual([]);
      expect(answer).toContain(join(gateway.stateDir, 'mcp-homes', 'everything'));
      const { code, stdout } = await gateway.cli('mcp', 'list', '--probe', '--json');
      expect([code, (JSON.parse(stdout) as { items: unknown[] }).items.length]).toEqual([0, 3]);
      expectOneOfEach();
      await gateway.terminate();
      await none();
    },
    TIME_LIMIT_MS,
  );
});

function wordsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
