import { Grants, SYSTEM, Users } from '../../src/access-control/index.js';
import { ModelMeter } from '../../src/assistant/index.js';
import { type ConversationId, DEFAULT_ACCOUNT, type RemoteMessageId } from '../../src/channels/index.js';
import { Approvals, type Decision, Holds } from '../../src/conversations/index.js';
import { OperatorMessages } from '../../src/operator/index.js';
import { GatehouseConfig, MCP } from '../../src/config/index.js';
import { DataApiModule, LimitsModule } from '../../src/data-api/index.js';
import { WindowStorage } from '../../src/data-api/limits/window-storage.js';
import { DataRequests } from '../../src/data-api/requests/data-requests.service.js';
import { Mcp } from '../../src/mcp/index.js';
import { HttpMcpServer, textResult, toolNamed } from '../../src/mcp/testing/http-server.js';
import { ToolLists } from '../../src/mcp/tools/tool-lists.service.js';
import { PairingService } from '../../src/pairing/index.js';
import { People, PeopleModule, PersonFinder } from '../../src/people/index.js';
import { Draws } from '../../src/usage/budgets/draws.service.js';
import { WebhookSender } from '../../src/webhooks/sending/webhook-sender.service.js';
import { Webhooks, WebhooksModule, WebhookStart } from '../../src/webhooks/index.js';
import { senderOf, WEBCHAT, WebchatConnector, WebchatModule } from '../../src/webchat/index.js';
import { CrashBetween, type Life, type Unit } from '../support/crash-between.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FAKE, only } from '../support/fake-channel.js';
import { callMetered, tokens } from '../support/metered-model.js';
import type { Asked } from '../support/pipeline.js';

const PLACE = { channel: FAKE, account: DEFAULT_ACCOUNT, conversation: 'chat-ann' as ConversationId };
const BOSS = { id: 'sender:fake:boss', role: 'operator', name: 'Boss' } as const;
const signal = new AbortController().signal;

/** The service of the channel sends a message again when it was not acknowledged. */
const write =
  (from: string, text: string, group?: string) =>
  ({ p: { connector } }: Life) => {
    const ids = { inboxKey: `msg:${text}`, messageId: `in:${text}` as RemoteMessageId };
    const more = { ...ids, mentionsUs: text.includes('@') };
    return group === undefined
      ? connector.receive(from, text, more)
      : connector.receiveInGroup(group, from, text, more);
  };

