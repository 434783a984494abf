import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import { ModelSimulator } from '../../simulators/index.js';
import type { PromptMessage } from '../prompt.js';
import { toModelMessage } from './model-message.js';

const image = { mimeType: 'image/png', data: new Uint8Array([1, 2, 3]) };

/** What arrives at a model server. */
const sent = async (prompt: PromptMessage) => {
  const model = await ModelSimulator.start();
  const provider = createOpenAICompatible({ name: 'm', baseURL: model.baseUrl });
  const { stream } = streamText({ model: provider('m'), messages: [toModelMessage(prompt)] });
  for await (const _ of stream);
  await model.stop();
  return model.requests[0]!.body.messages[0];
};

describe('toModelMessage', () => {
  it('leaves text as it is', async () => {
    expect(await sent({ role: 'user', text: 'hi' })).toEqual({ role: 'user', content: 'hi' });
    expect(await sent({ role: 'assistant', text: 'hello' })).toMatchObject({ content: 'hello' });
  });

  it('shows images behind the text', async () => {
    expect(await sent({ role: 'user', text: 'what is it?', images: [image, image] })).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'what is it?' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
      ],
    });
  });
});
