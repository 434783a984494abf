import { otlpJson } from './otlp-json.js';
import type { EndedSpan } from '../spans/span.js';

const [traceId, spanId, parentId] = [
  '4bf92f3577b34da6a3ce929d0e0e4736',
  '00f067aa0ba902b7',
  'b7ad6b7169203331',
];
const SPAN: EndedSpan = {
  context: { traceId, spanId, isSampled: true },
  parent: { traceId, spanId: parentId, isSampled: true, isRemote: true },
  name: 'chat qwen3',
  kind: 'client',
  startedAt: 1_764_150_000_000,
  endedAt: 1_764_150_000_001.5,
  attributes: { 'gen_ai.usage.input_tokens': 12, 'a.flag': false, 'a.list': ['stop'], 'a.gap': undefined },
  links: [{ traceId: parentId + parentId, spanId: parentId, isSampled: false }],
  hasFailed: true,
};

it('a span is written as OTLP has it in JSON', () => {
  const source = { resource: { 'service.name': 'gatehouse' }, version: '1.2.3' };
  const schemaUrl = expect.stringMatching(/^https:\/\/opentelemetry\.io\/schemas\/1\.\d+\.0$/);
  expect(JSON.parse(otlpJson([SPAN], source))).toEqual({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'gatehouse' } }] },
        scopeSpans: [
          {
            scope: { name: 'gatehouse', version: '1.2.3' },
            spans: [
              {
                traceId,
                spanId,
                parentSpanId: parentId,
                flags: 0x301,
                name: 'chat qwen3',
                kind: 3,
                startTimeUnixNano: '1764150000000000000',
                endTimeUnixNano: '1764150000001500000',
                attributes: [
                  { key: 'gen_ai.usage.input_tokens', value: { intValue: '12' } },
                  { key: 'a.flag', value: { boolValue: false } },
                  { key: 'a.list', value: { arrayValue: { values: [{ stringValue: 'stop' }] } } },
                ],
                links: [{ traceId: parentId + parentId, spanId: parentId, flags: 0 }],
                status: { code: 2 },
              },
            ],
            schemaUrl,
          },
        ],
        schemaUrl,
      },
    ],
  });
});

it('a span without a parent, links or failure has no field for them', () => {
  const { parent: _, ...root } = { ...SPAN, links: [], hasFailed: false };
  const written = otlpJson([{ ...root, parent: undefined }], { resource: {}, version: '1' });
  const { resourceSpans } = JSON.parse(written) as { resourceSpans: [{ scopeSpans: [{ spans: [object] }] }] };
  const [span] = resourceSpans[0].scopeSpans[0].spans;
  expect(span).not.toHaveProperty('parentSpanId');
  expect(span).not.toHaveProperty('links');
  expect(span).toMatchObject({ flags: 0x101, status: {} });
});
