import { sql } from 'kysely';
import { AuditLog } from '../../src/access-control/index.js';
import { RuntimeFailure, type TurnPart } from '../../src/assistant/index.js';
import type { AccountId, ChannelId } from '../../src/channels/index.js';
import { HoldsInForce } from '../../src/conversations/holds/holds-in-force.js';
import { HoldsRepository } from '../../src/conversations/holds/holds.repository.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { FakeClock } from '../support/fake-clock.js';
import { at, holdWorld, OPEN_END, OPERATOR } from '../support/hold-world.js';
import { hangingAnswer, type Pipeline } from '../support/pipeline.js';

describe.each(DATABASES)(
  'a hold of a conversation, beside turns, tools and other holds, on %s',
  (dialect, open) => {
    const holds = holdWorld(open);
    const { world, of, hold, release, say, outcomes, actions } = holds;
    let p: Pipeline;
    const start = async (...options: Parameters<typeof holds.start>) => (p = await holds.start(...options));

    it.each<[string, () => TurnPart]>([
      ['the answer', () => ({ kind: 'text', text: 'an answer' })],
      ['the first block of the answer', () => ({ kind: 'text', text: `${'a'.repeat(200)}\n\nrest` })],
      [
        'the apology',
        () => {
          throw new RuntimeFailure('the model is gone', false);
        },
      ],
    ])('refuses %s of a turn that does not know of the hold yet, and keeps its message', async (_, part) => {
      await start();
      p.connector.settings = { ...p.connector.settings, blockStreaming: true };
      const { until, letGo } = hangingAnswer();
      p.runtime.stream = async function* (_asked, signal) {
        await until(signal);
        yield part();
      };
      await p.connector.receive('ann', 'one');
      await eventually(() => p.runtime.asked.length > 0);
      // As on a replica that has not read it: `isHeld` and the end of the turn do not know.
      const inForce = p.module.get(HoldsInForce, { strict: false });
      inForce.isHeld = () => false;
      await p.db.transaction((tx) => of(p).holdIn(tx, OPERATOR, at('ann'), OPEN_END));
      letGo();
      await eventually(async () => (await outcomes())[0] === 'heard held', { what: 'the refusal' });
      await world.idle(p);
      expect(p.connector.textsTo('ann')).toEqual([]);
      expect((await release(true)).answers).toBeDefined();
    });

    it.each([
      ['message', { action: 'send', target: 'chat-ann', message: 'from the model' }],
      ['reaction', { action: 'react', target: 'chat-ann', messageId: 'in-1', emoji: '👍' }],
    ])('gets no %s of a tool that is used elsewhere', async (_, input) => {
      await start();
      p.connector.features = { react: 'full' };
      p.connector.settings = { ...p.connector.settings, allowFrom: only('ops', 'ann') };
      await say('hello');
      await hold();
      const results: unknown[] = [];
      p.runtime.answer = async (asked, signal) => {
        results.push(await asked.tools!()!.call('message', input, signal));
        return 'ok';
      };
      await say('write to ann', 'ops');
      expect(results).toEqual([
        { ok: false, error: expect.stringContaining('a person holds that conversation') },
      ]);
      expect([p.connector.textsTo('ann'), p.connector.acted]).toEqual([['echo: hello'], []]);
      expect(p.connector.textsTo('ops')).toEqual(['ok']);
    });

    it('leaves nothing open of a turn that has used a tool, which would be used again', async () => {
      await start();
      const { until } = hangingAnswer();
      p.runtime.answer = async (asked, signal) => {
        await asked.tools!()!.call('message', { action: 'send', message: 'done' }, signal);
        await until(signal);
        return 'an answer';
      };
      await p.connector.receive('ops', 'do it');
      await eventually(() => p.connector.textsTo('ops').includes('done'));
      await hold('ops');
      await eventually(async () => (await outcomes())[0] === 'stopped held');
      expect((await of(p).release(OPERATOR, at('ops'), true)).answers).toBeUndefined();
    });

    it('answers a message that was judged as held while another replica handed the conversation back', async () => {
      await start();
      await hold();
      // As on a replica that has not read the end of the hold yet.
      p.module.get(HoldsInForce, { strict: false }).read = () => Promise.resolve();
      await p.db.transaction((tx) =>
        p.module.get(HoldsRepository, { strict: false }).remove(tx, at('ann'), 'any'),
      );
      await say('hello');
      expect(p.connector.textsTo('ann')).toEqual(['echo: hello']);
      expect(await outcomes()).toEqual(['turn']);
    });

    it('begins again, without what was open, when its time is over and no one has ended it yet', async () => {
      const clock = new FakeClock(Date.now());
      await start({}, clock);
      await hold('ann', { until: clock.now() + 60_000, note: null });
      await say('too early');
      // As on a replica that does not look for holds that are over.
      p.module.get(HoldsInForce, { strict: false }).read = () => Promise.resolve();
      clock.advance(60_000);
      expect(await hold()).toMatchObject({ since: clock.now(), until: null });
      expect((await release(true)).answers).toBeUndefined();
      expect(await actions()).toEqual([
        'token:ops conversation.released',
        'token:ops conversation.held',
        'system conversation.released',
        'token:ops conversation.held',
      ]);
    });

    it.each([
      ['channel', { channel: 'other' as ChannelId }],
      ['account', { account: 'other' as AccountId }],
      ['conversation', { conversation: at('ben').conversation }],
    ])('is none of another %s', async (_field, other) => {
      await start();
      const elsewhere = { ...at('ann'), ...other };
      await of(p).hold(OPERATOR, elsewhere, OPEN_END);
      const inForce = p.module.get(HoldsInForce, { strict: false });
      expect([inForce.isHeld(elsewhere), inForce.isHeld(at('ann'))]).toEqual([true, false]);
      await say('one');
      expect(p.connector.textsTo('ann')).toEqual(['echo: one']);
      await hold();
      await say('two');
      expect(await of(p).list()).toHaveLength(2);
      expect((await of(p).release(OPERATOR, elsewhere, true)).answers).toBeUndefined();
      expect(await of(p).list()).toMatchObject([at('ann')]);
      expect((await release(true)).answers).toBeDefined();
      await world.idle(p);
      expect(p.connector.textsTo('ann')).toEqual(['echo: one', 'echo: two']);
    });

    it('leaves the message open that was accepted last, in any order of notes', async () => {
      await start();
      await hold();
      const repository = p.module.get(HoldsRepository, { strict: false });
      const open = ['evt_2', 'evt_1'].map((eventId) => ({ eventId, sessionKey: 's', payload: eventId }));
      for (const each of open) await p.db.transaction((tx) => repository.noteOpen(tx, at('ann'), each));
      const ended = await p.db.transaction((tx) => repository.remove(tx, at('ann'), 'any'));
      expect(ended!.open).toEqual(open[0]);
    });

    if (dialect === 'PostgreSQL')
      describe('while transactions of turns are open', () => {
        const tables = ['inbound_events', 'deliveries', 'turn_progress', 'turn_steps'] as const;
        type Table = (typeof tables)[number];

        /** A transaction as that with which a turn commits something; the audit log shows that it is over. */
        const commitOf = async (name: string, table: Table) => {
          const [begun, end] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
          const over = p.db.transaction(async (tx) => {
            await p.db
              .on(tx)
              .deleteFrom(table)
              .where(sql<boolean>`false`)
              .execute();
            const entry = { action: 'turn.committed', subject: name };
            await p.module.get(AuditLog, { strict: false }).record(tx, OPERATOR, entry);
            begun.resolve(undefined);
            await end.promise;
          });
          await begun.promise;
          return { over, end: () => end.resolve(undefined) };
        };
        /** @param step called before each look at the transactions, with its number */
        const onLook = (step: (look: number) => unknown) => {
          const repository = p.module.get(HoldsRepository, { strict: false });
          const turnsCommitting = repository.turnsCommitting.bind(repository);
          let looks = 0;
          repository.turnsCommitting = async () => {
            await step(++looks);
            return turnsCommitting();
          };
        };
        const committed = async () =>
          (await p.module.get(AuditLog, { strict: false }).list(99))
            .filter(({ action }) => action === 'turn.committed')
            .map(({ subject }) => subject);

        it.each(tables)('begins only after those that have written to %s', async (table) => {
          await start();
          const turn = await commitOf('before', table);
          onLook((look) => look === 3 && turn.end());
          expect(await hold().then(committed).finally(turn.end)).toEqual(['before']);
          await turn.over;
        });

        it('waits for none that began after it', async () => {
          await start();
          const before = await commitOf('before', 'deliveries');
          let after: typeof before | undefined;
          onLook(async (look) => {
            if (look === 2) {
              after = await commitOf('after', 'deliveries');
              before.end();
              await before.over;
            }
            if (look === 5) after!.end();
          });
          expect(await hold().then(committed)).toEqual(['before']);
          after!.end();
          await after!.over;
        });
      });
  },
);
