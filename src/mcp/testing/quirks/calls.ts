import type { CallQuirk } from './quirk.js';

const TEXT = { type: 'text', text: 'done' };
const UNKNOWN = '[one item of an unknown kind]';

/** Answers to calls as servers really send them. */
export const CALL_QUIRKS: readonly CallQuirk[] = [
  {
    name: 'mcp-framework-error-block',
    source: 'QuantGeekDev/mcp-framework#130, calebl/ynab-mcp-server#31',
    answer: { result: { content: [{ type: 'error', text: 'Invalid number' }] } },
    right: { text: 'Invalid number', isError: true },
  },
  {
    name: 'cloudflare-tool-result',
    source: 'cloudflare/mcp-server-cloudflare#12',
    answer: { result: { toolResult: { content: [TEXT] } } },
    right: { text: 'done' },
  },
  {
    name: 'oldest-revision-tool-result',
    source: 'revision 2024-10-07',
    answer: { result: { toolResult: 'done' } },
    right: { text: '"done"' },
  },
  {
    name: 'csm-structured-list',
    source: 'NovasPlace/CSM#28',
    answer: { result: { content: [], structuredContent: [{ id: '1' }] } },
    right: { text: '[{"id":"1"}]' },
  },
  {
    name: 'rust-sdk-structured-only',
    source: 'modelcontextprotocol/rust-sdk#355',
    answer: { result: { structuredContent: { total: 3 } } },
    right: { text: '{"total":3}' },
  },
  {
    name: 'serde-optional-members-null',
    source: 'Rust servers whose optional fields are not skipped',
    answer: { result: { content: [TEXT], isError: null, structuredContent: null, _meta: null } },
    right: { text: 'done' },
  },
  {
    name: 'serde-error-member-null',
    source: 'JSON-RPC libraries that always write both members',
    answer: { result: { content: [TEXT] }, error: null },
    right: { text: 'done' },
  },
  {
    name: 'json-rpc-result-member-null',
    source: 'JSON-RPC libraries that always write both members',
    answer: { result: null, error: { code: -32_602, message: 'no such file' } },
    right: { failure: 'refused', words: /^no such file$/ },
  },
  {
    name: 'hand-written-content-null',
    source: 'issue 38',
    answer: { result: { content: null } },
    right: { text: 'the tool returned nothing' },
  },
  {
    name: 'hand-written-content-missing',
    source: 'cloudflare/mcp-server-cloudflare#12',
    answer: { result: {} },
    right: { text: 'the tool returned nothing' },
  },
  {
    name: 'hand-written-content-text',
    source: 'issue 38',
    answer: { result: { content: 'done' } },
    right: { text: 'done' },
  },
  {
    name: 'hand-written-content-one-block',
    source: 'issue 38',
    answer: { result: { content: TEXT } },
    right: { text: 'done' },
  },
  {
    name: 'hand-written-content-of-texts',
    source: 'issue 38',
    answer: { result: { content: ['one', 'two'] } },
    right: { text: 'one\ntwo' },
  },
  {
    name: 'hand-written-result-text',
    source: 'issue 38',
    answer: { result: 'done' },
    right: { text: 'done' },
  },
  {
    name: 'hand-written-result-null',
    source: 'issue 38',
    answer: { result: null },
    right: { text: 'the tool returned nothing' },
  },
  {
    name: 'hand-written-result-list',
    source: 'issue 38',
    answer: { result: [TEXT] },
    right: { text: 'done' },
  },
  {
    name: 'newer-revision-unknown-kind',
    source: 'issue 38',
    answer: { result: { content: [{ type: 'video', data: 'AAAA' }, TEXT] } },
    right: { text: `${UNKNOWN}\ndone` },
  },
  {
    name: 'hand-written-block-null',
    source: 'issue 38',
    answer: { result: { content: [null, 7, { type: null }, TEXT] } },
    right: { text: `${UNKNOWN}\n${UNKNOWN}\n${UNKNOWN}\ndone` },
  },
  {
    name: 'hand-written-block-without-type',
    source: 'issue 38',
    answer: { result: { content: [{ text: 'done' }] } },
    right: { text: 'done' },
  },
  {
    name: 'hand-written-text-null',
    source: 'issue 38',
    answer: { result: { content: [{ type: 'text', text: null }, TEXT] } },
    right: { text: '[one item without text]\ndone' },
  },
  {
    name: 'serde-block-members-null',
    source: 'Rust servers whose optional fields are not skipped',
    answer: { result: { content: [{ ...TEXT, annotations: null, _meta: null }] } },
    right: { text: 'done' },
  },
  {
    name: 'hand-written-image-without-type',
    source: 'issue 38',
    answer: { result: { content: [{ type: 'image', data: 'aGk=' }] } },
    right: { text: '[image (type unknown)]' },
  },
  {
    name: 'hand-written-image-by-address',
    source: 'issue 38',
    answer: {
      result: { content: [{ type: 'image', url: 'https://x.example/a.png', mimeType: 'image/png' }] },
    },
    right: { text: '[image (image/png)]' },
  },
  {
    name: 'hand-written-resource-without-address',
    source: 'issue 38',
    answer: {
      result: { content: [{ type: 'resource', resource: { text: 'done', uri: null, mimeType: null } }] },
    },
    right: { text: 'done' },
  },
  {
    name: 'hand-written-resource-null',
    source: 'issue 38',
    answer: { result: { content: [{ type: 'resource', resource: null }] } },
    right: { text: UNKNOWN },
  },
  {
    name: 'hand-written-link-without-name',
    source: 'issue 38',
    answer: { result: { content: [{ type: 'resource_link', uri: 'file:///a' }] } },
    right: { text: '[link to file:///a]' },
  },
  {
    name: 'hand-written-is-error-text',
    source: 'issue 38',
    answer: { result: { content: [TEXT], isError: 'true' } },
    right: { text: 'done', isError: true },
  },
  {
    name: 'task-result-type',
    source: 'servers with the extension for tasks',
    answer: { result: { content: [TEXT], resultType: 'task' } },
    right: { text: 'done' },
  },
  {
    name: 'hand-written-error-text',
    source: 'issue 38',
    answer: { error: 'no such file' },
    right: { failure: 'refused', words: /^no such file$/ },
  },
  {
    name: 'hand-written-error-code-text',
    source: 'issue 38',
    answer: { error: { code: 'ENOENT', message: 'no such file', data: null } },
    right: { failure: 'refused', words: /^no such file$/ },
  },
  {
    name: 'hand-written-error-without-words',
    source: 'issue 38',
    answer: { error: { code: -32_000, message: null } },
    right: { failure: 'refused', words: /without text/ },
  },
];

/** Those that only an answer by HTTP can have, which is for one request. */
export const CALL_QUIRKS_OF_HTTP: readonly CallQuirk[] = [
  {
    name: 'fast-mcp-id-null',
    source: 'yjacquin/fast-mcp#66, JuliaSMLM/ModelContextProtocol.jl#16',
    answer: { id: null, result: { content: [TEXT] } },
    right: { text: 'done' },
  },
  {
    name: 'fast-mcp-error-id-null',
    source: 'yjacquin/fast-mcp#66',
    answer: { id: null, error: { code: -32_600, message: 'Invalid Request' } },
    right: { failure: 'refused', words: /^Invalid Request$/ },
  },
  {
    name: 'hand-written-jsonrpc-missing',
    source: 'issue 38',
    answer: { jsonrpc: null, result: { content: [TEXT] } },
    right: { text: 'done' },
  },
];
