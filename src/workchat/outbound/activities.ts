import type { CardContent, OutboundContent, PollContent } from '../../channels/index.js';
import type { Reference } from '../places/references.js';
import type { Fields } from '../wire/json.js';
import { cardProblem } from './card-check.js';
import { platformMarkdown } from './markdown.js';
import { withMentions } from './mentions.js';
import { pollCard } from './poll-card.js';

const CARD = 'application/vnd.microsoft.card.adaptive';

/** Says to whoever reads that a program wrote (wire 3.8). */
const AI_LABEL: Fields = {
  type: 'https://schema.org/Message',
  '@type': 'Message',
  '@context': 'https://schema.org',
  '@id': '',
  additionalType: ['AIGeneratedContent'],
};

/** How messages to a place look. */
export interface Look {
  readonly aiLabel: boolean;
}

/** What every activity of ours says (wire 3.1). */
const base = (type: string, { bot, conversation }: Reference): Fields => ({
  type,
  from: bot,
  conversation: { id: conversation },
});

/** @returns why it cannot be sent, as a text */
export function activityOf(reference: Reference, content: OutboundContent, look: Look): Fields | string {
  switch (content.kind) {
    case 'text':
      return textActivity(reference, content.text, look);
    case 'card':
      return cardProblem(content.card) ?? cardActivity(reference, content);
    case 'poll':
      return pollActivity(reference, content);
    case 'media':
      return 'files cannot be sent here yet';
  }
}

export function textActivity(reference: Reference, words: string, { aiLabel }: Look): Fields {
  const { text, entities } = withMentions(platformMarkdown(words));
  const labelled = aiLabel ? [...entities, AI_LABEL] : entities;
  return {
    ...base('message', reference),
    text,
    textFormat: 'markdown',
    ...(labelled.length > 0 ? { entities: labelled } : {}),
  };
}

/** Text and card in one activity would become two messages without an id (wire 3.4): the text goes into the card. */
function cardActivity(reference: Reference, { card, text }: CardContent): Fields {
  const said = text === '' ? [] : [{ type: 'TextBlock', text: platformMarkdown(text), wrap: true }];
  const body = Array.isArray(card.body) ? (card.body as readonly unknown[]) : [];
  const content = said.length > 0 ? { ...card, body: [...said, ...body] } : card;
  return withCard(reference, content, text);
}

const pollActivity = (reference: Reference, poll: PollContent): Fields =>
  withCard(reference, pollCard(poll), poll.text);

export const typingActivity = (reference: Reference): Fields => base('typing', reference);

const withCard = (reference: Reference, content: Fields, summary: string): Fields => ({
  ...base('message', reference),
  attachments: [{ contentType: CARD, content }],
  ...(summary === '' ? {} : { summary }),
});
