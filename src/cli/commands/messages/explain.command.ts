import { Argument } from 'commander';
import type { Timeline } from '../../gateway/answers.js';
import type { Table } from '../../output/table.js';
import { reasonLines } from '../../output/reason-text.js';
import { printable } from '../../output/text.js';
import { apiCommand, type Identified } from '../api-command.js';

/** `gatehouse explain <id>` */
export const addExplain = apiCommand({
  name: 'explain',
  description:
    'Show the path of a message from acceptance to delivery, and, if it got no answer, why and how to fix it.',
  args: [
    new Argument(
      '<id>',
      'id of an event, of a resulting message or delivery, or of a conversation (for its last message)',
    ),
  ],
  call: (admin, { id }: Identified) => admin.get<Timeline>(`/events/${encodeURIComponent(id)}/timeline`),
  text: (timeline, { table, asCalled }) => render(table, timeline, asCalled),
});

/** @param asCalled is needed before the table is laid out by the length of its words */
function render(table: Table, timeline: Timeline, asCalled: (words: string) => string): string {
  const { event_id, channel, account, sender_id, outcome, reason, state, steps } = timeline;
  const end = outcome === null ? state : reason === null ? outcome : `${outcome}: ${reason}`;
  const head = `${event_id} of ${sender_id ?? 'unknown'} on ${channel} (${account}), ${end}`;
  const begunAt = Date.parse(steps[0]?.at ?? '');
  const rows = steps.map((each) => [
    `${Date.parse(each.at) - begunAt} ms`,
    each.step,
    each.outcome ?? '',
    asCalled(detailOf(each)),
    each.id,
  ]);
  // A command has a reason that needs no words.
  const why = !timeline.what ? [] : reasonLines(timeline);
  const path = table(['AFTER', 'STEP', 'OUTCOME', 'DETAIL', 'ID'], rows);
  return [printable(head), ...why.map(asCalled), '', path, ...leftOutText(table, timeline)].join('\n');
}

/** A gateway of the release before knows nothing of tools. */
function leftOutText(table: Table, { left_out_tools: all = [] }: Partial<Timeline>): readonly string[] {
  if (all.length === 0) return [];
  const groups = [...Map.groupBy(all, ({ server, reason, what }) => JSON.stringify([server, reason, what]))];
  const rows = groups.flatMap(([, each]) => {
    const [first] = each;
    if (!first) return [];
    const tools = each.map(({ tool }) => tool ?? 'all').join(', ');
    return [[first.server, tools, first.what ?? first.reason ?? '', first.setting ?? '']];
  });
  return ['', table(['SERVER', 'TOOLS NOT OFFERED', 'WHY', 'SETTING'], rows)];
}

type Step = Timeline['steps'][number];

function detailOf({ step, detail, reason, setting, turn }: Step): string {
  if (turn) return turnText(turn, reason);
  if (step !== 'judged') return detail ?? '';
  return [reason, setting].filter((part) => part !== null).join(', by ');
}

function turnText(turn: NonNullable<Step['turn']>, reason: string | null): string {
  const { agent, model, input_tokens, output_tokens, tries, duration_ms, error } = turn;
  const tokens = input_tokens === null ? [] : [`${input_tokens} tokens in, ${output_tokens ?? 0} out`];
  return [
    `agent ${agent}${model === null ? '' : `, ${model}`}`,
    ...tokens,
    ...(duration_ms === null ? [] : [`${duration_ms} ms`]),
    ...(tries === null || tries === 1 ? [] : [`${tries} tries`]),
    ...(error === null ? [] : [`${reason ?? 'error'}: ${error}`]),
  ].join(', ');
}
