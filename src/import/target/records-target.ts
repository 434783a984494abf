import { grantsOn, type Actor } from '../../access-control/index.js';
import { SystemClock } from '../../common/index.js';
import type { Environment } from '../../config/index.js';
import { openDatabase, readDatabase } from '../../persistence/index.js';
import type { WantedGrant, WantedPoll, WantedState } from '../wanted.js';
import type { GrantTally, Tally } from '../report.js';
import {
  grantKey,
  NOTHING_PRESENT,
  type Present,
  readPresent,
  stateKey,
  TargetRepository,
} from './target.repository.js';

/** The records that an import brings to the database. */
export interface WantedRecords {
  /** In the audit log. */
  readonly program: string;
  readonly grants: readonly WantedGrant[];
  readonly states: readonly WantedState[];
  readonly polls: readonly WantedPoll[];
}

/** Those of them that are new there. */
export interface RecordsPlan extends WantedRecords {
  readonly present: Present;
}

/** Compares with the database; changes nothing, not even its schema. */
export async function planRecords(environment: Environment, wanted: WantedRecords): Promise<RecordsPlan> {
  const present = (await readDatabase(environment, readPresent)) ?? NOTHING_PRESENT;
  return {
    present,
    program: wanted.program,
    grants: wanted.grants.filter((grant) => !present.grants.has(grantKey(grant))),
    states: wanted.states.filter((state) => !present.states.has(stateKey(state))),
    polls: wanted.polls.filter(({ id }) => !present.polls.has(id)),
  };
}

export const isEmpty = ({ grants, states, polls }: RecordsPlan): boolean =>
  grants.length + states.length + polls.length === 0;

/** Rows of one transaction: others wait for it. */
const ROWS = 200;

/** Writes what is new. @throws InstanceLockedError, DatabaseUnavailableError */
export async function writeRecords(environment: Environment, plan: RecordsPlan): Promise<void> {
  const db = await openDatabase(environment);
  const actor: Actor = { id: `import:${plan.program}`, role: 'owner' };
  try {
    const clock = new SystemClock();
    const [grants, repository] = [grantsOn(db, clock), new TargetRepository(db)];
    for (const some of portions(plan.grants))
      await db.transaction(async (tx) => {
        for (const grant of some) await grants.add(tx, actor, { ...grant, source: 'pairing' });
      });
    for (const some of portions(plan.states))
      await db.transaction(async (tx) => {
        for (const state of some) await repository.addState(tx, state, clock.now());
      });
    for (const poll of plan.polls) await db.transaction((tx) => repository.addPoll(tx, poll, plan.program));
  } finally {
    await db.close();
  }
}

function* portions<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += ROWS) yield all.slice(at, at + ROWS);
}

/** By account, in the order of the first grant. */
export function grantTallies(wanted: readonly WantedGrant[], plan: RecordsPlan): readonly GrantTally[] {
  const tallies = new Map<string, GrantTally>();
  for (const grant of wanted) {
    const { channel, account } = grant;
    const key = JSON.stringify([channel, account]);
    const before = tallies.get(key) ?? { channel, account, new: 0, there: 0 };
    const state = plan.present.grants.has(grantKey(grant)) ? 'there' : 'new';
    tallies.set(key, { ...before, [state]: before[state] + 1 });
  }
  return [...tallies.values()];
}

/** @param isThere of each */
export const tallyOf = (isThere: readonly boolean[]): Tally => ({
  new: isThere.filter((each) => !each).length,
  there: isThere.filter(Boolean).length,
});
