import { adminApp, errorOf, ROLE_TOKENS } from '../../../../test/support/admin-app.js';
import { ACCESS_RULE } from '../../../common/index.js';
import type { Approval, ToolPermission } from '../../../conversations/index.js';
import { toApprovalDto } from './approval.dto.js';
import { ApprovalsController } from './approvals.controller.js';
import { PermissionsController } from './permissions.controller.js';

const AT = Date.UTC(2026, 0, 31, 9, 30);
const approval = {
  id: 'apr_01j9zq4c5x8r2m6t0w3y7v1b4d',
  code: 'K7QX4M',
  state: 'pending',
  agentId: 'main',
  call: {
    provider: 'mcp.linear',
    tool: 'create_issue',
    modelName: 'linear__create_issue',
    origin: 'o',
    definition: 'd',
    input: '{"b":1,  "a":"x\\u0041"}',
  },
  digest: '5f2c',
  askedIn: {
    channel: 'imbridge',
    account: 'default',
    accessKeys: [],
    conversation: { id: '-;+12025550143', kind: 'direct' },
    sender: { id: '+12025550143', name: 'Robin' },
  },
  shown: [],
  sessionKey: 'agent:main:main',
  eventId: 'evt_1',
  createdAt: AT,
  expiresAt: AT + 3_600_000,
} as unknown as Approval;
const decided = {
  decidedAt: AT + 60_000,
  decidedBy: 'sender:imbridge:+12025550177',
  decidedByName: 'Ann',
} as const;
const item = {
  id: approval.id,
  channel: 'imbridge',
  account: 'default',
  conversation_id: '-;+12025550143',
  code: 'K7QX4M',
  state: 'pending',
  agent_id: 'main',
  server: 'linear',
  tool: 'create_issue',
  model_name: 'linear__create_issue',
  arguments: '{"b":1,  "a":"x\\u0041"}',
  digest: '5f2c',
  sender_id: '+12025550143',
  sender_name: 'Robin',
  created_at: '2026-01-31T09:30:00.000Z',
  expires_at: '2026-01-31T10:30:00.000Z',
  decided_at: null,
  decided_by: null,
  decided_by_name: null,
  reason: null,
  result: null,
  ended_at: null,
};

const sut = adminApp();
beforeEach(() => {
  sut.services.approvals.find.mockImplementation(async (id) => (id === approval.id ? approval : undefined));
  sut.services.approvals.withCode.mockImplementation(async (code) =>
    code === 'K7QX4M' ? approval : undefined,
  );
});

describe('GET /approvals', () => {
  it('lists approvals with the exact text of their arguments', async () => {
    sut.services.approvals.list.mockResolvedValue([approval]);
    const { status, body } = await sut.call('GET /approvals?state=pending');
    expect([status, body]).toEqual([200, { items: [item], next_cursor: null }]);
    expect(sut.services.approvals.list).toHaveBeenCalledWith({ limit: 51, states: ['pending'] });
  });

  it('continues after the last item, and takes all states when none is named', async () => {
    const older = { ...approval, id: 'apr_01j9zq4c5x8r2m6t0w3y7v1b4c' };
    sut.services.approvals.list.mockResolvedValueOnce([approval, older]).mockResolvedValueOnce([older]);
    const first = (await sut.call('GET /approvals?limit=1')).body as { next_cursor: string };
    const { body } = await sut.call(`GET /approvals?limit=1&cursor=${first.next_cursor}`);
    expect(body).toMatchObject({ items: [{ id: older.id }], next_cursor: null });
    expect(sut.services.approvals.list).toHaveBeenLastCalledWith({ limit: 2, before: approval.id });
  });

  it('refuses a state that there is none of', async () => {
    const { status, body } = await sut.call('GET /approvals?state=open');
    expect([status, errorOf(body).details]).toEqual([400, expect.stringMatching(/^state /)]);
  });
});

describe('GET /approvals/{id}', () => {
  it.each([approval.id, 'K7QX4M'])('shows one by its id and by its code: %s', async (id) => {
    expect((await sut.call(`GET /approvals/${id}`)).body).toEqual(item);
  });

  it.each(['apr_01j9zq4c5x8r2m6t0w3y7v1b4x', 'AAAAAA'])('does not find %s', async (id) => {
    const { status, body } = await sut.call(`GET /approvals/${id}`);
    expect([status, errorOf(body).code]).toEqual([404, 'NOT_FOUND']);
  });

  it('names no server for the tool message, and what came of the call', () => {
    const done = {
      ...approval,
      ...decided,
      state: 'done',
      result: 'sent',
      endedAt: AT + 61_000,
      call: { ...approval.call, provider: 'message', tool: 'send' },
    } as Approval;
    expect(toApprovalDto(done, true)).toMatchObject({
      server: null,
      tool: 'send',
      state: 'done',
      result: 'sent',
      decided_by: 'sender:imbridge:+12025550177',
      decided_by_name: 'Ann',
      decided_at: '2026-01-31T09:31:00.000Z',
      ended_at: '2026-01-31T09:31:01.000Z',
    });
    expect(toApprovalDto(done, false)).toMatchObject({ arguments: approval.call.input, result: null });
  });
});

