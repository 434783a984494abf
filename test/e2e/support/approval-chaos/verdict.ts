import type { StoredApproval } from './approval-store.js';
import { type ChaosRun, FINAL } from './chaos-run.js';
import type { ChaosWorld } from './chaos-world.js';
import type { Kill } from './killer.js';

const YES: ReadonlySet<string> = new Set(['done', 'failed', 'interrupted']);

/** All that is known about a run when nothing moves any more. */
interface Evidence {
  readonly run: ChaosRun;
  readonly approvals: readonly StoredApproval[];
  readonly calls: ReturnType<ChaosWorld['callsOf']>;
  /** The words in which the requester was told of the end, by the assistant or by the gateway. */
  readonly told: readonly string[];
  readonly kills: readonly Kill[];
}

export async function evidenceOf(
  runs: readonly ChaosRun[],
  world: ChaosWorld,
  kills: readonly Kill[],
): Promise<Evidence[]> {
  const byRun = Map.groupBy(await world.store.all(), ({ run }) => run);
  return runs.map((run) => {
    const { key, requester } = run.plan;
    const approvals = byRun.get(key) ?? [];
    const told = world.heardBy(requester).filter((text) => approvals.some((each) => tells(text, each)));
    return { run, approvals, calls: world.callsOf(key), told, kills };
  });
}

/** A call that was allowed is told by the assistant, in a turn of its own; one that was not, by a line of the gateway. */
function tells(text: string, { code, state }: StoredApproval): boolean {
  if (!text.includes(code)) return false;
  if (YES.has(state)) return text.startsWith('told: ');
  const beginning = { denied: 'Denied by', expired: 'Expired without an answer', withdrawn: 'Cancelled' }[
    state
  ];
  return beginning !== undefined && text.startsWith(beginning);
}

/** Everything that must not be. */
export const problemsOf = (evidence: Evidence): string[] =>
  Object.entries(RULES).flatMap(([rule, isBroken]) => (isBroken(evidence) ? [rule] : []));

export const describeRun = ({ run, approvals, calls, told }: Evidence): string =>
  JSON.stringify({ plan: run.plan, trouble: run.trouble, answers: run.answers, approvals, calls, told });

const stateOf = ({ approvals }: Evidence): string => approvals[0]?.state ?? 'none';

const RULES: Readonly<Record<string, (evidence: Evidence) => boolean>> = {
  stuck: ({ run }) => run.trouble !== undefined,
  'not asked for once': ({ approvals }) => approvals.length !== 1,
  'without a final state': (evidence) => !FINAL.has(stateOf(evidence)),
  'called without a yes': (evidence) =>
    evidence.calls.length > 0 && (!YES.has(stateOf(evidence)) || !hasSaid(evidence, 'approve')),
  'called although a person was told that it is refused': ({ run, calls }) =>
    calls.length > 0 &&
    run.answers.some(({ decision, outcome }) => decision === 'deny' && outcome === 'decided'),
  'called although that is not allowed any more': ({ run, calls }) => run.isForbidden && calls.length > 0,
  'called twice': ({ calls }) => calls.length > 1,
  'two were told that they decided': (evidence) => deciders(evidence) > 1,
  'lost: called done, but never called': (evidence) =>
    stateOf(evidence) === 'done' && evidence.calls.length === 0,
  'called not done, but called': (evidence) =>
    stateOf(evidence) === 'failed' &&
    evidence.calls.length > 0 &&
    evidence.run.plan.kind !== 'allowed, and the server fails',
  'lost: allowed, and not called for no reason': (evidence) =>
    stateOf(evidence) === 'failed' && evidence.calls.length === 0 && !mayBeRefused(evidence),
  'interrupted by nothing': (evidence) => stateOf(evidence) === 'interrupted' && !mayBeInterrupted(evidence),
  'decided after its time, or expired before it': ({ approvals: [approval] }) => {
    const decidedAt = approval?.decidedAt ?? undefined;
    if (!approval || decidedAt === undefined || approval.state === 'withdrawn') return false;
    return decidedAt >= approval.expiresAt !== (approval.state === 'expired');
  },
  'told twice': (evidence) => evidence.told.length > 1 + answeredInChat(evidence),
  'not told': (evidence) => evidence.told.length === 0 && mustBeTold(evidence),
};

const hasSaid = ({ run }: Evidence, decision: 'approve' | 'deny'): boolean =>
  run.answers.some((answer) => answer.decision === decision);

/** Only the API says at once whose answer was the first; asked again after a lost connection, it says that of its own. */
const deciders = ({ run }: Evidence): number =>
  run.answers.filter(({ outcome }) => outcome === 'decided').length;

/** Where requesters answer themselves, each answer that comes too late is told the same. */
const answeredInChat = ({ run, approvals }: Evidence): number =>
  run.hasApprovers || YES.has(approvals[0]?.state ?? '')
    ? 0
    : run.answers.filter(({ by }) => by === 'chat').length;

/** Things have changed between the request and the call. */
const mayBeRefused = ({ run }: Evidence): boolean =>
  run.isForbidden || run.plan.kind === 'requester shut out at the yes';

/** A replica was killed during the call, or the server kept its answer back. */
function mayBeInterrupted({ run, approvals: [approval], kills }: Evidence): boolean {
  if (run.plan.kind === 'allowed, and the server dies') return true;
  const { decidedAt, endedAt } = approval!;
  return kills.some(({ from, to }) => from <= (endedAt ?? Infinity) && to >= (decidedAt ?? 0));
}

/** A withdrawal needs no word to the person who made it, and a person who is shut out gets none. */
const mustBeTold = (evidence: Evidence): boolean =>
  stateOf(evidence) !== 'withdrawn' && !evidence.run.plan.kind.startsWith('requester shut out');
