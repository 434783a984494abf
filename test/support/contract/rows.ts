import type { Environment } from '../../../src/config/index.js';
import { identityOf, newId } from '../../../src/common/index.js';
import { migrateDatabase } from '../../../src/persistence/index.js';
import { openDatabase } from '../../../src/persistence/open.js';

const HOUR_MS = 3_600_000;

/** The ids of rows that no caller of the APIs can make. */
export interface MadeRows {
  readonly approvals: readonly string[];
  /** In the conversation of the first owner token in the web console. */
  readonly approvalInConsole: string;
  readonly permission: string;
  readonly loop: string;
  readonly deadDelivery: string;
  readonly poll: string;
}

/** A poll that was sent once, on a channel that no longer has polls: its repeat under this key is answered. */
export const SENT_POLL = { channel: 'imbridge', question: 'Which day?', options: ['Monday', 'Friday'] };
export const POLL_KEY = 'poll-1';

/** Fills the database of a gateway that is yet to be started with what only models, loops and failures bring about. */
export async function fillForAnswers(environment: Environment, sender: string): Promise<MadeRows> {
  await migrateDatabase(environment);
  const db = await openDatabase(environment);
  const now = Date.now();
  const account = { channel: 'imbridge', account: 'default' };
  const place = { ...account, conversation_id: `iMessage;-;${sender}` };
  const call = { agent_id: 'main', provider: 'mcp.desk', tool: 'act', model_name: 'desk__act' };
  const approvals = [newId('apr'), newId('apr'), newId('apr')];
  const made = {
    approvals,
    approvalInConsole: newId('apr'),
    permission: newId('tpm'),
    loop: newId('lbr'),
    deadDelivery: newId('dlv'),
    poll: newId('poll'),
  };
  const askedIn = {
    ...account,
    conversation: { id: place.conversation_id, kind: 'direct' },
    sender: { id: sender, isSelf: false },
    accessKeys: [`sender:${sender}`],
  };
  await db.transaction(async (tx) => {
    const on = db.on(tx);
    const inConsole = { channel: 'console', account: 'default', conversation_id: 'owner' };
    const [inBridge, inChat] = [
      { ...place, sender_id: sender, asked_in: JSON.stringify(askedIn), shown: '[]' },
      {
        ...inConsole,
        sender_id: 'owner',
        asked_in: JSON.stringify({
          ...askedIn,
          channel: 'console',
          conversation: { id: 'owner', kind: 'direct' },
          sender: { id: 'owner', isSelf: false },
          accessKeys: ['sender:owner'],
        }),
        shown: JSON.stringify([
          { target: { channel: 'console', account: 'default', conversation: 'owner' } },
        ]),
      },
    ];
    for (const [n, id] of [...approvals, made.approvalInConsole].entries())
      await on
        .insertInto('approvals')
        .values({
          id,
          code: `K7Q3WXY${'ABCD'[n] ?? ''}`,
          state: 'pending',
          ...call,
          ...(id === made.approvalInConsole ? inChat : inBridge),
          origin: 'o',
          definition: 'd',
          input: '{"title":"x"}',
          digest: 'd',
          session_key: 's',
          event_id: newId('evt'),
          created_at: now,
          expires_at: now + HOUR_MS,
        })
        .execute();
    await on
      .insertInto('tool_permissions')
      .values({
        id: made.permission,
        ...call,
        ...place,
        origin: 'o',
        definition: 'd',
        sender_id: sender,
        granted_by: 'token:owner',
        created_at: now,
        ends_at: now + HOUR_MS,
      })
      .execute();
    const broken = { rounds: 9, times: 1, broken_at: now, ends_at: now + HOUR_MS };
    await on
      .insertInto('loop_breaks')
      .values({ id: made.loop, ...place, ...broken })
      .execute();
    const [lost, deadAt] = [newId('dlv'), { created_at: now, died_at: now }];
    const dead = { kind: 'delivery', key: 's', payload: JSON.stringify({ deliveryId: lost }), attempts: 8 };
    await on
      .insertInto('dead_jobs')
      .values({ id: 1, ...dead, last_error: 'as planned', ...deadAt })
      .execute();
    const content = JSON.stringify({ kind: 'text', text: 'given up' });
    for (const id of [lost, made.deadDelivery])
      await on
        .insertInto('deliveries')
        .values({
          id,
          ...place,
          content,
          attempts: 8,
          failures: 8,
          state: 'dead',
          created_at: now,
          last_code: 'remote-error',
          last_detail: 'HTTP 500',
        })
        .execute();
    const { question, options } = SENT_POLL;
    await on
      .insertInto('polls')
      .values({
        id: made.poll,
        ...place,
        delivery_id: made.deadDelivery,
        created_by: 'token:owner',
        question,
        options: JSON.stringify(options),
        max_selections: 1,
        created_at: now,
        used_at: now,
      })
      .execute();
    const vote = { poll_id: made.poll, sender_id: sender, selections: '[0]', voted_at: now };
    await on.insertInto('poll_votes').values(vote).execute();
    const sent = { ...SENT_POLL, target: sender };
    await on
      .insertInto('operator_sends')
      .values({
        id: `token:owner ${POLL_KEY}`,
        fingerprint: identityOf(sent),
        created_at: now,
        delivery_ids: JSON.stringify([made.deadDelivery]),
        answer: JSON.stringify({ pollId: made.poll }),
      })
      .execute();
  });
  await db.close();
  return made;
}
