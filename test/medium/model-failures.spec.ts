import { RuntimeFailure } from '../../src/assistant/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { throughBackOffs } from '../support/passing-time.js';
import { pipelineWorld } from '../support/pipeline-world.js';

describe.each(DATABASES)('a message whose turn fails on %s', (_, open) => {
  const { start, letIn, idle } = pipelineWorld(open);

  const outage = () => {
    throw new RuntimeFailure('model answered 503', true);
  };

  it('row 16: is retried and answered once', async () => {
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

  it('is retried soon although the clock is set back a day meanwhile', async () => {
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

  it("gets one apology when retrying fails, without the error's text", async () => {
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

  it('of several behind an outage is retried for its time if it is the first, and once if not', async () => {
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

  it('is retried for its time after an answer has ended the outage before it', async () => {
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

  it('gets an apology at once when the error is not retryable', async () => {
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
