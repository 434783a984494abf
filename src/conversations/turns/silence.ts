/** What a model says that has nothing to say. */
const NO_REPLY = /^\s*`?NO_REPLY`?[.!]?\s*$/i;

/** A paragraph that only says that there is nothing to say is not sent, whatever stands around it. */
export function withoutSilence(text: string): string {
  const paragraphs = text.split(/(\n[^\S\n]*\n)/);
  return paragraphs.some((each) => NO_REPLY.test(each))
    ? paragraphs
        .filter((each) => !NO_REPLY.test(each))
        .join('')
        .trim()
    : text;
}
