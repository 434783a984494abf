import { type Fields, recordOf, textOf } from '../wire/json.js';
import { CHOICES_INPUT, POLL_KEY } from '../outbound/poll-card.js';

export interface CardVote {
  readonly pollId: string;
  readonly selections: readonly number[];
}

const MAX_CHOICES = 100;

/**
 * The vote in what a card of ours was sent with; several choices come as one text, with commas (wire 1.12, 1.13).
 * @returns undefined for another card; `unreadable` for a poll's whose choices are none, or in which nothing is chosen:
 * the form does not let people send that, so that it takes no earlier vote back
 */
export function voteIn(values: Fields): CardVote | 'unreadable' | undefined {
  const data = recordOf(values.data) ?? values;
  const pollId = textOf(data[POLL_KEY]) ?? textOf(values[POLL_KEY]);
  if (pollId === undefined) return undefined;
  const selections = selectionsIn(data[CHOICES_INPUT] ?? values[CHOICES_INPUT]);
  return selections ? { pollId, selections } : 'unreadable';
}

function selectionsIn(choices: unknown = []): readonly number[] | undefined {
  const listed: readonly unknown[] = typeof choices === 'string' ? choices.split(',') : [choices].flat();
  const chosen = listed.map(wordOf).filter((each) => each !== '');
  const isCount = chosen.length > 0 && chosen.length <= MAX_CHOICES;
  if (!isCount || !chosen.every((each) => /^\d{1,4}$/.test(each))) return undefined;
  return [...new Set(chosen.map(Number))];
}

const wordOf = (choice: unknown): string =>
  typeof choice === 'string' || typeof choice === 'number' ? String(choice).trim() : 'unreadable';
