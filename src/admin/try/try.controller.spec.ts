import { adminApp, errorOf, ROLE_TOKENS } from '../../../test/support/admin-app.js';
import type { ApprovalProblem } from '../../channels/index.js';
import type { AccessAnswer } from '../../operator/index.js';

const sut = adminApp();
const answer: AccessAnswer = {
  channel: 'console',
  account: 'default',
  senderId: 'owner',
  conversationId: 'owner',
  verdict: 'answer',
  mayCommand: true,
  reason: 'listed',
  what: 'The sender is on the allowlist.',
  setting: null,
  remedy: 'None.',
  withMention: null,
};
const ROUTES = ['GET /try/messages', 'POST /try/messages', 'POST /try/approvals/apr_1'];

beforeEach(() => sut.services.accessCheck.answer.mockResolvedValue(answer));

describe('a token that the gate does not let in', () => {
  it.each(ROUTES)('is refused with the reason and the remedy: %s', async (route) => {
    const what = 'Only people on the allowlist have access here.';
    const refused = {
      ...answer,
      verdict: 'dropped',
      what,
      remedy: '`gatehouse grants add console tok_viewer`',
    } as const;
    sut.services.accessCheck.answer.mockResolvedValue(refused);
    const body = route.startsWith('POST') ? {} : undefined;
    const { status, body: told } = await sut.call(route, body, ROLE_TOKENS.viewer);
    expect([status, errorOf(told)]).toEqual([
      403,
      {
        code: 'FORBIDDEN',
        message: 'This token may not chat with the assistant.',
        details: `${what} What to do: \`gatehouse grants add console tok_viewer\``,
      },
    ]);
    expect(sut.services.accessCheck.answer.mock.calls).toEqual([
      [{ channel: 'console', senderId: 'tok_viewer', conversationId: 'tok_viewer' }],
    ]);
    expect(sut.services.webchat.write.mock.calls).toEqual([]);
    expect(sut.services.webchat.decide.mock.calls).toEqual([]);
  });
});

describe('GET /try/messages', () => {
  const approval = (state: 'pending' | 'done') => ({
    ...({
      id: 'dlv_1',
      author: 'gateway',
      text: 'May I?',
      outcome: null,
      reason: null,
      files: [],
      at: 0,
    } as const),
    request: {
      content: {
        ...({
          kind: 'approval',
          approvalId: 'apr_1',
          title: 'main wants',
          commands: '/approve K7',
          text: '',
        } as const),
        facts: [{ name: 'title', value: '"x"' }],
        expiresAt: 0,
      },
      approval: { state, decidedByName: 'Nora' } as never,
    },
  });

  it("shows the caller's own conversation, and a decision only to those who may make it", async () => {
    const pages = sut.services.chat.page;
    pages.mockResolvedValue([approval('pending'), approval('done')]);
    const mayDecide = async (token?: string) => {
      const { body } = await sut.call('GET /try/messages', undefined, token);
      return (body as { items: { approval: { may_decide: boolean } }[] }).items.map(
        (each) => each.approval.may_decide,
      );
    };
    expect(await mayDecide()).toEqual([true, false]);
    sut.services.accessCheck.answer.mockResolvedValue({ ...answer, mayCommand: false });
    expect(await mayDecide(ROLE_TOKENS.operator)).toEqual([false, false]);
    expect(pages.mock.calls.map(([id]) => id)).toEqual(['owner', 'tok_operator']);
  });
});

describe('POST /try/messages', () => {
  it('is answered 202 once the message is stored, and tells a repeat', async () => {
    const files = [{ buffer: 'AAAA', filename: 'a.bin' }];
    const first = await sut.call('POST /try/messages', { text: 'hi', files }).set('Idempotency-Key', 'k');
    expect([first.status, first.body]).toEqual([202, { receipt: 'stored' }]);
    expect(sut.services.webchat.write.mock.calls).toMatchObject([
      [{ sender: 'owner' }, { key: 'k', text: 'hi', files: [{ base64: 'AAAA', name: 'a.bin' }] }],
    ]);
    sut.services.webchat.write.mockResolvedValue('duplicate');
    const again = await sut.call('POST /try/messages', { text: 'hi' }).set('Idempotency-Key', 'k');
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([202, 'true']);
  });

  it('is taken where a person holds the conversation', async () => {
    sut.services.accessCheck.answer.mockResolvedValue({ ...answer, verdict: 'context' });
    expect((await sut.call('POST /try/messages', { text: 'hi' })).status).toBe(202);
  });

  it.each<[object, string]>([
    [{}, 'text is required without a file'],
    [{ text: ' ' }, 'text must not be empty'],
    [{ files: [] }, 'text is required without a file'],
    [{ files: [{ buffer: 'AAAA' }] }, 'files.0.filename is required'],
    [{ text: 'hi', to: 'ann' }, 'to is unknown'],
  ])('refuses %j', async (body, details) => {
    const { status, body: told } = await sut.call('POST /try/messages', body);
    expect([status, errorOf(told).details]).toEqual([400, details]);
  });
});

it.each<[ApprovalProblem['kind'] | undefined, number]>([
  [undefined, 202],
  ['sender', 403],
  ['unknown', 404],
  ['ended', 409],
])('a decision with the problem %s is answered %i', async (kind, expected) => {
  sut.services.webchat.decide.mockResolvedValue(kind && { kind, text: 'why' });
  const { status } = await sut.call('POST /try/approvals/apr_1', { decision: 'allow' });
  expect(status).toBe(expected);
  expect(sut.services.webchat.decide.mock.calls[0]![1]).toEqual({ approvalId: 'apr_1', decision: 'allow' });
});
