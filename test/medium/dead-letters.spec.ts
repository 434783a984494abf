import { AuditLog, SYSTEM } from '../../src/access-control/index.js';
import {
  DeadLettersController,
  toDeadLetterDto,
} from '../../src/admin/sending/deliveries/dead-letters.controller.js';
import { Retention } from '../../src/persistence/retention/retention-schedule.js';
import { DATABASES } from '../support/databases.js';
import { makeDeadLetter, nextDeadLetter } from '../support/dead-letter.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const DAY_MS = 86_400_000;

describe.each(DATABASES)('an inbound dead letter on %s', (_, open) => {
  const world = pipelineWorld(open);
  let clock: FakeClock;
  let p: Pipeline;
  let sut: DeadLettersController;

  beforeEach(async () => {
    clock = new FakeClock(Date.now());
    p = await world.start({ clock });
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open' };
    sut = new DeadLettersController(p.queue, p.module.get(AuditLog, { strict: false }));
  });

  const idle = () => world.idle();
  const say = (text: string) =>
    p.connector.receive('ann', text, { inboxKey: `ann:${text}`, occurredAt: clock.now() });
  const audited = async () =>
    (await p.module.get(AuditLog, { strict: false }).list(9)).map(({ action, subject }) => [action, subject]);

  it('holds no later message back, and is answered once when it is retried', async () => {
    const letter = await makeDeadLetter(p, { from: 'ann', text: 'lost' });
    await say('after it');
    await idle();
    expect(p.connector.textsTo('ann')).toEqual(['echo: after it']);
    expect(await p.queue.deadLetters(9)).toEqual([letter]);
    expect(letter).toMatchObject({ kind: 'inbound', attempts: 8, error: 'as planned' });

    expect(await sut.retry(SYSTEM, String(letter.id))).toEqual(toDeadLetterDto(letter));
    await idle();
    expect(p.connector.textsTo('ann')).toEqual(['echo: after it', 'echo: lost']);
    // The turn runs now, so messages sent in the meantime are its history.
    expect(p.runtime.asked.at(-1)!.history.map(({ text }) => text)).toEqual(['after it', 'echo: after it']);
    expect(await p.queue.deadLetters(9)).toEqual([]);
    expect(await audited()).toEqual([['dead-letter.retried', String(letter.id)]]);
    await expect(sut.retry(SYSTEM, String(letter.id))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('waits behind messages from before its retry, several in the order of their retries', async () => {
    const first = await makeDeadLetter(p, { from: 'ann', text: 'first' });
    const second = await makeDeadLetter(p, { from: 'ann', text: 'second' });
    const gate = Promise.withResolvers<string>();
    p.runtime.answer = ({ text }) => (text === 'running' ? gate.promise : `echo: ${text}`);
    await say('running');
    await eventually(() => p.runtime.asked.at(-1)?.text === 'running');
    await say('waiting');
    for (const { id } of [first, second]) await sut.retry(SYSTEM, String(id));
    gate.resolve('echo: running');
    await idle();
    const texts = ['running', 'waiting', 'first', 'second'];
    expect(p.connector.textsTo('ann')).toEqual(texts.map((text) => `echo: ${text}`));
  });

  it('can become a dead letter again, and is a duplicate when the service repeats it', async () => {
    const { id } = await makeDeadLetter(p, { from: 'ann', text: 'lost' });
    expect(await say('lost')).toBe('duplicate');
    p.runtime.answer = () => Promise.reject(new TypeError('still broken'));
    await sut.retry(SYSTEM, String(id));
    const again = await nextDeadLetter(p);
    expect(again).toMatchObject({ error: 'still broken', attempts: 8 });
    expect(again.id).toBeGreaterThan(id);
  });

  it('cannot be retried once its message is deleted', async () => {
    const letter = await makeDeadLetter(p, { from: 'ann', text: 'lost' });
    clock.advance(31 * DAY_MS);
    await p.module.get(Retention, { strict: false }).deleteOld(new AbortController().signal);
    await expect(sut.retry(SYSTEM, String(letter.id))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await p.queue.deadLetters(9)).toEqual([letter]);
    expect(await audited()).toEqual([]);
  });
});
