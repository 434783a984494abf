import type { BridgeSimulator } from '../../../simulators/index.js';
import { eventually } from '../../support/eventually.js';
import type { GatewayProcess } from './gateway-process.js';

const address = (chat: number) => `+1202555${String(100 + chat).padStart(4, '0')}`;

/** People who write in direct chats of a simulated bridge, and the answers they get. */
export class Chats {
  private readonly written: readonly string[][];

  constructor(
    private readonly bridge: BridgeSimulator,
    /** Numbered from 0. */
    private readonly count: number,
  ) {
    this.written = Array.from({ length: count }, () => []);
  }

  write(chat: number): void {
    const text = `message ${this.written[chat]!.length} of chat ${chat}`;
    this.written[chat]!.push(text);
    this.bridge.receiveText({ from: address(chat), text });
  }

  /** Writes one message in each of the first chats. */
  writeInAll(first = this.count): void {
    for (let chat = 0; chat < first; chat++) this.write(chat);
  }

  guidOf(chat: number): string {
    return this.bridge.directChat(address(chat)).guid;
  }

  get answered(): number {
    return this.written.reduce((sum, _texts, chat) => sum + this.answersIn(chat).length, 0);
  }

  get total(): number {
    return this.written.reduce((sum, texts) => sum + texts.length, 0);
  }

  /** Resolves when each message is answered once and in order, and the gateway's queue is empty. */
  async allAnsweredOnce(
    gateway: GatewayProcess,
    answerTo = (text: string) => `echo: ${text}`,
  ): Promise<void> {
    await eventually(() => this.answered >= this.total, {
      timeoutMs: 120_000,
      what: `${this.total} answers`,
    });
    // A duplicate answer would come within the next moments, from deliveries still in the queue.
    await eventually(() => gateway.isIdle(), { what: 'an empty queue' });
    for (const [chat, texts] of this.written.entries())
      expect(this.answersIn(chat)).toEqual(texts.map(answerTo));
  }

  private answersIn(chat: number): readonly (string | null)[] {
    return this.bridge.sentMessages(this.guidOf(chat)).map(({ text }) => text);
  }
}
