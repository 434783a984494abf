import { type Command, Option } from 'commander';
import { valuesIn, visibly } from '../../../common/index.js';
import { type Cli, type ClientOptions, positiveNumber } from '../../cli.js';
import type { Approval, ToolPermission } from '../../gateway/answers.js';
import type { Table } from '../../output/table.js';
import { asCalled, fromNow } from '../../output/text.js';

/** `gatehouse approvals …` */
export function addApprovals(program: Command, cli: Cli): void {
  const approvals = program.command('approvals').description('Decide about tool calls that wait for it.');
  for (const add of [addList, addShow, addApprove, addDeny, addPermissions, addEnd]) add(approvals, cli);
}

const STATES: readonly Approval['state'][] = [
  ...(['pending', 'approved', 'running', 'done', 'failed', 'interrupted'] as const),
  ...(['denied', 'expired', 'withdrawn'] as const),
];

interface ListOptions extends ClientOptions {
  readonly state?: string;
  readonly limit: number;
}

/** `gatehouse approvals list` */
function addList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List tool calls that wait or waited for a decision, newest first.')
    .addOption(new Option('--state <state>', 'only those; pending ones wait').choices(STATES))
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .action(async ({ state, limit, ...options }: ListOptions) => {
      const list = await cli.admin(options).list<Approval>('/approvals', { state }, limit);
      cli.print(options, list, (table) => renderList(table, list.items));
    });
}

function renderList(table: Table, approvals: readonly Approval[]): string {
  if (approvals.length === 0) return 'No approvals.';
  const rows = approvals.map((each) => [
    ...[each.code, each.state, callName(each), personIn(each), each.channel],
    ...[fromNow(each.created_at), each.state === 'pending' ? fromNow(each.expires_at) : ''],
  ]);
  return table(['CODE', 'STATE', 'CALL', 'FOR', 'CHANNEL', 'ASKED', 'EXPIRES'], rows);
}

const callName = ({ server, tool }: Pick<Approval, 'server' | 'tool'>): string =>
  visibly(server === null ? `message ${tool}` : `${tool} of ${server}`);

const personIn = ({ sender_id, sender_name }: Pick<Approval, 'sender_id' | 'sender_name'>): string =>
  visibly(sender_name ?? sender_id);

const ID = ['<id>', 'the code, or the id'] as const;

/** Codes are read aloud and typed in groups. */
const pathOf = (idOrCode: string): string => `/approvals/${encodeURIComponent(idOrCode.replace(/\s/g, ''))}`;

/** `gatehouse approvals show <id>` */
function addShow(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('show'))
    .description('Show a tool call with all its arguments, as they are sent, and the decision.')
    .argument(...ID)
    .action(async (id: string, options: ClientOptions) => {
      const approval = await cli.admin(options).get<Approval>(pathOf(id));
      cli.print(options, approval, () => asCalled(cli.world, renderOne(approval)));
    });
}

/** One value a line, whole: what is cut or hidden here would be approved unseen. */
function renderOne(approval: Approval): string {
  const { code, state, expires_at, result } = approval;
  const facts = factsOf(approval).map(([name, text]) => `${name.padEnd(10)}${visibly(text)}`);
  const values = valuesIn(JSON.parse(approval.arguments)).map(({ name, value }) => `  ${name}: ${value}`);
  const given = values.length === 0 ? ['Arguments: none'] : ['Arguments:', ...values];
  const end =
    state === 'pending'
      ? [
          `Waits for a decision, and expires ${fromNow(expires_at)}:`,
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

interface ApproveOptions extends ClientOptions {
  readonly forAnHour?: boolean;
}

/** `gatehouse approvals approve <id>` */
function addApprove(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('approve'))
    .description('Allow a tool call, which is then made once; `show` has its arguments.')
    .argument(...ID)
    .option(
      '--for-an-hour',
      'calls of the same tool need no approval for this person in this place for an hour',
    )
    .action(async (id: string, { forAnHour = false, ...options }: ApproveOptions) => {
      const body = { for_an_hour: forAnHour };
      const approval = await cli.admin(options).post<Approval>(`${pathOf(id)}/approve`, body);
      cli.print(options, approval, () => asCalled(cli.world, approvedText(approval, forAnHour)));
    });
}

function approvedText(approval: Approval, forAnHour: boolean): string {
  const allowed = `Allowed: ${callName(approval)}, for ${personIn(approval)}. It is made now: \`gatehouse approvals show ${approval.code}\` tells its end.`;
  return forAnHour
    ? `${allowed}\nSuch calls of theirs there need no approval for an hour; \`gatehouse approvals permissions\` lists that.`
    : allowed;
}

interface DenyOptions extends ClientOptions {
  readonly reason?: string;
}

/** `gatehouse approvals deny <id>` */
function addDeny(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('deny'))
    .description('Refuse a tool call: it is not made, and the people in the conversation are told.')
    .argument(...ID)
    .option('--reason <text>', 'for the people there, and the assistant')
    .action(async (id: string, { reason, ...options }: DenyOptions) => {
      const body = { reason: reason ?? null };
      const approval = await cli.admin(options).post<Approval>(`${pathOf(id)}/deny`, body);
      cli.print(options, approval, () => `Refused: ${callName(approval)}, for ${personIn(approval)}.`);
    });
}

/** `gatehouse approvals permissions` */
function addPermissions(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('permissions'))
    .description('List the calls that were allowed for an hour, newest first.')
    .action(async (options: ClientOptions) => {
      const list = await cli.admin(options).whole<ToolPermission>('/tool-permissions');
      cli.print(options, list, (table) => renderPermissions(table, list.items));
    });
}

function renderPermissions(table: Table, permissions: readonly ToolPermission[]): string {
  if (permissions.length === 0) return 'No call is allowed for an hour.';
  const rows = permissions.map((each) => [
    ...[each.id, callName(each), each.agent_id, personIn(each), each.channel, visibly(each.conversation_id)],
    ...[visibly(each.granted_by), fromNow(each.ends_at)],
  ]);
  return table(['ID', 'CALL', 'AGENT', 'FOR', 'CHANNEL', 'CONVERSATION', 'BY', 'ENDS'], rows);
}

/** `gatehouse approvals end <id>` */
function addEnd(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('end'))
    .description('End a permission for an hour: the next call waits for a decision again.')
    .argument('<id>', 'as `approvals permissions` shows it')
    .action(async (id: string, options: ClientOptions) => {
      await cli.admin(options).delete(`/tool-permissions/${encodeURIComponent(id)}`);
      cli.print(options, { id, ended: true }, () => `${id} is over: the next call waits for a decision.`);
    });
}
