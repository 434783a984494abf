/** What an answer wants to reply to: the message that it answers, or the one with this id. */
export type ReplyWish = 'current' | { readonly id: string };

/** `[[reply_to_current]]`, `[[reply_to: ID]]`: OpenClaw's way to ask for a reply, which its prompts describe. */
const TAG = /^\s*\[\[\s*(?:reply_to_current|reply_to\s*:\s*(?<id>[^\]\n]{1,200}?))\s*\]\]/i;
const CURRENT = 'reply_to_current';
/** The inside of a tag whose end has not come yet. */
const BEGUN = /^(?:reply_to_current\s*\]?|reply_to\s*(?::[^\]\n]{0,220}\]?)?)$/i;
/** Blank lines, or blanks in the line of the text. */
const SPACE = /^(?:[^\S\n]*\n)+|^[^\S\n]+/;

/** @returns the text without the tags at its beginning, for a text that is there as a whole */
export const withoutReplyTags = (text: string): string => {
  const reader = new ReplyTags();
  return reader.push(text) + reader.end();
};

/** Takes the tags from the beginning of a text that comes in pieces; a beginning that may become one is held back. */
export class ReplyTags {
  private held = '';
  private isPast = false;
  private isTagged = false;
  private lastWish: ReplyWish | undefined;

  /** The last of the tags. */
  get wish(): ReplyWish | undefined {
    return this.lastWish;
  }

  /** @returns the text that is no part of a tag */
  push(text: string): string {
    if (this.isPast) return text;
    this.held += text;
    for (let found = TAG.exec(this.held); found; found = TAG.exec(this.held)) {
      const id = found.groups?.id?.trim();
      this.lastWish = id === undefined || id === '' ? 'current' : { id };
      this.isTagged = true;
      this.held = this.held.slice(found[0].length);
    }
    if (mayBecomeTag(this.held)) return '';
    this.isPast = true;
    return this.release();
  }

  /** What was held back, when nothing follows it: a tag that was cut off is not shown. */
  get rest(): string {
    return /^\s*\[\[\s*r/i.test(this.held) ? '' : this.shown;
  }

  /** Ends this text; what is pushed next begins another. @returns what was held back */
  end(): string {
    const { rest } = this;
    this.held = '';
    this.isPast = this.isTagged = false;
    return rest;
  }

  private release(): string {
    const { shown } = this;
    this.held = '';
    return shown;
  }

  private get shown(): string {
    return this.isTagged ? this.held.replace(SPACE, '') : this.held;
  }
}

function mayBecomeTag(text: string): boolean {
  const begun = text.trimStart();
  if (begun.length <= 2) return '[['.startsWith(begun);
  const inside = begun.slice(2).trimStart().toLowerCase();
  return begun.startsWith('[[') && (CURRENT.startsWith(inside) || BEGUN.test(inside));
}
