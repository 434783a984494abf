import { ALL_RULES, ALL_SECTIONS } from '../app.sections.js';
import { checkConfig, ConfigInvalidError, readEnvironment } from '../config/index.js';

/** The problems of a configuration with one server, as a start, `PATCH /config` and `gatehouse mcp add` find them. */
function problemsOf(server: object): readonly string[] {
  try {
    checkConfig(ALL_SECTIONS, { mcp: { servers: { 'my-files': server } } }, readEnvironment({}), ALL_RULES);
    return [];
  } catch (error) {
    if (error instanceof ConfigInvalidError) return error.problems.map(({ path }) => path);
    throw error;
  }
}

describe('the address of an MCP server', () => {
  it.each([
    'http://169.254.169.254/mcp',
    'http://2852039166/mcp',
    'http://[::ffff:169.254.169.254]/mcp',
    'https://[fd00:ec2::254]:8443/mcp',
    'http://100.100.100.200/',
  ])('is refused by its field when it is that of a metadata service: %s', (url) => {
    expect(problemsOf({ url })).toEqual(['mcp.servers.my-files.url']);
  });

  it('is refused for an authorization server too', () => {
    const issuer = 'http://169.254.169.254/';
    const server = { url: 'https://mcp.example.org/mcp', clientId: 'x', clientSecret: 'y', issuer };
    expect(problemsOf(server)).toEqual(['mcp.servers.my-files.issuer']);
  });

  it.each([
    'https://me:secret@mcp.example.org/mcp',
    'https://mcp.example.org/mcp?key=secret',
    'https://mcp.example.org/mcp#secret',
  ])('has no secret in it, which viewers would see: %s is refused', (url) => {
    expect(problemsOf({ url })).toContain('mcp.servers.my-files.url');
  });

  it.each(['http://127.0.0.1:8000/mcp', 'http://10.0.0.7/mcp', 'https://mcp.example.org/mcp'])(
    'may be internal: %s',
    (url) => {
      expect(problemsOf({ url })).toEqual([]);
    },
  );
});
