import type { LogLine, LogReplicas } from '../gateway/answers.js';
import { counted, printable } from './text.js';

/** A line of the log on a line of the terminal. The time is UTC, because the gateway may be in another zone. */
export function logLineText({ time, level, context, message, fields, ...ids }: LogLine): string {
  const head = `${time} ${level.toUpperCase().padEnd(5)}${context === null ? '' : ` [${context}]`}`;
  const { event_id, conversation_id, delivery_id } = ids;
  const facts = Object.entries({ ...fields, event_id, conversation_id, delivery_id }).flatMap(factOf);
  // An id that the message names already need not stand there twice.
  const news = facts.filter(([, value]) => !message.includes(value));
  return printable([head, message, ...news.map(([name, value]) => `${name}=${value}`)].join(' '));
}

function factOf([name, value]: readonly [string, unknown]): [string, string][] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [[name, String(value)]];
  if (name !== 'err' || typeof value !== 'object' || value === null) return [];
  const { message } = value as { readonly message?: unknown };
  return typeof message === 'string' ? [[name, message]] : [];
}

/** A note where other replicas have logs of their own; undefined where there are none. */
export function otherReplicasText({ covered, others }: LogReplicas): string | undefined {
  if (others === null) return 'The database does not answer, so other replicas are not known.';
  if (others.length === 0) return undefined;
  const more = `${counted(others.length, 'other replica')} with a log of its own: ${others.join(', ')}`;
  return `These are the lines of ${covered.join(', ')}. There is ${more}; call it by --url.`;
}
