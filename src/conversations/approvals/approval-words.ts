import { digestOf } from '../../mcp/index.js';
import type { ApprovalContent } from '../../channels/index.js';
import { type Approval, type ApprovalRequest, MCP_PREFIX, type WaitingCall } from './approval.js';

/** A call in a few words: `create_issue of linear`, `message send`. */
export const callName = ({ provider, tool }: Pick<WaitingCall, 'provider' | 'tool'>): string =>
  provider.startsWith(MCP_PREFIX) ? `${tool} of ${provider.slice(MCP_PREFIX.length)}` : `${provider} ${tool}`;

/** How an approval ended, in one line for people and models. */
export function outcomeLine({ state, call, code, decidedByName = 'somebody', reason }: Approval): string {
  const what = `${callName(call)} (${code})`;
  const because = reason === undefined || reason === '' ? '' : ` Reason: ${reason}`;
  switch (state) {
    case 'denied':
      return `Refused by ${decidedByName}: ${what}.${because}`;
    case 'expired':
      return `Nobody answered in time, so it was not done: ${what}.`;
    case 'withdrawn':
      return `Withdrawn: ${what}.`;
    case 'approved':
    case 'running':
      return `Allowed by ${decidedByName}: ${what}.`;
    case 'done':
      return `Allowed by ${decidedByName}, and done: ${what}.`;
    case 'failed':
      return `Allowed by ${decidedByName}, but it failed: ${what}.${because}`;
    case 'interrupted':
      return `Allowed by ${decidedByName}, but interrupted; it may or may not have happened: ${what}.`;
    case 'pending':
      return `Waits for a decision: ${what}.`;
  }
}

export type RequestWords = Pick<ApprovalContent, 'title' | 'facts' | 'text'>;

/** A request as it is shown: every argument as it is stored, one value a line. */
export function wordsOf(
  request: Pick<ApprovalRequest, 'agentId' | 'call' | 'askedIn' | 'code'>,
): RequestWords {
  const title = titleOf(request);
  const facts = valuesIn(JSON.parse(request.call.input));
  const lines = facts.length === 0 ? ['(no arguments)'] : facts.map(({ name, value }) => `${name}: ${value}`);
  return { title, facts, text: [title, ...lines, answerWords(request)].join('\n') };
}

/** Says where a request can be read in full that is too long for a chat. */
export const tooLongText = (
  request: Pick<ApprovalRequest, 'agentId' | 'call' | 'askedIn' | 'code'>,
): string =>
  `${titleOf(request)}\nThe call is too long to be shown here in full, so it cannot be allowed here: ` +
  `gatehouse approvals show ${request.code}`;

const titleOf = ({
  agentId,
  call,
  askedIn: { sender },
}: Pick<ApprovalRequest, 'agentId' | 'call' | 'askedIn'>) =>
  `${agentId} wants to call ${visibly(callName(call))} for ${visibly(sender.name ?? sender.id)}`;

/** The commands that answer a request in a chat. */
export const answerWords = ({ code }: Pick<ApprovalRequest, 'code'>): string =>
  `To answer: /approve ${code}, /approve ${code} hour, or /deny ${code} reason`;

/** The values in a JSON value with their paths, as JSON: a text keeps its quotation marks, and nothing in it is hidden. */
function valuesIn(value: unknown, path = ''): { name: string; value: string }[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return path === '' && typeof value === 'object'
      ? []
      : [{ name: path, value: visibly(JSON.stringify(value)) }];
  return Object.entries(value).flatMap(([name, each]) =>
    valuesIn(each, Array.isArray(value) ? `${path}[${name}]` : joined(path, name)),
  );
}

const joined = (path: string, name: string): string => {
  const shown = /^[\w-]+$/.test(name) ? name : visibly(JSON.stringify(name));
  return path === '' ? shown : `${path}.${shown}`;
};

/** Everything that a reader would not see, or that would turn the direction of a text, as an escape sequence. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

export const visibly = (text: string): string =>
  text.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** A text between two lines that it cannot contain. */
export function fenced(text: string): string {
  const mark = digestOf(text).slice(0, 16);
  return `<<<${mark}\n${text}\n${mark}>>>`;
}
