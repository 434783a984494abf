import { buffer } from 'node:stream/consumers';
import { inMemory } from '../../../channels/index.js';
import { readForm } from '../../../../simulators/bridge/http/form.js';
import { formOf } from './form.js';

/** As the bridge reads it. */
async function read(fields: Record<string, string>, bytes: Uint8Array) {
  const file = { field: 'attachment', mimeType: 'audio/mpeg', content: inMemory(bytes) };
  const { headers, body } = formOf({ fields, file });
  const whole = await buffer(body);
  const form = readForm({ contentType: headers['content-type'], bytes: whole });
  return { headers, whole, form };
}

describe('formOf', () => {
  it('makes a multipart form of known length', async () => {
    const bytes = Buffer.alloc(600_001, 'x\r\n--gatehouse-');
    const fields = { chatGuid: 'any;-;+1', isAudioMessage: 'true' };
    const { headers, whole, form } = await read(fields, bytes);
    expect(headers['content-length']).toBe(String(whole.length));
    expect(form.fields).toEqual(fields);
    const file = form.files.get('attachment')!;
    expect([file.name, file.contentType]).toEqual(['file', 'audio/mpeg']);
    expect(bytes.equals(file.content)).toBe(true);
  });

  it('keeps crafted field values and file names out of the headers', async () => {
    const name = 'a"\r\ncontent-disposition: form-data; name="chatGuid"\r\n\r\nother\r\n--x--.txt';
    const { form } = await read({ name }, Buffer.from('x'));
    expect(form.fields).toEqual({ name });
    expect([...form.files.keys()]).toEqual(['attachment']);
  });
});