it.each([
  ['viewer', null],
  ['operator', 'sent'],
] as const)(
  'the %s sees %j as the result of a call, in the list as in the single one',
  async (role, result) => {
    const done = { ...approval, ...decided, state: 'done', result: 'sent', endedAt: AT } as Approval;
    sut.services.approvals.find.mockResolvedValue(done);
    sut.services.approvals.list.mockResolvedValue([done]);
    const read = async (route: string) =>
      (await sut.call(route, undefined, ROLE_TOKENS[role])).body as unknown;
    expect(await read(`GET /approvals/${approval.id}`)).toMatchObject({ state: 'done', result });
    expect(await read('GET /approvals')).toMatchObject({ items: [{ state: 'done', result }] });
  },
);

describe('a decision', () => {
  const by = { id: 'token:owner', role: 'owner', name: 'an operator' };

  it.each([
    [`${approval.id}/approve`, undefined, { kind: 'approve', forAnHour: false }],
    ['K7QX4M/approve', { for_an_hour: true }, { kind: 'approve', forAnHour: true }],
    [`${approval.id}/deny`, undefined, { kind: 'deny' }],
    ['K7QX4M/deny', { reason: ' ask Ann ' }, { kind: 'deny', reason: 'ask Ann' }],
    ['K7QX4M/deny', { reason: null }, { kind: 'deny' }],
  ])('POST /approvals/%s with %j is that of the calling operator', async (path, body, decision) => {
    sut.services.approvals.decide.mockResolvedValue({ kind: 'decided', approval });
    expect(await sut.call(`POST /approvals/${path}`, body)).toMatchObject({ status: 200, body: item });
    expect(sut.services.approvals.decide).toHaveBeenCalledWith({}, approval.id, decision, by);
  });

  it.each([
    ['approve', { for_an_hour: 'yes' }, 'for_an_hour'],
    ['approve', { reason: 'x' }, 'reason'],
    ['deny', { reason: '' }, 'reason'],
    ['deny', { reason: 'two\nlines' }, 'reason'],
  ])('%s refuses %j', async (verb, body, field) => {
    const answer = await sut.call(`POST /approvals/K7QX4M/${verb}`, body);
    expect([answer.status, errorOf(answer.body).details]).toEqual([400, expect.stringContaining(field)]);
    expect(sut.services.approvals.decide).not.toHaveBeenCalled();
  });

  it.each([
    ['denied', decided, 'denied by Ann (sender:imbridge:+12025550177) at 2026-01-31T09:31:00.000Z'],
    ['withdrawn', decided, 'withdrawn by Ann (sender:imbridge:+12025550177) at 2026-01-31T09:31:00.000Z'],
    ['running', decided, 'approved by Ann (sender:imbridge:+12025550177) at 2026-01-31T09:31:00.000Z'],
    ['interrupted', decided, 'approved by Ann (sender:imbridge:+12025550177) at 2026-01-31T09:31:00.000Z'],
    ['expired', { decidedAt: AT, decidedBy: 'gateway' }, 'expired at 2026-01-31T09:30:00.000Z'],
  ] as const)('about one that is %s is a conflict which says who and when', async (state, end, said) => {
    const ended = { ...approval, ...end, state } as Approval;
    sut.services.approvals.decide.mockResolvedValue({ kind: 'already', approval: ended });
    const { status, body } = await sut.call('POST /approvals/K7QX4M/approve');
    expect([status, errorOf(body)]).toEqual([
      409,
      {
        code: 'CONFLICT',
        message: 'This request has already been decided.',
        details: `id is not pending: ${said}`,
      },
    ]);
  });

  it('about an unknown one, or one that was deleted meanwhile, is not found', async () => {
    expect((await sut.call('POST /approvals/AAAAAA/deny')).status).toBe(404);
    expect((await sut.call('POST /approvals/K7QX4M/deny')).status).toBe(404);
  });
});

describe('permissions for an hour', () => {
  const permission = {
    id: 'prm_01j9zq4c5x8r2m6t0w3y7v1b4d',
    agentId: 'main',
    call: approval.call,
    place: { channel: 'imbridge', account: 'default', conversation: '-;+12025550143' },
    senderId: '+12025550143',
    senderName: 'Robin',
    grantedBy: 'token:owner',
    createdAt: AT,
    endsAt: AT + 3_600_000,
  } as unknown as ToolPermission;

  it('are listed', async () => {
    sut.services.approvals.listPermissions.mockResolvedValue([permission]);
    const { channel, account, conversation_id, agent_id, server, tool, sender_id, sender_name } = item;
    expect((await sut.call('GET /tool-permissions')).body).toEqual({
      items: [
        {
          id: permission.id,
          channel,
          account,
          conversation_id,
          agent_id,
          server,
          tool,
          sender_id,
          sender_name,
          granted_by: 'token:owner',
          created_at: item.created_at,
          ends_at: item.expires_at,
        },
      ],
    });
  });

  it('end once', async () => {
    sut.services.approvals.endPermission.mockResolvedValueOnce(true);
    expect((await sut.call(`DELETE /tool-permissions/${permission.id}`)).status).toBe(204);
    expect((await sut.call(`DELETE /tool-permissions/${permission.id}`)).status).toBe(404);
  });
});

it('decisions need the role operator', () => {
  const { approve, deny } = ApprovalsController.prototype;
  for (const handler of [approve, deny, PermissionsController.prototype.end])
    expect(Reflect.getMetadata(ACCESS_RULE, handler)).toEqual({ kind: 'role', role: 'operator' });
});
