/**
 * The modules whose tests are measured, and the medium specs (test/medium) that prove them; the unit specs are those
 * beside the source. A spec that is not named here runs in `npm run test:all` and kills no mutant.
 */
export const MODULES = {
  'access-control': [
    'access',
    'account-states',
    'admin-tokens',
    'api-keys',
    'audit-changes',
    'audit-filters',
    'key-guard',
    'key-usage',
    'sign-ins',
    'users',
  ],
  'conversations/approvals': ['approval-answers', 'approval-deciders', 'approvals', 'approvals-admin'],
  'conversations/gate': ['gate', 'loops'],
  'conversations/holds': ['holds', 'joining'],
  'conversations/turns': ['context', 'context-people', 'joining', 'pipeline', 'tools', 'turns'],
  'data-api/limits': ['key-usage', 'limits'],
  delivery: [
    'conversation-lines',
    'dead-letters',
    'delivery',
    'delivery-lists',
    'delivery-places',
    'files',
    'first-attempt',
    'oldest-unanswered',
    'operator-messages',
    'people-user',
    'retention',
  ],
  'mcp/tools': ['mcp-pins', 'offered-tools'],
  pairing: ['pairing', 'pairing-notice', 'people-ids', 'retention'],
  people: ['people', 'people-ids', 'people-tables', 'people-user'],
  usage: ['budget-records', 'budgets', 'ledger', 'people-user', 'usage-command'],
  'webhooks/outbox': ['webhook-messages', 'webhooks'],
};
