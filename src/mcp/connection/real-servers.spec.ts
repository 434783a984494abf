import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServerConfig, variablesOf } from '../../config/index.js';
import { ProgramRecords } from '../programs/program-records.js';
import { nameIn } from '../tools/tool-definition.js';
import type { McpConnection, OfferedTool } from './mcp-connection.js';
import { openConnection, type ServerSettings } from './open-connection.js';

const fileOf = (name: string) => createRequire(import.meta.url).resolve(`${name}/dist/index.js`);

describe('the published servers of the protocol, over pipes', () => {
  let stateDir: string;
  const open: McpConnection[] = [];

  beforeEach(() => (stateDir = mkdtempSync(join(tmpdir(), 'mcp-spec-'))));
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
    rmSync(stateDir, { recursive: true, force: true });
  });

  const connect = async (settings: Partial<ServerSettings>) => {
    const connection = await openConnection(
      Object.assign(new McpServerConfig(), { command: process.execPath, ...settings }),
      {
        records: new ProgramRecords(stateDir),
        home: join(stateDir, 'home'),
        log: () => undefined,
        onToolsChanged: () => undefined,
      },
      AbortSignal.timeout(20_000),
    );
    open.push(connection);
    return connection;
  };
  const call = async (connection: McpConnection, name: string, input: Record<string, unknown>) => {
    const signal = AbortSignal.timeout(20_000);
    const { tools } = await connection.listTools(signal);
    const tool = tools.find((each) => nameIn(each) === name) as OfferedTool;
    return connection.call({ tool, input }, signal);
  };

  it('server-everything lists its tools and answers a call', async () => {
    const connection = await connect({ args: [fileOf('@modelcontextprotocol/server-everything')] });
    expect(connection.revision).toMatch(/^20\d\d-/);
    expect(await call(connection, 'echo', { message: 'hello' })).toEqual({
      isError: false,
      parts: [{ kind: 'text', text: 'Echo: hello' }],
    });
  });

  it('a program gets a home of its own, what it needs, and nothing else of the environment', async () => {
    const connection = await connect({
      args: [fileOf('@modelcontextprotocol/server-everything')],
      env: { OF_THE_OPERATOR: 'yes' },
    });
    const { parts } = await call(connection, 'get-env', {});
    const {
      HOME,
      GATEHOUSE_MCP_PROGRAM: mark,
      ...seen
    } = JSON.parse((parts[0] as { text: string }).text) as Record<string, string>;
    expect(seen).toEqual({ ...variablesOf(['PATH', 'LANG', 'TZ']), OF_THE_OPERATOR: 'yes' });
    expect([HOME, mark]).toEqual([join(stateDir, 'home'), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it('server-filesystem says in its own words that a path is not allowed', async () => {
    const connection = await connect({
      args: [fileOf('@modelcontextprotocol/server-filesystem'), stateDir],
    });
    const { isError, parts } = await call(connection, 'read_text_file', { path: '/etc/passwd' });
    expect(isError).toBe(true);
    expect(JSON.stringify(parts)).toContain('outside allowed directories');
  });
});
