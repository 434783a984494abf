import { valuesIn, visibly } from '../../common/index.js';
import type { ApprovalContent, SenderRef } from '../../channels/index.js';
import { type Approval, type ApprovalRequest, MCP_PREFIX, type WaitingCall } from './approval.js';

/** A call in a few words: `create_issue of linear`, `message send`. */
export const callName = ({ provider, tool }: Pick<WaitingCall, 'provider' | 'tool'>): string =>
  provider.startsWith(MCP_PREFIX) ? `${tool} of ${provider.slice(MCP_PREFIX.length)}` : `${provider} ${tool}`;

/** How an approval ended, in one line for people and models. */
export function outcomeLine({ state, call, code, decidedByName = 'an operator', reason }: Approval): string {
  const what = `${visibly(callName(call))} (${code})`;
  const who = visibly(decidedByName);
  const because = reason === undefined || reason === '' ? '' : ` Reason: ${visibly(reason)}`;
  switch (state) {
    case 'denied':
      return `Denied by ${who}: ${what}.${because}`;
    case 'expired':
      return `Expired without an answer; not run: ${what}.`;
    case 'withdrawn':
      return `Cancelled: ${what}.`;
    case 'approved':
    case 'running':
      return `Allowed by ${who}: ${what}.`;
    case 'done':
      return `Allowed by ${who}, and done: ${what}.`;
    case 'failed':
      return `Allowed by ${who}, but it failed: ${what}.${because}`;
    case 'interrupted':
      return `Allowed by ${who}, but interrupted; it may or may not have happened: ${what}.`;
    case 'pending':
      return `Pending: ${what}.`;
  }
}

/** Added to the confirmation of a permission for an hour. */
export const permissionText = ({ askedIn: { sender } }: Pick<Approval, 'askedIn'>): string =>
  ` For one hour, such calls for ${personOf(sender)} need no approval in that chat.`;

/** With the id, because people may choose their names. */
const personOf = ({ name, id }: SenderRef): string =>
  name === undefined || name === id ? visibly(id) : `${visibly(name)} <${visibly(id)}>`;

export type RequestWords = Pick<ApprovalContent, 'title' | 'facts' | 'commands' | 'text'>;

/**
 * A request as it is shown: every argument as it is stored, one value a line.
 * @returns undefined when it has more characters than `most`
 */
export function wordsOf(
  request: Pick<ApprovalRequest, 'agentId' | 'call' | 'askedIn' | 'code'>,
  most: number,
): RequestWords | undefined {
  const title = titleOf(request);
  const facts = valuesIn(JSON.parse(request.call.input));
  const lines = facts.length === 0 ? ['(no arguments)'] : facts.map(({ name, value }) => `${name}: ${value}`);
  const commands = answerWords(request);
  const all = [title, ...lines, commands];
  // Counted before they are joined: a long name stands before each value below it.
  if (all.reduce((sum, { length }) => sum + length + 1, -1) > most) return undefined;
  return { title, facts, commands, text: all.join('\n') };
}

/** Says where a request can be read in full that is too long for a chat. */
export const tooLongText = (
  request: Pick<ApprovalRequest, 'agentId' | 'call' | 'askedIn' | 'code'>,
): string =>
  `${titleOf(request)}\nThe call is too long to show here in full. Decide in a terminal: ` +
  `gatehouse approvals show ${request.code}`;

const titleOf = ({
  agentId,
  call,
  askedIn: { sender },
}: Pick<ApprovalRequest, 'agentId' | 'call' | 'askedIn'>) =>
  `${agentId} wants to call ${visibly(callName(call))} for ${personOf(sender)}`;

/** How to answer a request in a chat. */
export const answerWords = ({ code }: Pick<ApprovalRequest, 'code'>): string =>
  `To answer: 👍 or 👎, /approve ${code}, /approve ${code} hour, or /deny ${code} reason`;

/** Added to the answer of a command that withdraws what waits; empty for none. */
export function withdrawnText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' The pending approval is cancelled.' : ` ${count} pending approvals are cancelled.`;
}
