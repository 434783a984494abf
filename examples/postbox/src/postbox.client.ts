import { HttpClient, type HttpOutcome, urlBelow } from 'gatehouse/plugin';
import type { PostboxConfig } from './postbox.config.js';

/** The calls of the service. */
export class PostboxClient {
  private readonly http = new HttpClient();

  constructor(private readonly config: PostboxConfig) {}

  /** Asks for nothing: whether the service answers, and takes the secret. */
  look(signal: AbortSignal): Promise<HttpOutcome> {
    const { url = '', secret = '' } = this.config;
    const headers = { authorization: `Bearer ${secret}` };
    return this.http.exchange({ method: 'GET', url, headers, timeoutMs: 3_000, signal });
  }

  /** @param key the same for each attempt, so that the service can refuse a repetition */
  post(letter: { to: string; text: string }, key: string, signal: AbortSignal): Promise<HttpOutcome> {
    const { url = '', secret = '' } = this.config;
    return this.http.exchange({
      method: 'POST',
      url: urlBelow(url, 'messages'),
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key },
      json: letter,
      timeoutMs: 30_000,
      signal,
    });
  }
}