describe.each(DATABASES)('a crash behind any durable step on %s', (_, open) => {
  const crash = new CrashBetween(open);
  let server: HttpMcpServer;
  beforeAll(async () => {
    server = await HttpMcpServer.start();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.tools = [toolNamed('create')];
  });

  const differencesOf = async (unit: Unit) => {
    const { tried, differences } = await crash.differences(unit);
    expect(tried).not.toEqual([]);
    return differences;
  };

  it('loses no answer to a direct message, and gives none twice', async () => {
    expect(await differencesOf({ acts: [write('ann', 'hello'), write('ann', 'and?')] })).toEqual({});
  });

  it('loses no message to the chat of the console, and answers it once', async () => {
    const options = { channel: { module: WebchatModule, section: WEBCHAT } };
    // A page that got no answer writes again under the same key.
    const acts = ['hello', 'and?'].map(
      (text) => (life: Life) =>
        life
          .get(WebchatConnector)
          .write({ sender: senderOf({ role: 'owner' }) }, { key: text, text, files: [] }),
    );
    // Its steps are those of any message, and another connector follows them.
    expect(await differencesOf({ options, acts, triesAll: true })).toEqual({});
  });

  it('keeps what is said in a group, and answers a mention once', async () => {
    const settings = { groupPolicy: 'open' as const };
    const acts = [write('ann', 'morning', 'g1'), write('ben', '@ what is up', 'g1')];
    expect(await differencesOf({ options: { settings }, acts })).toEqual({});
  });

  it("sends an operator's message once per key", async () => {
    const request = { channel: FAKE, target: 'chat-ann', message: 'we are back' };
    const acts = [(life: Life) => life.get(OperatorMessages).send(SYSTEM, request, 'key-1')];
    expect(await differencesOf({ acts })).toEqual({});
  });

  const asking = (decision: Decision): Unit => ({
    options: {
      config: {
        agents: { list: [{ id: 'main', mcp: ['desk'] }] },
        mcp: { servers: { desk: { url: server.url } } },
      },
      settings: { allowFrom: only('ann', 'boss') },
    },
    begin: async (life) => {
      const call = ({ arguments: args }: { readonly arguments?: object }) =>
        life.step('tool call', () => {
          life.outside.calls.push(JSON.stringify(args));
          return textResult('created 7');
        });
      // The answer to a dead process reaches no one.
      server.onCall = (params) => call(params).catch(() => textResult(''));
      await life.get(Mcp).start();
      await eventually(() => (life.get(Mcp).toolsOf('desk')?.tools.length ?? 0) > 0);
    },
    answer: async (asked: Asked) => {
      if (asked.message.kind === 'notice') return 'it is done';
      await asked.tools!()!.call('desk__create', { title: 'a' }, signal);
      return 'it waits';
    },
    acts: [
      write('ann', 'please'),
      async (life) => {
        const [approval] = await life.get(Approvals).list({ limit: 1 });
        await life.db.transaction((tx) => life.get(Approvals).decide(tx, approval!.id, decision, BOSS));
      },
    ],
    // The job of its expiry waits as long as a request does.
    isIdle: async (life, depth) => {
      const { pending, ...open } = Object.fromEntries(await life.get(Approvals).openCounts());
      const { approval = 0, ...others } = Object.fromEntries(depth);
      return approval === pending && open.running === 0 && Object.keys(others).length === 0;
    },
  });

  it('makes an approved call once; one that was under way ends as interrupted', async () => {
    const differences = await differencesOf(asking({ kind: 'approve', forAnHour: true }));
    const { 'tool call': made, ...others } = differences;
    // The job of the expiry may end while the call is made.
    const { 'delete jobs': one = made, 'gatehouse_end_job_v1 approval': other = made, ...rest } = others;
    const [begun, ...further] = Object.values(rest);
    const interrupted = { approvals: { more: [expect.stringContaining('"state":"interrupted"')] } };
    expect([begun, made, one, other]).toMatchObject([
      { ...interrupted, calls: { lost: ['{"title":"a"}'], more: [] } },
      interrupted,
      interrupted,
      interrupted,
    ]);
    expect([made?.calls, further]).toEqual([undefined, []]);
  });

  it('makes no denied call, and reports the refusal once', async () => {
    expect(await differencesOf(asking({ kind: 'deny', reason: 'no' }))).toEqual({});
  });

  it('begins and ends a hold once, and answers what it has held back', async () => {
    const hold = (minutes?: number) => (life: Life) => {
      const until = minutes === undefined ? null : life.outside.clock.now() + minutes * 60_000;
      return life.get(Holds).hold(SYSTEM, PLACE, { until, note: null });
    };
    const acts = [
      hold(),
      write('ann', 'are you there?'),
      (life: Life) => life.get(Holds).release(SYSTEM, PLACE, true),
      hold(5),
      write('ann', 'and now?'),
      (life: Life) => life.outside.clock.advance(600_000),
      write('ann', 'hello'),
    ];
    expect(await differencesOf({ acts })).toEqual({});
  });

  it('sends a pairing code once, and lets the sender in once', async () => {
    const approve = async (life: Life) => {
      const [request] = await life.get(PairingService).list({ limit: 1, status: 'pending' });
      if (request) await life.get(PairingService).approve(SYSTEM, { channel: FAKE, code: request.code });
    };
    const acts = [write('sue', 'hi'), approve, write('sue', 'thanks')];
    expect(await differencesOf({ options: { settings: { dmPolicy: 'pairing' } }, acts })).toEqual({});
  });

  it('erases a person completely', async () => {
    const robin = (life: Life) => life.get(PersonFinder).find({ channel: FAKE, sender: 'robin' });
    const acts = [
      write('robin', 'my secret'),
      async (life: Life) => life.get(People).erase(SYSTEM, await robin(life)),
    ];
    // Each waits for a while that what was under way may still be written.
    const unit = { atOnce: 6, options: { modules: [PeopleModule] }, acts };
    expect(await differencesOf(unit)).toEqual({});
  });

  it('tells a webhook everything, each message with one id', async () => {
    const entry = {
      id: 'crm',
      url: 'https://crm.test/hook',
      secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz',
      events: ['message.*'],
      includeText: true,
    };
    const told = new Map<Life['outside'], Set<string>>();
    const unit: Unit = {
      options: { modules: [WebhooksModule], config: { webhooks: { list: [entry] } } },
      begin: (life) => {
        const wire = life.get(WebhookSender).wire;
        const ids = told.get(life.outside) ?? new Set();
        told.set(life.outside, ids);
        wire.send = (_webhook, { id, body }) =>
          life.step('webhook', () => {
            if (!ids.has(id)) life.outside.calls.push((JSON.parse(body) as { type: string }).type);
            ids.add(id);
            return { kind: 'taken', status: 204 };
          });
        life.get(WebhookStart).start();
      },
      acts: [write('ann', 'hello')],
      isIdle: async (life, depth) =>
        depth.size === 0 && (await life.get(Webhooks).backlog()).get('crm') === 0,
    };
    expect(await differencesOf(unit)).toEqual({});
  });

  it('counts what a model call may have used against its budget', async () => {
    const isSettled = async (life: Life) => {
      const open = life.db.on().selectFrom('usage_open_calls').select('id');
      return (await open.where('owner', '=', life.get(Draws).owner).execute()).length === 0;
    };
    const budgets = [{ name: 'each', per: 'sender', tokensPerDay: 5_000 }];
    const unit: Unit = {
      // A commit without the call looks like one of a turn that made none.
      triesAll: true,
      options: { config: { usage: { budgets } } },
      answer: async ({ input }, life) => {
        await callMetered(life.get(ModelMeter), input, { usage: tokens(10, 5) });
        return 'ok';
      },
      acts: [write('ann', 'hello')],
      isIdle: async (life, depth) => {
        life.outside.clock.advance(1_000);
        return depth.size === 0 && (await isSettled(life));
      },
    };
    const differences = await differencesOf(unit);
    // A call that was under way when the process died counts as made.
    expect(differences['insert budget_counts, insert usage_open_calls']).toMatchObject({
      budget_counts: { more: [expect.stringMatching(/"used":1\d{3},/)] },
      usage_open_calls: { lost: [], more: [expect.stringContaining('"output":1250')] },
    });
    // Nothing else differs: no call is lost, and none is written twice.
    const tables = new Set(Object.values(differences).flatMap((each) => Object.keys(each)));
    expect([...tables].sort()).toEqual(['budget_counts', 'usage_open_calls']);
  });

  it('processes a request of the Data API once, and counts each request', async () => {
    const order = { data: 'a,b\n1,2', options: {}, key: 'key-1' };
    const unit: Unit = {
      options: { modules: [DataApiModule, LimitsModule] },
      acts: [
        (life) => life.get(Users).create(SYSTEM, { email: 'robin@example.com', displayName: 'Robin' }),
        (life) => life.get(WindowStorage).increment('key_1', 60_000, 10, 0, 'minute'),
        async (life) => {
          const [user] = await life.get(Users).list({ limit: 1 });
          await life.get(DataRequests).accept({ userId: user!.id, keyId: 'key_1' }, order);
        },
      ],
    };
    // Nothing else may differ: requests count again, and on SQLite those that were drawn ahead.
    const counted = { rate_limits: { lost: [expect.any(String)], more: [expect.any(String)] } };
    expect(Object.values(await differencesOf(unit))).toEqual([counted]);
  });

  it('lets a sender in, and out again, once', async () => {
    const sender = { channel: FAKE, account: DEFAULT_ACCOUNT, senderId: 'gil' };
    const acts = [
      (life: Life) => life.get(Grants).create(SYSTEM, sender),
      async (life: Life) => {
        const [grant] = await life.get(Grants).list({ limit: 1 });
        if (grant) await life.get(Grants).remove(SYSTEM, grant.id);
      },
    ];
    expect(await differencesOf({ acts })).toEqual({});
  });

  it('stores a changed tool list, and its acceptance, whole', async () => {
    const desk = { url: 'https://desk.test/mcp' };
    const note =
      (...tools: readonly { name: string; description: string }[]) =>
      (life: Life) => {
        const settings = life.get(GatehouseConfig).get(MCP).servers.desk!;
        const listed = tools.map((tool) => ({ ...tool, inputSchema: { type: 'object' as const } }));
        return life
          .get(ToolLists)
          .note('desk', settings, { tools: listed, hasMore: false, ttlMs: undefined });
      };
    const changed = { name: 'create', description: 'creates two' };
    const acts = [
      note({ name: 'create', description: 'creates' }),
      note(changed, { name: 'move', description: 'moves' }),
      async (life: Life) => {
        const listed = await life.get(ToolLists).listed('desk');
        const shown = new Map(listed!.map(({ name, digest }) => [name, digest!]));
        await life.db.transaction((tx) =>
          life.get(ToolLists).accept(tx, 'desk', { shown, by: 'token:owner' }),
        );
      },
    ];
    expect(await differencesOf({ options: { config: { mcp: { servers: { desk } } } }, acts })).toEqual({});
  });
});
