import type { AuditRecord } from '../../access-control/index.js';
import { APPROVAL_ACTIONS } from '../../conversations/index.js';
import { ACTS, actOf } from './acts.js';

const details = {
  ...{ agent: 'main', provider: 'mcp.linear', tool: 'create_issue', digest: '5f2c' },
  ...{ channel: 'imbridge', account: 'default', conversation_id: '-;+1' },
};
const recordOf = (action: string, more: Record<string, string> = {}): AuditRecord =>
  ({
    ...{ id: 'aud_1', seq: 1, at: 0, actor: 'token:owner', subject: 'apr_1', action, change: null },
    details: { ...details, ...more },
  }) as unknown as AuditRecord;

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
          ...{ id: 'apr_1', state, agent_id: 'main', server: 'linear', tool: 'create_issue' },
          ...{ channel: 'imbridge', account: 'default', conversation_id: '-;+1' },
          ...{ by: 'token:owner', at: '1970-01-01T00:00:00.000Z' },
        },
      });
    },
  );

  it('comes of every action, and permissions are for owners alone', () => {
    expect(ACTS).toEqual(expect.arrayContaining(Object.values(APPROVAL_ACTIONS)));
    expect(actOf(recordOf('permission.granted'))).toBeUndefined();
  });
});
