import type { WireName } from '../types.js';
import { PLAIN_ANSWERS, PLAIN_TEXT } from './plain-answers.js';
import { type OfferedTool, type Quirk, USUAL_TOOLS } from './quirk.js';

type Schema = OfferedTool['inputSchema'];

const WIRES: readonly WireName[] = ['openai-compatible', 'anthropic', 'openai', 'gemini', 'ollama'];

const text = { type: 'string' };

const object = (properties: object, more: object = {}): Schema => ({ type: 'object', properties, ...more });

/** A tool as its server lists it, beside a usual one: the model gets both, unless it is said to be unfit. */
const offer = (name: string, source: string, inputSchema: Schema, isUnfit = false) => ({
  name,
  source,
  inputSchema,
  isUnfit,
});

const OFFERS = [
  offer('gosdk-no-properties', 'modelcontextprotocol/go-sdk: `{"type":"object"}`; spring-ai#4776', {
    type: 'object',
  }),
  offer('rmcp-no-type', 'schemas of `any`: `{}`', {}),
  offer('mobilemcp-one-of', 'mobile-next/mobile-mcp#344', {
    ...object({ yaml: text, files: { type: 'array', items: text }, dir: text }),
    oneOf: [{ required: ['yaml'] }, { required: ['files'] }, { required: ['dir'] }],
  }),
  offer('mempalace-any-of', 'MemPalace/mempalace#1728', {
    ...object({ entry: text, agent_name: text }),
    anyOf: [{ required: ['entry'] }, { required: ['agent_name'] }],
  }),
  offer('zod-discriminated-union', 'z.discriminatedUnion as the arguments (TypeScript SDK)', {
    anyOf: [
      object({ kind: { const: 'city', type: 'string' }, city: text }, { required: ['kind', 'city'] }),
      object({ kind: { const: 'zip', type: 'string' }, zip: text }, { required: ['kind', 'zip'] }),
    ],
  }),
  offer('zod-intersection', 'z.intersection as the arguments (TypeScript SDK)', {
    allOf: [object({ city: text }, { required: ['city'] }), object({ unit: text })],
  }),
  offer('apify-array-without-items', 'apify/apify-mcp-server#36', object({ formats: { type: 'array' } })),
  offer(
    'wegent-nested-array',
    'wecode-ai/Wegent#1274',
    object({
      questions: { type: 'array', items: object({ options: { type: 'array', description: 'Choices.' } }) },
    }),
  ),
  offer(
    'gsuite-required-false',
    'MarkusPfundstein/mcp-gsuite#48',
    object({ query: { ...text, required: false } }),
  ),
  offer(
    'cherry-required-true',
    'CherryHQ/cherry-studio#4188',
    object({ query: { ...text, required: true } }),
  ),
  offer(
    'handmade-required-as-property',
    '`required` within `properties`',
    object({ city: text, required: ['city'] }),
  ),
  offer(
    'handmade-required-null',
    'issue 38, A2: `required: null`',
    object({ city: text }, { required: null }),
  ),
  offer(
    'handmade-required-twice',
    'a name twice in `required`',
    object({ city: text }, { required: ['city', 'city'] }),
  ),
  offer(
    'kimi-required-unknown',
    'MoonshotAI/kimi-code#1610',
    object({ city: text }, { required: ['codecType'] }),
  ),
  offer(
    'fastmcp-optional',
    'pydantic `Optional[str] = None`; gitlab-mcp#166',
    object({
      city: { anyOf: [text, { type: 'null' }], default: null, title: 'City' },
    }),
  ),
  offer(
    'dotnet-type-list',
    'github/copilot-cli#4623',
    object({
      values: { type: ['array', 'null'], items: { type: ['object', 'null'], properties: { value: true } } },
    }),
  ),
  offer(
    'dotnet-required-nullable',
    'ModelContextProtocol.AspNetCore',
    object(
      { city: { type: ['string', 'null'] } },
      {
        required: ['city'],
      },
    ),
  ),
  offer('zed-type-list', 'zed-industries/zed#44875', object({ id: { type: ['string', 'number'] } })),
  offer(
    'openapi-unknown-format',
    'SylphxAI/pdf-reader-mcp#63: `uri`; `int64`, `binary` of OpenAPI',
    object({
      url: { ...text, format: 'uri' },
      count: { type: 'integer', format: 'uint64' },
      file: { ...text, format: 'binary' },
    }),
  ),
  offer('pydantic-defs', 'pydantic factors models into `$defs`; kimi-cli#2061', {
    ...object({
      asset: { $ref: '#/$defs/Asset', description: 'Which.' },
      more: { type: 'array', items: { $ref: '#/$defs/Asset' } },
    }),
    $defs: { Asset: object({ path: text }, { required: ['path'] }) },
  }),
  offer(
    'zod-ref-into-properties',
    'zod-to-json-schema: `#/properties/…`; command-code#594',
    object({
      filters: object({
        from: { ...text, description: 'A day.' },
        to: { $ref: '#/properties/filters/properties/from' },
      }),
    }),
  ),
  offer('notion-recursive-defs', 'blocks within blocks', {
    ...object({ block: { $ref: '#/$defs/Block' } }, { required: ['block'] }),
    $defs: { Block: object({ text, children: { type: 'array', items: { $ref: '#/$defs/Block' } } }) },
  }),
  offer('draft7-definitions', '`definitions` of draft 7, as the root', {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $ref: '#/definitions/Input',
    definitions: { Input: object({ city: text }) },
  }),
  offer(
    'handmade-missing-ref',
    'a reference that leads nowhere, or to another host',
    object({
      a: { $ref: '#/$defs/Gone' },
      b: { $ref: 'https://schemas.example/thing.json' },
    }),
  ),
  offer(
    'draft4-exclusive-minimum',
    'SylphxAI/pdf-reader-mcp#63',
    object({
      page: { type: 'integer', minimum: 0, exclusiveMinimum: true },
    }),
  ),
  offer(
    'draft7-tuple',
    'a list of schemas as `items`',
    object({
      point: { type: 'array', items: [{ type: 'number' }, { type: 'number' }] },
    }),
  ),
  offer(
    'pydantic-tuple',
    '`prefixItems` without `items`',
    object({
      point: { type: 'array', prefixItems: [{ type: 'number' }, text] },
    }),
  ),
  offer(
    'kubernetes-pattern',
    'containers/kubernetes-mcp-server#758',
    object({ query: { ...text, pattern: '\\S' } }),
  ),
  offer('kimi-untyped-property', 'MoonshotAI/kimi-cli#1595', object({ mode: { description: 'How.' } })),
  offer(
    'kimi-typed-any-of',
    'MoonshotAI/kimi-cli#2531',
    object({
      of: { type: 'string', anyOf: [{ enum: ['a', 'b'] }, { minLength: 3 }] },
    }),
  ),
  offer(
    'python-types',
    '`str` and `list` as types',
    object({ city: { type: 'str' }, unit: { type: 'any' } }),
  ),
  offer('openapi-loud-types', '`STRING` and `OBJECT` of Gemini’s own schemas', {
    type: 'OBJECT',
    properties: { city: { type: 'STRING' } },
  }),
  offer(
    'handmade-description-null',
    'null where a text belongs',
    object({ city: { ...text, description: null, title: null } }),
  ),
  offer('ollama-properties-list', 'ollama/ollama#10328', { type: 'object', properties: [], required: [] }),
  offer('ollama-property-text', 'ollama/ollama#14256', object({ city: 'string' })),
  offer('jsonschema-false', 'a property that is never given', object({ city: text, never: false })),
  offer(
    'enum-empty-text',
    'an empty text among the choices',
    object({ unit: { ...text, enum: ['', 'c', 'f'] } }),
  ),
  offer('const-property', '`const`', object({ kind: { const: 'city' } }, { required: ['kind'] })),
  offer('handmade-enum-at-the-top', '`not`, `if` and `enum` at the top', {
    ...object({ city: text, zip: text }),
    not: { required: ['city', 'zip'] },
    if: { required: ['city'] },
    then: {},
    else: {},
    enum: [{}],
  }),
  offer('appstore-brackets', 'beautyfree/appstore-connect-mcp#2', object({ city: text, 'filter[id]': text })),
  offer('handmade-list-as-arguments', 'arguments that are no object', { type: 'array', items: text }, true),
];

/** The schemas of MCP servers, which every vendor refuses in a way of its own: each on every wire. */
export const TOOL_SERVERS: readonly Quirk[] = OFFERS.flatMap(({ name, source, inputSchema, isUnfit }) =>
  WIRES.map((wire): Quirk => ({
    name: `${name}-${wire}`,
    source,
    wires: [wire],
    answers: [PLAIN_ANSWERS[wire]],
    tools: [...USUAL_TOOLS, { name: 'odd', description: 'An odd one.', inputSchema }],
    right: { text: PLAIN_TEXT, offered: ['get_weather', 'get_time', ...(isUnfit ? [] : ['odd'])] },
  })),
);
