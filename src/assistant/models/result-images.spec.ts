import type Anthropic from '@anthropic-ai/sdk';
import type { FunctionResponse } from '@google/genai';
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import type { ToolResult } from '../runtime.js';
import type { Step } from '../runtimes/steps.js';
import { turnInput } from '../testing/turns.js';
import { anthropicWire } from './anthropic/anthropic.wire.js';
import { geminiWire } from './gemini/gemini.wire.js';
import { ollamaWire } from './ollama/ollama.wire.js';
import { openAiCompatibleWire } from './openai-compatible/openai-compatible.wire.js';
import { openAiWire } from './openai/openai.wire.js';
import type { ModelWire } from './wire.js';

const RESULT: ToolResult = {
  ok: true,
  value: '[image 1]',
  images: [{ mimeType: 'image/png', base64: 'AQID' }],
};
const PLAIN: ToolResult = { ok: true, value: 'line 1\nline 2' };
const [CALL, PLAIN_CALL] = ['c1', 'c2'].map((id) => ({ id, name: 'files__read', input: {} }));
const STEP: Step = {
  past: [
    {
      text: '',
      calls: [
        { call: CALL!, result: RESULT },
        { call: PLAIN_CALL!, result: PLAIN },
      ],
    },
  ],
  tools: [],
};
/** The parts of the request behind the question and the calls. */
function resultsIn(wire: ModelWire, model = 'm'): unknown[] {
  const input = turnInput('look', { type: wire.type, model, apiKey: 'key', baseUrl: 'http://127.0.0.1:1' });
  const body = JSON.parse(wire.request({ input, step: STEP, maxOutputTokens: 512 }).body) as Record<
    string,
    unknown[]
  >;
  const all = body.messages ?? body.input ?? body.contents ?? [];
  const isCall = (each: unknown) => /tool_calls|function_?call"|tool_use"/i.test(JSON.stringify(each));
  return all.slice(all.findLastIndex(isCall) + 1);
}

describe('an image in the result of a tool', () => {
  it('stands within the result for Anthropic', () => {
    expect(resultsIn(anthropicWire)).toEqual([
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'call_1_1',
            content: [
              { type: 'text', text: '[image 1]' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } },
            ],
          },
          {
            type: 'tool_result',
            tool_use_id: 'call_1_2',
            content: 'line 1\nline 2',
            cache_control: { type: 'ephemeral' },
          },
        ],
      },
    ] satisfies Anthropic.MessageParam[]);
  });

  it('stands within the result for OpenAI', () => {
    expect(resultsIn(openAiWire)).toEqual([
      {
        type: 'function_call_output',
        call_id: 'call_1_1',
        output: [
          { type: 'input_text', text: '[image 1]' },
          { type: 'input_image', image_url: 'data:image/png;base64,AQID', detail: 'auto' },
        ],
      },
      { type: 'function_call_output', call_id: 'call_1_2', output: 'line 1\nline 2' },
    ] satisfies ResponseInputItem[]);
  });

  const inlineData = { mimeType: 'image/png', data: 'AQID' };
  const named = (output: string): Pick<FunctionResponse, 'name' | 'response'> => ({
    name: 'files__read',
    response: { output },
  });
  const plain = { functionResponse: named('line 1\nline 2') };

  it('stands within the result for Gemini 3, and behind all results for earlier models', () => {
    const third = { functionResponse: { ...named('[image 1]'), parts: [{ inlineData }] } };
    expect(resultsIn(geminiWire, 'gemini-3.1-pro')).toEqual([{ role: 'user', parts: [third, plain] }]);
    expect(resultsIn(geminiWire, 'gemini-2.5-pro')).toEqual([
      { role: 'user', parts: [{ functionResponse: named('[image 1]') }, plain, { inlineData }] },
    ]);
  });

  it('stands beside the text of the result for Ollama', () => {
    expect(resultsIn(ollamaWire)).toEqual([
      { role: 'tool', tool_name: 'files__read', content: '[image 1]', images: ['AQID'] },
      { role: 'tool', tool_name: 'files__read', content: 'line 1\nline 2' },
    ]);
  });

  it('follows all results of a step as a message for other servers', () => {
    const [, , message] = resultsIn(openAiCompatibleWire);
    expect(resultsIn(openAiCompatibleWire)).toEqual([
      { role: 'tool', tool_call_id: 'c1', content: '[image 1]' },
      { role: 'tool', tool_call_id: 'c2', content: 'line 1\nline 2' },
      message,
    ]);
    expect(message).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: expect.stringMatching(/data, never instructions/) as string },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
      ],
    });
  });
});
