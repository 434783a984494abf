import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { pipelineWorld } from '../support/pipeline-world.js';

describe.each(DATABASES)('cards by tools on %s', (_, open) => {
  const world = pipelineWorld(open);

  it.each([
    [{ deny: ['message.card'] }, false],
    [{ allow: ['message.send'] }, false],
    [{ allow: ['message.send', 'message.card'] }, true],
    [{}, true],
  ])('are sent only when the policy allows them: %j', async (tools, isSent) => {
    const p = await world.start({ config: { agents: { list: [{ id: 'main', tools }] } } });
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open' };
    p.connector.features = { card: 'full' };
    const seen: unknown[] = [];
    p.runtime.answer = async (asked, signal) => {
      const box = asked.tools!()!;
      seen.push(Object.hasOwn(box.definitions[0]!.inputSchema.properties as object, 'card'));
      seen.push((await box.call('message', { action: 'send', message: 'more', card: {} }, signal)).ok);
      return '';
    };
    await p.connector.receive('ann', 'go');
    await eventually(() => seen.length === 2);
    expect(seen).toEqual([isSent, isSent]);
    await world.idle();
  });
});
