import type { DiscoverQuirk, SessionQuirk } from './quirk.js';

const JSON_TYPE = 'application/json';
const errorOf = (code: number, message: string, id: number | null = null) =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id });

/** Answers to a question that older servers do not know. */
export const DISCOVER_QUIRKS: readonly DiscoverQuirk[] = [
  { name: 'old-server-silence', source: 'issue 38', discover: undefined },
  { name: 'old-server-accepted', source: 'issue 38', discover: { status: 202 } },
  { name: 'old-server-empty', source: 'issue 38', discover: { status: 200 } },
  {
    name: 'old-server-empty-json',
    source: 'issue 38',
    discover: { status: 200, type: JSON_TYPE, body: '' },
  },
  {
    name: 'old-server-page',
    source: 'issue 38',
    discover: { status: 200, type: 'text/html', body: '<!doctype html><title>Hello</title>' },
  },
  {
    name: 'old-server-internal-error',
    source: 'issue 38',
    discover: { status: 500, type: 'text/plain', body: 'Internal Server Error' },
  },
  {
    name: 'old-server-not-implemented',
    source: 'issue 38',
    discover: { status: 501, type: 'text/plain', body: 'Not Implemented' },
  },
  {
    name: 'old-server-id-null',
    source: 'yjacquin/fast-mcp#66',
    discover: { status: 200, type: JSON_TYPE, body: errorOf(-32_601, 'Method not found') },
  },
  {
    name: 'old-server-error-status-id-null',
    source: 'modelcontextprotocol/typescript-sdk, before initialize',
    discover: { status: 400, type: JSON_TYPE, body: errorOf(-32_000, 'Bad Request: Server not initialized') },
  },
  {
    name: 'old-server-result-null',
    source: 'issue 38',
    discover: { status: 200, type: JSON_TYPE, body: '{"jsonrpc":"2.0","id":null,"result":null}' },
  },
  {
    name: 'old-server-empty-stream',
    source: 'issue 38',
    discover: { status: 200, type: 'text/event-stream', body: ': hello\n\n' },
  },
];

/** Answers to requests of a session that was lost by a restart. */
export const SESSION_QUIRKS: readonly SessionQuirk[] = [
  {
    name: 'typescript-sdk-404',
    source: 'modelcontextprotocol/typescript-sdk; what the protocol wants',
    stale: { status: 404, type: JSON_TYPE, body: errorOf(-32_001, 'Session not found') },
  },
  {
    name: 'fastmcp-no-valid-session-id',
    source: 'punkpeye/fastmcp#121, samanhappy/mcphub#405',
    stale: {
      status: 400,
      type: JSON_TYPE,
      body: errorOf(-32_000, 'Bad Request: No valid session ID provided'),
    },
  },
  {
    name: 'affine-no-valid-session-or-initialize',
    source: 'DAWNCR0W/affine-mcp-server#301',
    stale: {
      status: 400,
      type: JSON_TYPE,
      body: errorOf(-32_000, 'Bad Request: No valid session ID or not an initialize request'),
    },
  },
  {
    name: 'typescript-sdk-no-session-or-initialization',
    source: 'modelcontextprotocol/typescript-sdk#1476',
    stale: { status: 400, type: 'text/plain', body: 'no session ID or not initialization request' },
  },
  {
    name: 'mcp-use-server-not-initialized',
    source: 'mcp-use/mcp-use#1133',
    stale: { status: 400, type: JSON_TYPE, body: errorOf(-32_000, 'Bad Request: Server not initialized') },
  },
  {
    name: 'unla-session-not-found',
    source: 'samanhappy/mcphub#196',
    stale: { status: 400, type: JSON_TYPE, body: errorOf(-32_600, 'Invalid Request: Session not found', 2) },
  },
  {
    name: 'omniroute-unknown-header',
    source: 'diegosouzapw/OmniRoute#5169',
    stale: {
      status: 400,
      type: JSON_TYPE,
      body: errorOf(-32_000, 'Bad Request: Unknown Mcp-Session-Id header'),
    },
  },
  {
    name: 'mcp-go-invalid-session-id',
    source: 'mark3labs/mcp-go#689',
    stale: { status: 400, type: 'text/plain; charset=utf-8', body: 'Invalid session ID\n' },
  },
  {
    name: 'rust-sdk-401',
    source: 'modelcontextprotocol/rust-sdk#689',
    stale: { status: 401, body: 'Unauthorized: Session not found' },
  },
  {
    name: 'mcp-proxy-401-invalid-token',
    source: 'punkpeye/mcp-proxy#108',
    stale: {
      status: 401,
      type: JSON_TYPE,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      body: errorOf(-32_000, 'Unauthorized: Session not found'),
    },
  },
  {
    name: 'hand-written-gone',
    source: 'issue 38',
    stale: { status: 410, type: 'text/plain', body: 'session expired' },
  },
  {
    name: 'hand-written-error-in-200',
    source: 'issue 38',
    stale: { status: 200, type: JSON_TYPE, body: errorOf(-32_001, 'Session not found') },
  },
];
