// People who write through the bridge and wait for their answers.
import { connectionsTo, send } from './load.mjs';

/** An answer counts as lost this long after the last message, ms. */
const PATIENCE_MS = 30_000;
/** The text of each message, after a number that makes it unique. */
const WORDS = 'could you tell me when the next train to the lake leaves, please?';
/** Finds every message of these people in a prompt. */
export const QUESTION = new RegExp(`\\d+/\\d+: ${RegExp.escape(WORDS)}`, 'g');
const headers = { 'content-type': 'application/json' };

/** The run number makes every text unique, so that each answer identifies its message. */
let run = 0;

/** Writes to `gateways` round-robin, as a load balancer would, and receives the answers at `bridge`. */
export class People {
  constructor(bridge, gateways) {
    this.bridge = bridge;
    this.urls = gateways.map(({ url }) => `${url}/imbridge-webhook?password=bench`);
  }

  /**
   * Each of `chats` writes its next message once the last one is answered, for `seconds`.
   * @param chatOf(worker, n) the chat of a message
   */
  async saturate({ chats = 50, seconds, chatOf = (worker) => worker }) {
    const round = this.begin(chats);
    const end = performance.now() + seconds * 1000;
    const worker = async (_, index) => {
      for (let n = 0; performance.now() < end; n++) await round.write(chatOf(index, n));
    };
    const work = Promise.all(Array.from({ length: chats }, worker));
    return round.finish(work, seconds);
  }

  /** Sends `perSecond` messages evenly spread over `seconds`, whether earlier ones are answered or not. */
  async steady({ chats = 50, perSecond, seconds }) {
    const round = this.begin(64);
    const written = [];
    const begin = performance.now();
    for (let n = 0; n < perSecond * seconds; n++) {
      const wait = begin + (n * 1000) / perSecond - performance.now();
      if (wait > 1) await new Promise((done) => setTimeout(done, wait));
      written.push(round.write(n % chats));
    }
    return round.finish(Promise.all(written), seconds);
  }

  begin(connections) {
    const round = new Round({ id: ++run, urls: this.urls, rows: this.bridge.rows, connections });
    this.bridge.onText = (text) => round.hear(text);
    return round;
  }
}

class Round {
  constructor({ id, urls, rows, connections }) {
    Object.assign(this, { id, urls, rows, sent: 0, doubled: 0, latencies: [] });
    this.agent = connectionsTo(connections);
    this.waiting = new Map();
    this.startedAt = performance.now();
  }

  /** Resolves when the message is answered, or lost. */
  async write(chat) {
    const n = this.sent++;
    const text = `${this.id}/${n}: ${WORDS}`;
    const answered = Promise.withResolvers();
    this.waiting.set(`echo: ${text}`, { at: performance.now(), answered });
    const status = await send(this.agent, this.urls[n % this.urls.length], {
      headers,
      body: this.rows.newMessage(chat, text),
    });
    if (status !== 200) throw new Error(`the webhook answered ${status}`);
    await answered.promise;
  }

  hear(text) {
    const known = this.waiting.get(text);
    if (!known) {
      if (text.startsWith(`echo: ${this.id}/`)) this.doubled++;
      return;
    }
    this.waiting.delete(text);
    this.latencies.push(performance.now() - known.at);
    known.answered.resolve();
  }

  /** Ends the load and summarises it: messages per second, latencies in ms, and errors. */
  async finish(work, seconds) {
    let timer;
    const tooLong = new Promise((giveUp) => (timer = setTimeout(giveUp, seconds * 1000 + PATIENCE_MS)));
    await Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
    const elapsed = (performance.now() - this.startedAt) / 1000;
    await this.agent.destroy();
    const { sent, doubled, latencies } = this;
    return { sent, perSecond: latencies.length / elapsed, latencies, lost: this.waiting.size, doubled };
  }
}
