import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpMcpServer, toolNamed } from '../../src/mcp/testing/http-server.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

/** The sources that only a gateway with an MCP server needs, its packages included; and with a collector of spans. */
const OF_SERVERS =
  /@modelcontextprotocol\/|src\/mcp\/(?:programs|servers\/mcp-server|connection\/open-connection)/;
const OF_TRACES = 'src/tracing/';

/** The sources of every file of the program that a process has loaded, by its report at its end. */
function loadedSources(reports: string): string[] {
  const urls = readdirSync(reports).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(reports, file), 'utf8')) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
  const files = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
  return files
    .filter((file) => existsSync(`${file}.map`))
    .flatMap((file) => (JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: string[] }).sources);
}

describe('a gateway', () => {
  let reports: string;
  let server: HttpMcpServer;

  beforeEach(async () => {
    reports = mkdtempSync(join(tmpdir(), 'gatehouse-loaded-'));
    server = await HttpMcpServer.start();
    server.tools = [toolNamed('write')];
  });
  afterEach(async () => {
    await server.stop();
    rmSync(reports, { recursive: true });
  });

  /** Runs it until it has read the lists of its servers. */
  const sourcesOf = async (servers: Record<string, object>, variables: Record<string, string> = {}) => {
    const gateway = new GatewayProcess({ mcp: { servers } }, { isFirstHere: true });
    Object.assign(gateway.variables, { NODE_V8_COVERAGE: reports, ...variables });
    await gateway.start();
    await eventually(
      () => server.requests.some(({ method }) => method === 'tools/list') === 'own' in servers,
    );
    expect(await gateway.terminate()).toBe(0);
    await gateway.dispose();
    const sources = loadedSources(reports);
    expect(sources.some((source) => source.endsWith('src/mcp/mcp.service.ts'))).toBe(true);
    return {
      ofServers: sources.filter((source) => OF_SERVERS.test(source)),
      ofTraces: sources.filter((source) => source.includes(OF_TRACES)),
    };
  };

  it('without MCP servers and a collector loads no module that speaks to one', async () => {
    expect(await sourcesOf({})).toEqual({ ofServers: [], ofTraces: [] });
  });

  it('with a server and a collector loads them', async () => {
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: server.url };
    const { ofServers, ofTraces } = await sourcesOf({ own: { url: server.url } }, collector);
    expect(ofServers.length).toBeGreaterThan(3);
    expect(ofTraces.length).toBeGreaterThan(3);
  });
});
