import type { TestingModule } from '@nestjs/testing';
import {
  type AccountId,
  type ConversationId,
  type ConversationRef,
  DEFAULT_ACCOUNT,
  type RemoteMessageId,
  type SenderId,
} from '../../src/channels/index.js';
import { newId } from '../../src/common/index.js';
import type { Approval, ApprovalRequest } from '../../src/conversations/approvals/approval.js';
import { ApprovalsRepository } from '../../src/conversations/approvals/approvals.repository.js';
import { ApprovalJob } from '../../src/turns/approved/approval.job.js';
import { Outbox } from '../../src/delivery/index.js';
import { Database, DONE } from '../../src/persistence/index.js';
import { eventually } from './eventually.js';
import { FAKE } from './fake-channel.js';
import type { Pipeline } from './pipeline.js';

/** An agent whose calls may wait for approvals. */
export const ASKING = { agents: { list: [{ id: 'main', runtime: { type: 'echo' }, mcp: ['linear'] }] } };

export interface Asked {
  readonly id: string;
  readonly code: string;
  /** The request's message as the remote names it. */
  readonly messageId: RemoteMessageId;
}

interface Asking extends Partial<Pick<ApprovalRequest, 'code' | 'expiresAt' | 'sessionKey'>> {
  readonly by?: string;
  /** Where the question was asked. */
  readonly conversation?: ConversationRef;
  /** Where the request is shown; default there. */
  readonly shownIn?: string;
  /** The account through which the question was asked. */
  readonly account?: AccountId;
  /** The account through which the request is shown; default that. */
  readonly shownBy?: AccountId;
}

export const directChat = (name: string): ConversationRef => ({
  id: `chat-${name}` as ConversationId,
  kind: 'direct',
});
export const group = (id: string): ConversationRef => ({ id: id as ConversationId, kind: 'group' });

/** Stores an approval, and sends its request. */
export async function askApproval(p: Pipeline, asking: Asking = {}): Promise<Asked> {
  const { by = 'ann', conversation = directChat(by), code = 'K7Q3WXYR' } = asking;
  const { account = DEFAULT_ACCOUNT, shownBy = account } = asking;
  const { shownIn = conversation.id, sessionKey = `agent:main:fake:direct:${by}` } = asking;
  const { expiresAt = Date.now() + 3_600_000 } = asking;
  const [id, text] = [newId('apr'), `May I create an issue? (${code})`];
  const target = { channel: FAKE, account: shownBy, conversation: shownIn as ConversationId };
  const place = { channel: FAKE, account, conversation };
  const sender = { id: by as SenderId, isSelf: false };
  const call = { provider: 'mcp.linear', tool: 'create_issue', modelName: 'linear__create_issue' };
  const outbox = p.module.get(Outbox, { strict: false });
  const deliveryId = outbox.newId();
  await p.db.transaction(async (tx) => {
    const content = { kind: 'text', text, approvalId: id } as const;
    await outbox.add(tx, { id: deliveryId, target, content, author: 'gateway' });
    await p.module.get(ApprovalsRepository, { strict: false }).insert(tx, {
      id,
      code,
      agentId: 'main',
      digest: 'd',
      sessionKey,
      eventId: newId('evt'),
      call: { ...call, origin: 'o', definition: 'd', input: '{"title":"Fix it"}' },
      askedIn: { ...place, sender, accessKeys: [`sender:${by}`] },
      shown: [{ target, deliveryId }],
      createdAt: Date.now(),
      expiresAt,
    });
  });
  return { id, code, messageId: await remoteIdOf(p, deliveryId) };
}

async function remoteIdOf({ db }: Pipeline, deliveryId: string): Promise<RemoteMessageId> {
  let remoteId: string | null | undefined;
  await eventually(async () => {
    const rows = db.on().selectFrom('deliveries').select('remote_id').where('id', '=', deliveryId);
    remoteId = (await rows.executeTakeFirst())?.remote_id;
    return remoteId !== null && remoteId !== undefined;
  });
  return remoteId as RemoteMessageId;
}

export const approvalOf = async (p: Pipeline, { id }: Pick<Asked, 'id'>): Promise<Approval> =>
  (await p.module.get(ApprovalsRepository, { strict: false }).find(id))!;

/**
 * Lets nothing follow from decisions, so that a test sees them alone.
 * @param taken gets the task and the approval of each job
 */
export const withoutFollowUps =
  (taken: string[] = []) =>
  (module: TestingModule): void => {
    const jobs = module.get(ApprovalJob, { strict: false });
    const db = module.get(Database, { strict: false });
    jobs.handle = async (job) => {
      // Before its end, behind which a test looks.
      taken.push(job.key);
      await db.transaction((tx) => job.complete(tx));
      return DONE;
    };
  };
