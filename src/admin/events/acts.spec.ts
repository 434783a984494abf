import type { AuditLog, AuditRecord } from '../../access-control/index.js';
import { APPROVAL_ACTIONS } from '../../conversations/index.js';
import type { Conversations } from '../../operator/index.js';
import type { PairingService } from '../../pairing/index.js';
import type { Database } from '../../persistence/index.js';
import { actOf, ACTS, EventFeeds } from './event-feeds.service.js';

const details = {
  agent: 'main',
  provider: 'mcp.linear',
  tool: 'create_issue',
  digest: '5f2c',
  channel: 'imbridge',
  account: 'default',
  conversation_id: '-;+1',
};
const recordOf = (action: string, more: Record<string, string> = {}): AuditRecord => ({
  at: 0,
  actor: 'token:owner',
  subject: 'apr_1',
  action,
  change: null,
  details: { ...details, ...more },
});

describe('the event of an approval', () => {
  it.each([
    ['asked', {}, 'pending'],
    ['approved', {}, 'approved'],
    ['denied', {}, 'denied'],
    ['expired', {}, 'expired'],
    ['withdrawn', {}, 'withdrawn'],
    ['ended', { state: 'interrupted' }, 'interrupted'],
  ] as const)(
    'that is %s with %j has its state, and names the call without arguments',
    (name, more, state) => {
      expect(actOf(recordOf(APPROVAL_ACTIONS[name], more))).toEqual({
        event: 'approval',
        data: {
          id: 'apr_1',
          state,
          agent_id: 'main',
          server: 'linear',
          tool: 'create_issue',
          channel: 'imbridge',
          account: 'default',
          conversation_id: '-;+1',
          by: 'token:owner',
          at: '1970-01-01T00:00:00.000Z',
        },
      });
    },
  );

  it('comes of every action, and permissions are for owners alone', () => {
    expect(ACTS).toEqual(expect.arrayContaining(Object.values(APPROVAL_ACTIONS)));
    expect(actOf(recordOf('permission.granted'))).toBeUndefined();
  });
});

describe('an audit entry that is also an act', () => {
  it('is sent to an owner again, both events, after a break between the two', async () => {
    const rows = [1, 2].map((seq) => ({ ...recordOf(APPROVAL_ACTIONS.asked), seq }));
    const audit = { since: async ({ after }: { after: number }) => rows.filter(({ seq }) => seq > after) };
    const none = {} as Conversations & PairingService & Database;
    const feeds = new EventFeeds(audit as unknown as AuditLog, none, none, none);
    const read = (after: string) => feeds.read('audit', { after, upTo: '2', limit: 9 }, 'owner');
    const eventsAfter = async (after: string) => (await read(after)).map(({ event }) => event);
    const [, , act, entry] = await read('0');
    expect([act?.event, entry?.event]).toEqual(['approval', 'audit']);
    expect(await eventsAfter(act!.position)).toEqual(['approval', 'audit']);
    expect(await eventsAfter(entry!.position)).toEqual([]);
  });
});
