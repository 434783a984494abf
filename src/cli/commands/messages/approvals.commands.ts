import { Argument, type Command, Option } from 'commander';
import { valuesIn, visibly } from '../../../common/index.js';
import type { Cli } from '../../cli.js';
import type { Approval, ToolPermission } from '../../gateway/answers.js';
import { tableOf } from '../../output/table.js';
import { fromNow } from '../../output/text.js';
import { apiCommand, type Identified, LIMIT, type Limited } from '../api-command.js';

/** `gatehouse approvals …` */
export function addApprovals(program: Command, cli: Cli): void {
  const approvals = program.command('approvals').description('Approve or deny pending tool calls.');
  for (const add of [addList, addShow, addApprove, addDeny, addPermissions, addEnd]) add(approvals, cli);
}

const STATES: readonly Approval['state'][] = [
  ...(['pending', 'approved', 'running', 'done', 'failed', 'interrupted'] as const),
  ...(['denied', 'expired', 'withdrawn'] as const),
];

const addList = apiCommand({
  name: 'list',
  description: 'List pending and decided tool calls, newest first.',
  options: [new Option('--state <state>', 'only this state').choices(STATES), LIMIT],
  call: (admin, { state, limit }: Limited & { readonly state?: string }) =>
    admin.list<Approval>('/approvals', { state }, limit),
  text: tableOf<Approval>('No approvals.', {
    CODE: 'code',
    STATE: 'state',
    CALL: (each) => callName(each),
    FOR: (each) => personIn(each),
    CHANNEL: 'channel',
    ASKED: ({ created_at }) => fromNow(created_at),
    EXPIRES: ({ state, expires_at }) => (state === 'pending' ? fromNow(expires_at) : ''),
  }),
});

const callName = ({ server, tool }: Pick<Approval, 'server' | 'tool'>): string =>
  visibly(server === null ? `message ${tool}` : `${tool} of ${server}`);

const personIn = ({ sender_id, sender_name }: Pick<Approval, 'sender_id' | 'sender_name'>): string =>
  visibly(sender_name ?? sender_id);

const ID = new Argument('<id>', 'the code, or the id');

/** Codes are read aloud and typed in groups. */
const pathOf = (idOrCode: string): string => `/approvals/${encodeURIComponent(idOrCode.replace(/\s/g, ''))}`;

const addShow = apiCommand({
  name: 'show',
  description: 'Show a tool call with all its arguments exactly as sent, and the decision.',
  args: [ID],
  call: (admin, { id }: Identified) => admin.get<Approval>(pathOf(id)),
  text: (approval, { asCalled }) => asCalled(renderOne(approval)),
});

/** One value a line, whole: what is cut or hidden here would be approved unseen. */
function renderOne(approval: Approval): string {
  const { code, state, expires_at, result } = approval;
  const facts = factsOf(approval).map(([name, text]) => `${name.padEnd(10)}${visibly(text)}`);
  const values = valuesIn(JSON.parse(approval.arguments)).map(({ name, value }) => `  ${name}: ${value}`);
  const given = values.length === 0 ? ['Arguments: none'] : ['Arguments:', ...values];
  const end =
    state === 'pending'
      ? [
          `Waiting for a decision; expires ${fromNow(expires_at)}:`,
          `  gatehouse approvals approve ${code}`,
          `  gatehouse approvals deny ${code}`,
        ]
      : [];
  const got = result === null ? [] : ['Result:', ...result.split('\n').map((line) => `  ${visibly(line)}`)];
  return [`${code} is ${state}`, ...facts, ...given, ...got, ...end].join('\n');
}

function factsOf(approval: Approval): (readonly [name: string, text: string])[] {
  const { id, agent_id, model_name, sender_id, sender_name, channel, account, conversation_id } = approval;
  const { created_at, decided_at, decided_by, decided_by_name, ended_at, reason, digest } = approval;
  const by = decided_by_name === null ? '' : ` by ${decided_by_name} (${decided_by ?? ''})`;
  return [
    ['Id', id],
    ['Call', `${callName(approval)}, for the model ${model_name}`],
    ['Agent', agent_id],
    ['For', sender_name === null ? sender_id : `${sender_name} (${sender_id})`],
    ['In', `${channel} (${account}), ${conversation_id}`],
    ['Asked', fromNow(created_at)],
    ...(decided_at === null ? [] : [['Decided', `${fromNow(decided_at)}${by}`] as const]),
    ...(ended_at === null || ended_at === decided_at ? [] : [['Ended', fromNow(ended_at)] as const]),
    ...(reason === null ? [] : [['Reason', reason] as const]),
    ['Digest', digest],
  ];
}

const addApprove = apiCommand({
  name: 'approve',
  description: 'Approve a tool call, which then runs once. `show` lists its arguments.',
  args: [ID],
  options: [
    new Option(
      '--for-an-hour',
      "for one hour, this person's calls of the same tool in this conversation need no approval",
    ),
  ],
  call: (admin, { id, forAnHour = false }: Identified & { readonly forAnHour?: boolean }) =>
    admin.post<Approval>(`${pathOf(id)}/approve`, { for_an_hour: forAnHour }),
  text: (approval, { given, asCalled }) => asCalled(approvedText(approval, given.forAnHour ?? false)),
});

function approvedText(approval: Approval, forAnHour: boolean): string {
  const allowed = `Allowed: ${callName(approval)}, for ${personIn(approval)}. It runs now; see the result: \`gatehouse approvals show ${approval.code}\``;
  return forAnHour
    ? `${allowed}\nFor one hour, such calls need no approval for this person in this conversation: \`gatehouse approvals permissions\``
    : allowed;
}

const addDeny = apiCommand({
  name: 'deny',
  description: 'Deny a tool call: it does not run, and the people in the conversation are notified.',
  args: [ID],
  options: [new Option('--reason <text>', 'shown to the people in the conversation and to the assistant')],
  call: (admin, { id, reason = null }: Identified & { readonly reason?: string | null }) =>
    admin.post<Approval>(`${pathOf(id)}/deny`, { reason }),
  text: (approval) => `Denied: ${callName(approval)}, for ${personIn(approval)}.`,
});

const addPermissions = apiCommand({
  name: 'permissions',
  description: 'List the one-hour permissions, newest first.',
  call: (admin) => admin.whole<ToolPermission>('/tool-permissions'),
  text: tableOf<ToolPermission>('No permissions.', {
    ID: 'id',
    CALL: (each) => callName(each),
    AGENT: 'agent_id',
    FOR: (each) => personIn(each),
    CHANNEL: 'channel',
    CONVERSATION: ({ conversation_id }) => visibly(conversation_id),
    BY: ({ granted_by }) => visibly(granted_by),
    ENDS: ({ ends_at }) => fromNow(ends_at),
  }),
});

const addEnd = apiCommand({
  name: 'end',
  description: 'End a permission: the next call needs approval again.',
  args: [new Argument('<id>', 'id from `approvals permissions`')],
  call: async (admin, { id }: Identified) => {
    await admin.delete(`/tool-permissions/${encodeURIComponent(id)}`);
    return { id, ended: true };
  },
  text: ({ id }) => `Ended ${id}: the next call needs approval again.`,
});
