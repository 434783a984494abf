import { AdminTokens, SYSTEM, Users } from '../../src/access-control/index.js';
import type { HeldPlace } from '../../src/conversations/holds/holds.repository.js';
import { Holds } from '../../src/conversations/index.js';
import { PairingService } from '../../src/pairing/index.js';
import { Database } from '../../src/persistence/index.js';
import { deliveryOf, eventOf, loopBreakOf } from '../support/event-rows.js';
import { eventually } from '../support/eventually.js';
import { eventStreamWorld } from '../support/event-stream-world.js';

const HOUR_MS = 3_600_000;

describe.each(['SQLite', 'PostgreSQL'])('the stream of events on %s', (kind) => {
  const world = eventStreamWorld(kind);
  const { tokenOf, ask, listen, say, knock, hears } = world;

  it('has the events that each role may see, and continues after a restart', async () => {
    const { token: owners } = await tokenOf('owner');
    const { token: viewers } = await tokenOf('viewer');
    await say('before');
    const [owner, viewer] = [await listen(owners), await listen(viewers)];
    await say('one');
    await hears(owner, ['message: one']);
    await knock('ann');
    await hears(owner, ['message: one', 'pairing: ann']);
    await tokenOf('viewer');
    await hears(owner, ['message: one', 'pairing: ann', 'audit: token.created']);
    await hears(viewer, ['message: one', 'pairing: ann']);
    await world.app.close();
    await eventually(() => owner.hasEnded && viewer.hasEnded, { what: 'the end of the lines' });
    await world.start();
    // More than a page, without a listener.
    for (let n = 0; n < 120; n++) await say(`missed ${n}`);
    await knock('ben');
    const again = await listen(viewers, viewer.lastId);
    await say('two');
    const missed = Array.from({ length: 120 }, (_, n) => `message: missed ${n}`);
    await eventually(() => again.told.length >= 122, { timeoutMs: 30_000, what: 'what was missed' });
    expect(again.told.filter((each) => each.startsWith('message'))).toEqual([...missed, 'message: two']);
    expect(again.told).toContain('pairing: ben');
    again.hangUp();
  }, 60_000);

  it('tells viewers of holds, and owners before their entries in the audit log', async () => {
    const { token } = await tokenOf('viewer');
    const heard = await listen(token);
    // A channel that is not configured any more.
    const place = { channel: 'c', account: 'a', conversation: 'v' } as unknown as HeldPlace;
    const holds = world.app.get(Holds);
    const firstId = heard.lastId;
    await holds.hold(SYSTEM, place, { until: null, note: 'a note' });
    await holds.release(SYSTEM, place, true);
    await eventually(() => heard.told.filter((each) => each.startsWith('hold')).length === 2);
    const told = heard.told.filter((each) => !each.startsWith('message'));
    expect(told).toEqual(['hold: true', 'hold: false']);
    const again = await listen((await tokenOf('owner')).token, firstId);
    await eventually(() => again.told.includes('audit: conversation.released'));
    expect(again.told.filter((each) => !each.startsWith('message')).slice(0, 4)).toEqual([
      'hold: true',
      'audit: conversation.held',
      'hold: false',
      'audit: conversation.released',
    ]);
    for (const each of [heard, again]) each.hangUp();
  });

  it('tells every role of decisions, grants and users, and owners before their entries in the audit log', async () => {
    const [{ token }, { token: owners }] = [await tokenOf('viewer'), await tokenOf('owner')];
    const [viewer, owner] = [await listen(token), await listen(owners)];
    const pairings = world.app.get(PairingService);
    await pairings.approve(SYSTEM, { id: await knock('ann') });
    await pairings.deny(SYSTEM, { id: await knock('ben') });
    await world.app.get(Users).create(SYSTEM, { email: 'ann@example.org', displayName: 'Ann' });
    const of = ({ told }: typeof viewer, kinds: RegExp) => told.filter((each) => kinds.test(each));
    await eventually(() => of(owner, /^audit/).includes('audit: user.created'));
    await eventually(() => of(viewer, /^user/).length === 1);
    expect(of(viewer, /^(decision|audit)/)).toEqual(['decision: approved', 'decision: denied']);
    expect([of(viewer, /^grant/).length, of(viewer, /^user/).length]).toEqual([1, 1]);
    expect(of(owner, /^(decision|audit: pairing)/)).toEqual([
      'decision: approved',
      'audit: pairing.approved',
      'decision: denied',
      'audit: pairing.denied',
    ]);
    for (const each of [viewer, owner]) each.hangUp();
  });

  it('begins with a gap, and tells every role that something has changed, without an id', async () => {
    const { token } = await tokenOf('viewer');
    const heard = await listen(token);
    await eventually(() => heard.hints.length > 0);
    expect(heard.hints).toEqual(['gap']);
    const { lastId } = heard;
    const db = world.app.get(Database);
    const change = (work: (on: ReturnType<Database['on']>) => Promise<unknown>) =>
      db.transaction((tx) => work(db.on(tx)));
    const tells = (kind: string) =>
      eventually(() => heard.hints.filter((each) => each === kind).length > 0, { what: kind }).then(() =>
        heard.hints.splice(0),
      );
    const event = eventOf('one');
    await change((on) => on.insertInto('inbound_events').values(event).execute());
    await tells('event');
    await change((on) =>
      on
        .updateTable('inbound_events')
        .set({ state: 'done', outcome: 'dropped', reason: 'dm-disabled', processed_at: 1 })
        .execute(),
    );
    await tells('event');
    const delivery = deliveryOf('one');
    await change((on) => on.insertInto('deliveries').values(delivery).execute());
    await tells('delivery');
    await change((on) => on.updateTable('deliveries').set({ state: 'sent', sent_at: 1 }).execute());
    await tells('delivery');
    await change((on) => on.updateTable('deliveries').set({ read_at: 2 }).execute());
    await tells('delivery');
    await change((on) => on.insertInto('loop_breaks').values(loopBreakOf('one')).execute());
    await tells('loop');
    expect([heard.told, heard.lastId]).toEqual([[], lastId]);
    heard.hangUp();
  });

  it('ends with its token, refuses malformed ids, and answers HEAD at once', async () => {
    const { token, adminToken } = await tokenOf('viewer');
    const heard = await listen(token);
    for (const id of [
      'x',
      '1.2',
      '1.2.3.4',
      '1.2.x',
      '1.pair_00000000000000000000000000.3',
      '-1..',
      '1.2.pair_x',
    ])
      expect([id, (await ask(token, { 'last-event-id': id })).status]).toEqual([id, 400]);
    expect((await ask(token, {}, 'HEAD')).status).toBe(200);
    await world.app.get(AdminTokens).revoke(SYSTEM, adminToken.id);
    await say('secret');
    await eventually(() => heard.hasEnded, { what: 'the end of the line' });
    expect(heard.told).toEqual([]);
    // Simulates the restore of an older backup: events are reported from now on.
    const { token: other } = await tokenOf('viewer');
    const ahead = await listen(other, '999999.999999.');
    await say('after all');
    await hears(ahead, ['message: after all']);
    ahead.hangUp();
  }, 60_000);

  it('is refused as the eleventh of a token until one is closed, and never to an owner', async () => {
    const [{ token }, { token: owners }] = [await tokenOf('viewer'), await tokenOf('owner')];
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen(token)));
    const refused = await ask(token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await refused.json()).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    for (let n = 0; n < 11; n++) streams.push(await listen(owners));
    streams.shift()!.hangUp();
    await eventually(async () => (await ask(token, {}, 'HEAD')).status === 200, { what: 'a free place' });
    for (const each of streams) each.hangUp();
  }, 60_000);

  it('has a pairing request that was made while a clock was behind', async () => {
    const { token } = await tokenOf('viewer');
    await knock('ann');
    const heard = await listen(token);
    await knock('ben', Date.now() - HOUR_MS);
    await knock('cem');
    await hears(heard, ['pairing: ben', 'pairing: cem']);
    heard.hangUp();
    const again = await listen(token, heard.lastId);
    await knock('dan', Date.now() - 2 * HOUR_MS);
    await hears(again, ['pairing: dan']);
    again.hangUp();
  });

  it('continues after an id of the previous release', async () => {
    const { token } = await tokenOf('viewer');
    const ids = [await knock('ann'), await knock('ben'), await knock('cem')];
    const [, audit, message] = /^(\d+)\.(\d*)\./.exec((await listen(token)).lastId)!;
    await knock('dan', Date.now() - HOUR_MS);
    const oldId = `${audit}.${message}.${ids[1]}`;
    const heard = await listen(token, oldId);
    await hears(heard, ['pairing: cem', 'pairing: dan']);
    heard.hangUp();
    // Retention has deleted that request since.
    const db = world.app.get(Database);
    await db.transaction((tx) =>
      db.on(tx).deleteFrom('pairing_requests').where('id', '=', ids[1]!).execute(),
    );
    const later = await listen(token, oldId);
    await hears(later, ['pairing: cem', 'pairing: dan']);
    later.hangUp();
  });
});
