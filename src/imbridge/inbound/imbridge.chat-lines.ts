/** Has the rows of a chat wait for each other, be it that one takes longer; those of other chats go on. */
export class ChatLines {
  private readonly lasts = new Map<string, Promise<unknown>>();

  /** After all that was put into the line before it, however that ended. Throws what `work` throws. */
  async run<T>(chat: string, work: () => Promise<T>): Promise<T> {
    const before = this.lasts.get(chat);
    const mine = before ? before.then(work, work) : work();
    this.lasts.set(chat, mine);
    try {
      return await mine;
    } finally {
      if (this.lasts.get(chat) === mine) this.lasts.delete(chat);
    }
  }
}
