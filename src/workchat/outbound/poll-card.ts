import type { PollContent } from '../../channels/index.js';
import type { JsonRecord } from '../../channels/kit/index.js';
import { HARD_BREAK } from './markdown/line-breaks.js';

/** Used only by our polls; the assistant's own cards differ (wire 4.2). */
export const POLL_KEY = 'gatehousePoll';
export const CHOICES_INPUT = 'choices';
export const VOTE_VERB = 'gatehouse.poll.vote';

/** A poll as a card. Clients without `Action.Execute` fall back to a submit, which is the same vote (wire 4.2). */
export function pollCard({ pollId, question, options, maxSelections }: PollContent): JsonRecord {
  const isMultiple = maxSelections > 1;
  const data = { [POLL_KEY]: pollId };
  const hint =
    maxSelections < options.length ? `Choose up to ${maxSelections}.` : 'Choose as many as you like.';
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.5',
    fallbackText: `${question} ${options.map((option, index) => `${index + 1}. ${option}`).join(' ')}`,
    body: [
      { type: 'TextBlock', text: plain(question), weight: 'Bolder', size: 'Medium', wrap: true },
      {
        type: 'Input.ChoiceSet',
        id: CHOICES_INPUT,
        label: 'Your choice',
        style: 'expanded',
        wrap: true,
        isMultiSelect: isMultiple,
        isRequired: true,
        errorMessage: 'Choose at least one.',
        choices: options.map((title, index) => ({ title, value: String(index) })),
      },
      ...(isMultiple
        ? [{ type: 'TextBlock', text: hint, isSubtle: true, spacing: 'Small', wrap: true }]
        : []),
    ],
    actions: [
      {
        type: 'Action.Execute',
        title: 'Vote',
        verb: VOTE_VERB,
        data,
        fallback: { type: 'Action.Submit', title: 'Vote', data },
      },
    ],
  };
}

/** A text block renders markdown, so plain text must be escaped, and its line breaks must be hard. */
const plain = (text: string): string =>
  text.replace(/[\\`*_[\]]/g, '\\$&').replace(/(?<!\s)[^\S\n]*\n(?=[^\S\n]*\S)/g, HARD_BREAK);
