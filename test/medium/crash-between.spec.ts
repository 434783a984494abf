import { CrashBetween, type Life, type Unit } from '../support/crash-between.js';
import { DATABASES } from '../support/databases.js';

describe.each(DATABASES)('a crash behind any durable step on %s', (_, open) => {
  const crash = new CrashBetween(open);
  const differencesOf = async (unit: Unit) => {
    const { steps, differences } = await crash.differences(unit);
    if (process.env.STEPS) console.log(steps.join('\n'), JSON.stringify(differences, null, 1));
    expect(steps.length).toBeGreaterThan(2);
    return differences;
  };
  const write = (from: string, text: string) => (life: Life) => life.p.connector.receive(from, text, { inboxKey: `msg:${text}` });

  it('answers a direct message once', async () => {
    expect(await differencesOf({ acts: [write('ann', 'hello')] })).toEqual({});
  });
});
