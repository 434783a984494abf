import { AuditLog } from '../../src/access-control/index.js';
import {
  type AccountId,
  type ChannelId,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type SenderId,
} from '../../src/channels/index.js';
import { newId } from '../../src/common/index.js';
import type { ApprovalRequest } from '../../src/conversations/approvals/approval.js';
import { ApprovalsRepository } from '../../src/conversations/approvals/approvals.repository.js';
import { Approvals } from '../../src/conversations/index.js';
import { Timelines } from '../../src/operator/index.js';
import { Database, JOB_KINDS, JobQueue } from '../../src/persistence/index.js';
import { eventOf } from '../support/event-rows.js';
import { eventStreamWorld } from '../support/event-stream-world.js';
import { eventually } from '../support/eventually.js';

/** Not in the order of a serializer, and with an escape: it must come back as it is. */
const INPUT = '{"title":"Fix \\u0041","secret":"hunter2",  "at":1}';
const HOUR_MS = 3_600_000;

describe.each(['SQLite', 'PostgreSQL'])('approvals for operators on %s', (kind) => {
  const world = eventStreamWorld(kind);
  const { tokenOf, listen } = world;
  let operator: string;
  let asked = 1_000;
  beforeEach(async () => {
    operator = (await tokenOf('operator')).token;
  });

  const ask = async (request: Partial<ApprovalRequest> = {}) => {
    const [id, code] = [newId('apr'), `K7QX${asked++}`];
    const place = { channel: 'pigeon' as ChannelId, account: 'default' as AccountId };
    const row: ApprovalRequest = {
      id,
      code,
      agentId: 'main',
      digest: 'd'.repeat(64),
      sessionKey: 's',
      eventId: 'evt_1',
      call: {
        provider: 'mcp.linear',
        tool: 'create_issue',
        modelName: 'linear__create_issue',
        origin: 'o',
        definition: 'd',
        input: INPUT,
      },
      askedIn: {
        ...place,
        account: DEFAULT_ACCOUNT,
        accessKeys: [],
        conversation: { id: 'c' as ConversationId, kind: 'direct' },
        sender: { id: 'ann' as SenderId, isSelf: false },
      },
      shown: [],
      createdAt: Date.now(),
      expiresAt: Date.now() + HOUR_MS,
      ...request,
    };
    const db = world.app.get(Database);
    await db.transaction((tx) => world.app.get(Approvals).ask(tx, row));
    return row;
  };
  const call = async (route: string, token = operator, body?: object) => {
    const [method, path] = route.split(' ');
    const response = await fetch(`${await world.app.getUrl()}/admin/v1${path}`, {
      method: method!,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer };
  };
  interface Answer {
    readonly error?: { readonly details: string };
    readonly items?: readonly Record<string, unknown>[];
    readonly [name: string]: unknown;
  }
  const entries = async (id: string) =>
    (await world.app.get(AuditLog).list(99, undefined, { subject: id })).map(
      ({ actor, action, details }) => ({ actor, action, details }),
    );

  it('have one decision when two decide at once, and the other learns who was first', async () => {
    const second = await tokenOf('operator');
    for (let round = 0; round < 5; round++) {
      const { id, code } = await ask();
      const answers = await Promise.all([
        call(`POST /approvals/${id}/approve`),
        call(`POST /approvals/${code}/deny`, second.token, { reason: 'no' }),
        call(`POST /approvals/${id}/approve`, second.token, { for_an_hour: false }),
      ]);
      const won = answers.filter(({ status }) => status === 200);
      const lost = answers.filter(({ status }) => status === 409);
      expect([won.length, lost.length]).toEqual([1, 2]);
      const { state, decided_by: by, decided_at: at } = won[0]!.body as Record<string, string>;
      for (const each of lost)
        expect(each.body.error!.details).toBe(`id is not pending: ${state} by an operator (${by}) at ${at}`);
      const decisions = (await entries(id)).filter(({ action }) => action !== 'approval.asked');
      expect(decisions).toMatchObject([{ actor: by, action: `approval.${state}` }]);
      const lane = { kind: JOB_KINDS.approval, key: `call:${id}` };
      expect(await world.app.get(JobQueue).waiting([lane])).toHaveLength(state === 'approved' ? 1 : 0);
      // The same decision again is no success either: it was made before.
      expect((await call(`POST /approvals/${id}/approve`)).status).toBe(409);
    }
  });

  it('expire in the moment of a decision, once, and the refusal of the decision keeps that', async () => {
    const request = await ask({ expiresAt: Date.now() - 1 });
    const { id } = request;
    const [approvals, db] = [world.app.get(Approvals), world.app.get(Database)];
    const pending = (await approvals.find(id))!;
    const [approved, denied] = await Promise.all([
      call(`POST /approvals/${id}/approve`),
      call(`POST /approvals/${id}/deny`),
      db.transaction((tx) => approvals.expire(tx, pending)),
    ]);
    for (const { status, body } of [approved, denied])
      expect([status, body.error!.details]).toEqual([
        409,
        expect.stringMatching(/^id is not pending: expired at 2/),
      ]);
    expect((await call(`GET /approvals/${id}`)).body).toMatchObject({
      state: 'expired',
      decided_by: 'gateway',
    });
    expect((await entries(id)).map(({ action }) => action).toSorted()).toEqual([
      'approval.asked',
      'approval.expired',
    ]);
    const alone = await ask({ expiresAt: Date.now() - 1 });
    expect((await call(`POST /approvals/${alone.id}/approve`)).status).toBe(409);
    expect((await call(`GET /approvals/${alone.id}`)).body.state).toBe('expired');
  });

  it('are shown to viewers without the result, which operators see, and decided by operators', async () => {
    const { token: viewer } = await tokenOf('viewer');
    const { id } = await ask();
    const repository = world.app.get(ApprovalsRepository);
    expect((await call(`POST /approvals/${id}/approve`, viewer)).status).toBe(403);
    expect((await call(`POST /approvals/${id}/approve`)).status).toBe(200);
    await world.app.get(Database).transaction(async (tx) => {
      const found = (await repository.find(id, tx))!;
      await world.app.get(Approvals).end(tx, found, { state: 'done', result: 'created 7' });
    });
    const shown = { id, state: 'done', arguments: INPUT, server: 'linear' };
    expect((await call(`GET /approvals/${id}`, viewer)).body).toMatchObject({ ...shown, result: null });
    expect((await call(`GET /approvals/${id}`)).body).toMatchObject({ ...shown, result: 'created 7' });
    expect((await call('GET /approvals', viewer)).body.items).toMatchObject([{ ...shown, result: null }]);
    expect((await call('GET /approvals')).body.items).toMatchObject([{ ...shown, result: 'created 7' }]);
    const pending = await ask();
    const ids = async (query: string) =>
      (await call(`GET /approvals${query}`, viewer)).body.items!.map((each) => each.id);
    expect(await ids('?state=pending')).toEqual([pending.id]);
    expect(await ids('?state=approved')).toEqual([]);
    expect(await ids('')).toEqual([pending.id, id]);
    expect((await call('GET /status', viewer)).body.pending_approvals).toBe(1);
    expect(Object.fromEntries(await repository.openCounts())).toEqual({
      pending: 1,
      approved: 0,
      running: 0,
    });
  });

  it('give permissions that are listed, recorded, and end once', async () => {
    const { id } = await ask();
    const { body } = await call(`POST /approvals/${id}/approve`, operator, { for_an_hour: true });
    const [permission] = (await call('GET /tool-permissions')).body.items!;
    expect(permission).toMatchObject({
      tool: 'create_issue',
      server: 'linear',
      sender_id: 'ann',
      granted_by: body.decided_by,
    });
    const path = `DELETE /tool-permissions/${permission!.id as string}`;
    expect([(await call(path)).status, (await call(path)).status]).toEqual([204, 404]);
    expect((await call('GET /tool-permissions')).body.items).toEqual([]);
    expect((await entries(permission!.id as string)).map(({ action }) => action).toSorted()).toEqual([
      'permission.ended',
      'permission.granted',
    ]);
  });

  it('are sent to every role by their states, and never with the arguments', async () => {
    const [viewer, owner] = [
      await listen((await tokenOf('viewer')).token),
      await listen((await tokenOf('owner')).token),
    ];
    const [one, other] = [await ask(), await ask()];
    await call(`POST /approvals/${one.id}/approve`);
    await call(`POST /approvals/${other.id}/deny`);
    const approvals = world.app.get(Approvals);
    await world.app.get(Database).transaction(async (tx) => {
      await approvals.end(tx, (await approvals.find(one.id, tx))!, { state: 'interrupted' });
    });
    const of = ({ told }: typeof viewer) => told.filter((each) => each.startsWith('approval'));
    const states = ['pending', 'pending', 'approved', 'denied', 'interrupted'];
    await eventually(() => of(viewer).length === 5 && of(owner).length === 5);
    expect([of(viewer), of(owner)]).toEqual(
      Array.from({ length: 2 }, () => states.map((state) => `approval: ${state}`)),
    );
    await eventually(() => owner.told.includes('audit: approval.ended'));
    expect(JSON.stringify([await entries(one.id), await entries(other.id)])).not.toContain('hunter2');
    for (const each of [viewer, owner]) each.hangUp();
  });

  it('stand in the path of the message whose turn asked', async () => {
    const event = eventOf('one');
    const db = world.app.get(Database);
    await db.transaction((tx) =>
      db
        .on(tx)
        .insertInto('inbound_events')
        .values({ ...event, state: 'done', outcome: 'turn', processed_at: Date.now() })
        .execute(),
    );
    const eventId = event.id;
    const waiting = await ask({ eventId, createdAt: Date.now() - 10 });
    const denied = await ask({ eventId });
    await ask();
    await call(`POST /approvals/${denied.id}/deny`);
    const { steps } = await world.app.get(Timelines).timelineOf(eventId);
    const name = 'create_issue of linear';
    expect(
      steps.filter(({ step }) => step === 'approval').map(({ id, outcome, detail }) => [id, outcome, detail]),
    ).toEqual([
      [waiting.id, 'waiting', `${name} waits for a decision: gatehouse approvals show ${waiting.code}`],
      [denied.id, 'asked', `${name} (${denied.code})`],
      [denied.id, 'denied', name],
    ]);
  });
});
