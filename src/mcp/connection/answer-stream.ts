import { legibleMessages } from './legible.js';

/** The end of a stream of events. */
export interface StreamEnd {
  /** Something was said in it. */
  readonly hasData: boolean;
}

export interface StreamReading {
  /** The request that the stream answers; undefined for one of changes. */
  readonly id?: unknown;
  /** An event that stands in for the answer that the stream ends without; undefined to add nothing. */
  readonly instead?: string | undefined;
  readonly onEnd?: (end: StreamEnd) => void;
}

/** A stream of server-sent events with each message in the form that the SDK takes. */
export function legibleStream({
  id,
  instead,
  onEnd,
}: StreamReading): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  /** Pieces of a line whose end is still to come. */
  let begun: string[] = [];
  let data: string[] = [];
  const seen = { data: false, id: false, answer: false };
  const lineOf = (line: string): string => {
    if (line === '') return `${eventOf()}\n`;
    const value = /^data: ?(.*)$/s.exec(line)?.[1];
    if (value === undefined) {
      seen.id ||= line.startsWith('id:');
      return `${line}\n`;
    }
    data.push(value);
    return '';
  };
  const eventOf = (): string => {
    if (data.length === 0) return '';
    const text = data.join('\n');
    data = [];
    // An event without words may have an id, after which the stream continues.
    if (text.trim() === '') return 'data: \n';
    seen.data = true;
    const messages = messagesIn(text, id);
    seen.answer ||= messages?.some((each) => isAnswer(each)) ?? false;
    // An event holds one message.
    return messages
      ? messages.map((each) => `data: ${JSON.stringify(each)}\n`).join('\n')
      : `data: ${text}\n`;
  };
  return new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, out) => {
      begun.push(decoder.decode(chunk, { stream: true }));
      if (!/[\r\n]/.test(begun.at(-1) ?? '')) return;
      const lines = begun.join('').split(/\r\n|\n|\r(?!$)/);
      begun = lines.splice(-1);
      const written = lines.map(lineOf).join('');
      if (written !== '') out.enqueue(Buffer.from(written));
    },
    flush: (out) => {
      const rest = begun.join('').replace(/\r$/, '');
      const last = rest === '' ? '' : lineOf(rest);
      const event = `${last}${eventOf()}`;
      if (event !== '') out.enqueue(Buffer.from(`${event}\n`));
      // One with ids is taken up again where it broke off.
      if (instead !== undefined && !seen.answer && !seen.id) out.enqueue(Buffer.from(instead));
      onEnd?.({ hasData: seen.data });
    },
  });
}

function messagesIn(text: string, id: unknown): readonly unknown[] | undefined {
  try {
    return legibleMessages(JSON.parse(text), id);
  } catch {
    return undefined;
  }
}

const isAnswer = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && ('result' in message || 'error' in message);
