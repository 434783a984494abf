import type { AgentSettings } from '../../runtime.js';
import { turnInput } from '../../testing/turns.js';
import { geminiWire } from './gemini.wire.js';

const request = (runtime: Partial<AgentSettings['runtime']>) => {
  const input = turnInput('hi', { type: 'gemini', model: 'gemini-3.1-pro', ...runtime });
  return geminiWire.request({ input, step: { past: [], tools: [] }, maxOutputTokens: 10 });
};

describe('geminiWire', () => {
  it.each([
    [{}, 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.1-pro'],
    [{ baseUrl: 'http://proxy/google/' }, 'http://proxy/google/v1beta/models/gemini-3.1-pro'],
    [{ baseUrl: 'http://proxy/v1alpha' }, 'http://proxy/v1alpha/models/gemini-3.1-pro'],
    [{ baseUrl: 'http://p', model: 'tunedModels/a b' }, 'http://p/v1beta/tunedModels/a%20b'],
  ])('asks for %j at %s', (runtime, url) => {
    expect(request(runtime).url).toBe(`${url}:streamGenerateContent?alt=sse`);
  });

  it('names the key in its header only, and none without a key', () => {
    const { url, headers, body } = request({ apiKey: 'secret-key' });
    expect(headers).toEqual({ accept: 'text/event-stream', 'x-goog-api-key': 'secret-key' });
    expect(url + body).not.toContain('secret-key');
    expect(Object.keys(request({}).headers)).toEqual(['accept']);
  });

  it.each([
    [400, 'API_KEY_INVALID', true],
    [400, 'BILLING_DISABLED', false],
    [403, 'API_KEY_INVALID', false],
  ])('takes %d with the reason %s for a wrong key: %j', (status, reason, expected) => {
    const body = JSON.stringify({ error: { code: status, details: [{ reason }] } });
    expect(geminiWire.isWrongKey?.(status, body)).toBe(expected);
  });
});
