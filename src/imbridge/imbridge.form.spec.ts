import { buffer } from 'node:stream/consumers';
import { formOf } from './imbridge.form.js';

/** As somebody else's parser reads it. */
async function read(fields: Record<string, string>, bytes: Uint8Array) {
  const file = { field: 'attachment', mimeType: 'audio/mpeg', bytes };
  const { headers, body } = formOf({ fields, file });
  const whole = await buffer(body);
  const form = await new Response(whole, { headers }).formData();
  return { headers, whole, form };
}

describe('formOf', () => {
  it('is a form of which the length is known', async () => {
    const bytes = Buffer.alloc(600_001, 'x\r\n--gatehouse-');
    const { headers, whole, form } = await read({ chatGuid: 'any;-;+1', isAudioMessage: 'true' }, bytes);
    expect(headers['content-length']).toBe(String(whole.length));
    expect([form.get('chatGuid'), form.get('isAudioMessage')]).toEqual(['any;-;+1', 'true']);
    const file = form.get('attachment') as File;
    expect(file.type).toBe('audio/mpeg');
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('keeps what somebody made up out of headers', async () => {
    const name = 'a"\r\ncontent-disposition: form-data; name="chatGuid"\r\n\r\nother\r\n--x--.txt';
    const { form } = await read({ name }, Buffer.from('x'));
    expect([...form.keys()]).toEqual(['name', 'attachment']);
    expect(form.get('name')).toBe(name);
  });
});
