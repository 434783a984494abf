import { RuntimeFailure } from '../../src/assistant/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { throughBackOffs } from '../support/passing-time.js';
import { pipelineWorld } from '../support/pipeline-world.js';

describe.each(DATABASES)('when the model fails, the way of a message on %s', (_, open) => {
  const { start, letIn, idle } = pipelineWorld(open);

  const outage = () => {
    throw new RuntimeFailure('model answered 503', true);
  };

  it('row 16: asks again and answers once', async () => {
    const p = await start();
    await letIn(p);
    let failures = 0;
    p.runtime.answer = ({ text }) => (failures++ < 2 ? outage() : `echo: ${text}`);
    await p.connector.receive('ann', 'hi');
    await eventually(async () => {
      await p.queue.expedite('inbound');
      return p.connector.sent.length === 1;
    });
    expect(p.connector.textsTo('ann')).toEqual(['echo: hi']);
  });

  it('asks again in a moment though the clock is set back a day meanwhile', async () => {
    const clock = new FakeClock(Date.now());
    const p = await start({ clock });
    await letIn(p);
    p.runtime.answer = ({ text }) => {
      if (p.runtime.asked.length > 1) return `echo: ${text}`;
      clock.jump(-86_400_000);
      return outage();
    };
    await p.connector.receive('ann', 'hi', { occurredAt: clock.now() });
    await eventually(() => p.runtime.asked.length === 1);
    const since = clock.elapsed();
    await throughBackOffs({ ...p, clock, stepMs: 100 }, () => p.connector.sent.length === 1);
    expect(p.connector.textsTo('ann')).toEqual(['echo: hi']);
    expect(clock.elapsed() - since).toBeLessThan(60_000);
  });

  it('apologises once when it does not come back, without a word of the error', async () => {
    const clock = new FakeClock(Date.now());
    const p = await start({ clock, config: { messages: { apology: 'Sorry.', retryForMs: 60_000 } } });
    await letIn(p);
    p.runtime.answer = outage;
    await p.connector.receive('ann', 'hi', { occurredAt: clock.now() });
    await eventually(() => p.runtime.asked.length === 1);
    const isTold = () => p.connector.sent.length === 1;
    await throughBackOffs({ ...p, clock, stepMs: 20_000 }, isTold);
    await idle(p);
    expect(p.connector.textsTo('ann')).toEqual(['Sorry.']);
  });

  it('gives what waited over a restart of everything its time, and each message behind a long outage one try', async () => {
    const clock = new FakeClock(Date.now());
    const p = await start({ clock, config: { messages: { apology: 'Sorry.', retryForMs: 60_000 } } });
    await letIn(p);
    p.runtime.answer = () => {
      clock.advance(25_000);
      return outage();
    };
    for (const text of ['one', 'two']) await p.connector.receive('ann', text);
    const areTold = () => p.connector.sent.length === 2;
    await throughBackOffs({ ...p, clock }, areTold);
    const tries = (text: string) => p.runtime.asked.filter((each) => each.text === text).length;
    expect(tries('one')).toBeGreaterThan(1);
    expect(tries('two')).toBe(1);
  });

  it('forgets an outage with the first answer: what waited behind it is asked again when it fails', async () => {
    const clock = new FakeClock(Date.now());
    const p = await start({ clock, config: { messages: { apology: 'Sorry.', retryForMs: 60_000 } } });
    await letIn(p);
    const triesOf = new Map<string, number>();
    p.runtime.answer = ({ text }) => {
      const tries = (triesOf.get(text) ?? 0) + 1;
      triesOf.set(text, tries);
      if (tries > 1) return `echo: ${text}`;
      clock.advance(70_000);
      return outage();
    };
    for (const text of ['one', 'two']) await p.connector.receive('ann', text);
    await eventually(async () => {
      await p.queue.expedite('inbound');
      return p.connector.sent.length === 2;
    });
    expect(p.connector.textsTo('ann')).toEqual(['echo: one', 'echo: two']);
  });

  it('apologises at once when asking again cannot help', async () => {
    const p = await start({ config: { messages: { apology: 'Sorry.' } } });
    await letIn(p);
    p.runtime.answer = () => {
      throw new RuntimeFailure('the model answered 401', false);
    };
    await p.connector.receive('ann', 'hi');
    await eventually(() => p.connector.sent.length === 1);
    expect(p.connector.textsTo('ann')).toEqual(['Sorry.']);
    expect(p.runtime.asked).toHaveLength(1);
  });
});
