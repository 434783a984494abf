import type { ListQuirk } from './quirk.js';

const GOOD = { name: 'good', description: 'does good', inputSchema: { type: 'object', properties: {} } };
const listOf = (odd: object) => ({ tools: [GOOD, { name: 'odd', description: 'is odd', ...odd }] });
const both = { tools: ['good', 'odd'] };
const goodOnly = (problem: RegExp) => ({ tools: ['good'], unfit: { odd: problem } });

/** Definitions and lists as servers really send them. */
export const LIST_QUIRKS: readonly ListQuirk[] = [
  {
    name: 'go-sdk-object-without-properties',
    source: 'modelcontextprotocol/go-sdk, tools without arguments',
    list: listOf({ inputSchema: { type: 'object' } }),
    right: both,
  },
  {
    name: 'go-sdk-empty-list-null',
    source: 'Go writes an empty slice as null',
    list: { tools: null },
    right: { tools: [] },
  },
  {
    name: 'praisonai-required-null',
    source: 'MervinPraison/PraisonAI#3111',
    list: listOf({ inputSchema: { type: 'object', properties: {}, required: null } }),
    right: both,
  },
  {
    name: 'webmcp-empty-schema',
    source: 'WebMCP-org/npm-packages#117',
    list: listOf({ inputSchema: {} }),
    right: both,
  },
  {
    name: 'zod-to-json-schema-union-without-type',
    source: 'vercel-labs/mcp-on-vercel#13',
    list: listOf({ inputSchema: { anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }] } }),
    right: both,
  },
  {
    name: 'hand-written-schema-null',
    source: 'issue 38',
    list: listOf({ inputSchema: null }),
    right: goodOnly(/no inputSchema/),
  },
  {
    name: 'hand-written-schema-missing',
    source: 'issue 38',
    list: listOf({}),
    right: goodOnly(/no inputSchema/),
  },
  {
    name: 'hand-written-schema-of-a-text',
    source: 'issue 38',
    list: listOf({ inputSchema: { type: 'string' } }),
    right: goodOnly(/does not describe an object/),
  },
  {
    name: 'hand-written-schema-type-list',
    source: 'issue 38',
    list: listOf({ inputSchema: { type: ['object', 'null'] } }),
    right: both,
  },
  {
    name: 'hand-written-required-true',
    source: 'issue 38',
    list: listOf({ inputSchema: { type: 'object', required: true } }),
    right: goodOnly(/required properties/),
  },
  {
    name: 'hand-written-properties-list',
    source: 'issue 38',
    list: listOf({ inputSchema: { type: 'object', properties: [] } }),
    right: goodOnly(/properties that are not an object/),
  },
  {
    name: 'serde-optional-parts-null',
    source: 'Rust servers whose optional fields are not skipped',
    list: listOf({
      description: null,
      title: null,
      annotations: null,
      outputSchema: null,
      _meta: null,
      icons: null,
      inputSchema: { type: 'object', properties: null, required: null },
    }),
    right: both,
  },
  {
    name: 'hand-written-hint-text',
    source: 'issue 38',
    list: listOf({ inputSchema: { type: 'object' }, annotations: { readOnlyHint: 'yes', title: null } }),
    right: both,
  },
  {
    name: 'hand-written-description-object',
    source: 'issue 38',
    list: listOf({ inputSchema: { type: 'object' }, description: { en: 'is odd' } }),
    right: both,
  },
  {
    name: 'hand-written-output-schema-list',
    source: 'issue 38',
    list: listOf({ inputSchema: { type: 'object' }, outputSchema: [] }),
    right: both,
  },
  {
    name: 'hand-written-tool-null',
    source: 'issue 38',
    list: { tools: [GOOD, null, 'text', { inputSchema: { type: 'object' } }] },
    right: { tools: ['good'], unfit: { '(without a name)': /name/ } },
  },
  {
    name: 'serde-next-cursor-null',
    source: 'issue 38',
    list: { tools: [GOOD], nextCursor: null, _meta: null },
    right: { tools: ['good'] },
  },
  {
    name: 'go-next-cursor-empty',
    source: 'issue 38',
    list: { tools: [GOOD], nextCursor: '' },
    right: { tools: ['good'] },
  },
  {
    name: 'hand-written-ttl-text',
    source: 'issue 38',
    list: { tools: [GOOD], ttlMs: 'soon', cacheScope: 7 },
    right: { tools: ['good'] },
  },
  {
    name: 'hand-written-no-list',
    source: 'issue 38',
    list: {},
    right: { failure: 'bad-answer' },
  },
];
