import type { ApprovalContent, ApprovalDecision } from '../../channels/index.js';
import type { JsonRecord } from '../../channels/kit/index.js';
import { visibly } from '../../common/index.js';
import { plainRuns } from './plain-runs.js';

/** Used only by our requests: another card that contained it could have a person allow what it does not show. */
export const APPROVAL_KEY = 'gatehouseApproval';
export const DECISION_KEY = 'decision';
const ANSWER_VERB = 'gatehouse.approval.answer';

/** The first version with `Action.Execute` (wire 4.1). */
const VERSION = '1.4';

/**
 * A request for an approval as a card, which shows everything that is decided about. Clients without `Action.Execute` fall
 * back to a submit, which is the same answer (wire 4.2).
 */
export const approvalCard = (approval: ApprovalContent): JsonRecord => ({
  ...shownAs(approval, endOfValidity(approval), commandsOf(approval)),
  actions: [
    answer(approval, 'allow', { title: 'Allow', style: 'positive' }),
    answer(approval, 'allow-hour', { title: 'Allow for an hour' }),
    answer(approval, 'deny', { title: 'Refuse', style: 'destructive' }),
  ],
});

/** The same card when no one can answer it any more. */
export const approvalEndCard = (approval: ApprovalContent, outcome: string): JsonRecord =>
  shownAs(approval, textBlock(plainRuns(visibly(outcome), { weight: 'Bolder' }), { separator: true }));

/** The end in words, for a request that was sent in words. */
export const approvalEndText = ({ title, facts }: ApprovalContent, outcome: string): string =>
  [title, ...facts.map(({ name, value }) => `${name}: ${value}`), outcome].join('\n');

const shownAs = ({ title, facts }: ApprovalContent, ...last: readonly JsonRecord[]): JsonRecord => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: VERSION,
  // No answer without the facts.
  fallbackText: 'This client cannot show the request. Open it in another client to answer it.',
  msteams: { width: 'Full' },
  body: [
    textBlock(plainRuns(visibly(title), { weight: 'Bolder', size: 'Medium' })),
    ...facts.flatMap(factBlocks),
    ...last,
  ],
});

/** The name and, behind it or below it, every line of the value. */
function factBlocks({ name, value }: ApprovalContent['facts'][number]): readonly JsonRecord[] {
  const lines = value.split('\n').map(visibly);
  const label = plainRuns(`${visibly(name)}:`, { weight: 'Bolder' });
  const shown = plainRuns(lines.join('\n'), { fontType: 'Monospace' });
  if (lines.length > 1)
    return [textBlock(label, { spacing: 'Small' }), textBlock(shown, { spacing: 'None' })];
  return [textBlock([...label, { type: 'TextRun', text: ' ' }, ...shown], { spacing: 'Small' })];
}

/** The client shows the time in the zone of its reader. */
function endOfValidity({ expiresAt }: ApprovalContent): JsonRecord {
  const time = `${new Date(expiresAt).toISOString().slice(0, 19)}Z`;
  const text = `Can be answered until {{DATE(${time}, SHORT)}} {{TIME(${time})}}.`;
  return { type: 'TextBlock', text, isSubtle: true, spacing: 'Medium', wrap: true };
}

const commandsOf = ({ commands }: ApprovalContent): JsonRecord =>
  textBlock(plainRuns(visibly(commands), { isSubtle: true, size: 'Small' }), { spacing: 'None' });

const textBlock = (inlines: readonly JsonRecord[], look: JsonRecord = {}): JsonRecord => ({
  type: 'RichTextBlock',
  ...look,
  inlines,
});

function answer({ approvalId }: ApprovalContent, decision: ApprovalDecision, look: JsonRecord): JsonRecord {
  const data = { [APPROVAL_KEY]: approvalId, [DECISION_KEY]: decision };
  return {
    type: 'Action.Execute',
    ...look,
    verb: ANSWER_VERB,
    data,
    fallback: { type: 'Action.Submit', ...look, data },
  };
}
