import type { ToolCallCounter, ToolResult } from '../../assistant/index.js';
import type { Target } from '../../channels/index.js';
import type { Clock } from '../../common/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import { canonicalJson, digestOf } from '../../mcp/index.js';
import type { Tx } from '../../persistence/index.js';
import type { ApprovalRequest } from './approval.js';
import { approvalDigest, ApprovalRequests, type NewApproval } from './approval-requests.service.js';
import type { Approvals } from './approvals.service.js';
import type { RequestMessages } from './request-messages.service.js';

const NOW = 1_000_000;
const SIGNAL = new AbortController().signal;
const CALL = {
  provider: 'mcp.desk',
  tool: 'create',
  modelName: 'desk__create',
  origin: 'o',
  definition: 'd',
  input: '{"a":1}',
};
const FROM = {
  channel: 'fake',
  account: 'one',
  conversation: { id: 'g', kind: 'group' },
  sender: { id: 'ann' },
  accessKeys: ['sender:ann'],
};
const newOf = ({ provider = 'mcp.desk', event = {} }: { provider?: string; event?: object } = {}) =>
  ({
    stored: { id: 'evt_1', sessionKey: 'agent:main:s', event: { ...FROM, text: 'please', ...event } },
    call: { ...CALL, provider },
  }) as unknown as NewApproval;

/** @param taken how many codes are taken before one is free */
function requestsWith({ places = ['g'], waiting = 0, taken = 0 }) {
  const asked: ApprovalRequest[] = [];
  const counted: string[] = [];
  const permitted: unknown[] = [];
  const codes: string[] = [];
  const approvals = {
    isPermitted: async (call: unknown) => permitted.push(call) > 0,
    pendingAt: async () => waiting,
    withCode: async (code: string) => (codes.push(code) <= taken ? {} : undefined),
    ask: async (_tx: Tx, request: ApprovalRequest) => void asked.push(request),
  };
  const messages = {
    placesFor: async () => places as unknown as readonly Target[],
    send: async (_tx: Tx, { code }: ApprovalRequest, [target]: readonly Target[]) => [
      { target, deliveryId: code },
    ],
  };
  const counter = {
    count: (server: string, outcome: string, result: ToolResult) => {
      counted.push(`${server} ${outcome}`);
      return result;
    },
  };
  const sut = new ApprovalRequests(
    approvals as unknown as Approvals,
    messages as unknown as RequestMessages,
    { get: () => ({ maxPending: 2, expireMinutes: 5 }) } as unknown as GatehouseConfig,
    { now: () => NOW } as unknown as Clock,
    counter as unknown as ToolCallCounter,
  );
  const store = async (request: NewApproval) => {
    const prepared = await sut.prepare(request, SIGNAL);
    return typeof prepared === 'function' ? prepared({} as Tx) : prepared;
  };
  return { sut, store, asked, counted, permitted, codes };
}

describe('a request', () => {
  it('is stored with everything shown for it, and the model learns that it is pending', async () => {
    const { store, asked, counted, codes } = requestsWith({ waiting: 1, taken: 1 });
    const result = await store(newOf({ event: { thread: 't' } }));
    const [code] = codes.slice(-1);
    expect(codes).toHaveLength(2);
    expect(code).toMatch(/^[A-Z0-9]{6}$/);
    const askedIn = { ...FROM, thread: 't' };
    const bound = { agentId: 'main', call: CALL, askedIn, expiresAt: NOW + 5 * 60_000 };
    expect(asked).toEqual([
      {
        ...bound,
        code,
        createdAt: NOW,
        sessionKey: 'agent:main:s',
        eventId: 'evt_1',
        id: expect.stringMatching(/^apr_/) as string,
        digest: digestOf(canonicalJson({ ...CALL, agentId: 'main', askedIn, expiresAt: bound.expiresAt })),
        shown: [{ target: 'g', deliveryId: code }],
      },
    ]);
    expect(result).toEqual({
      ok: true,
      value: {
        waiting_for_approval: code,
        note: expect.stringMatching(
          /has NOT been made yet.*Do not call it again.*later message\.$/,
        ) as string,
      },
    });
    expect(counted).toEqual(['desk waiting']);
    const { thread: _, ...whole } = askedIn;
    await store(newOf());
    expect(asked[1]!.askedIn).toStrictEqual(whole);
  });

  it.each([
    ['no one may decide', { places: [] }, 'no one here can give it'],
    ['too many wait', { waiting: 2 }, 'too many calls are already waiting for approval here'],
  ])('is refused to the model where %s', async (_, world, why) => {
    const { store, asked, counted } = requestsWith(world);
    const error = expect.stringContaining(why) as string;
    expect(await store(newOf({ provider: 'message' }))).toEqual({ ok: false, error });
    expect([asked, counted]).toEqual([[], ['message refused']]);
  });

  it('is looked up among the permissions by agent, call, place and sender', async () => {
    const { sut, permitted } = requestsWith({});
    expect(await sut.isPermitted(newOf())).toBe(true);
    const place = { channel: 'fake', account: 'one', conversation: 'g' };
    expect(permitted).toEqual([{ agentId: 'main', call: CALL, place, senderId: 'ann' }]);
  });
});

describe('the digest of a request', () => {
  const bound = { agentId: 'main', call: CALL, askedIn: FROM, expiresAt: 5 } as unknown as ApprovalRequest;

  it.each<[string, object]>([
    ['agent', { agentId: 'other' }],
    ...Object.keys(CALL).map((name): [string, object] => [name, { call: { ...CALL, [name]: 'other' } }]),
    ['place', { askedIn: { ...FROM, account: 'two' } }],
    ['thread', { askedIn: { ...FROM, thread: 't' } }],
    ['requester', { askedIn: { ...FROM, sender: { id: 'ben' } } }],
    ['time', { expiresAt: 6 }],
  ])('is another one for another %s', (_, change) => {
    expect(approvalDigest({ ...bound, ...change })).not.toBe(approvalDigest(bound));
  });
});
