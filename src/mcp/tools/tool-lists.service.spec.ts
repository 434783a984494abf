import type { McpServerConfig } from '../../config/index.js';
import { originOf } from './tool-lists.service.js';

const originOfServer = (server: object) => originOf(server as McpServerConfig);

describe('the server behind a name', () => {
  const PROGRAM = { command: 'npx', args: ['files@1', '/srv'] };

  it.each([
    ['another command', { ...PROGRAM, command: 'bunx' }],
    ['another argument, which may be another program', { ...PROGRAM, args: ['mail@1', '/srv'] }],
    ['its arguments in another order', { ...PROGRAM, args: ['/srv', 'files@1'] }],
    ['an address', { url: 'https://mcp.example.org' }],
  ])('is another one with %s', (_, server) => {
    expect(originOfServer(server)).not.toBe(originOfServer(PROGRAM));
  });

  it('is the same one with other limits', () => {
    expect(originOfServer({ ...PROGRAM, timeoutMs: 1 })).toBe(originOfServer(PROGRAM));
  });
});
