import { DATABASES } from '../support/databases.js';
import { executedFiles } from '../support/executed-files.js';
import { pipelineWorld } from '../support/pipeline-world.js';

/**
 * The files below src in which code runs for one message, between a connector that hands it to its sink and the recorded
 * end of its answer's delivery; `npm run way` lists them. The connector and the model are the test's, the edge comes
 * before.
 */
describe.each(DATABASES)('the way of a direct message on %s', (_, open) => {
  const world = pipelineWorld(open);

  it('leads from its acceptance to its delivered answer through files that `npm run way` lists', async () => {
    const { connector } = await world.start();
    await world.letIn(world.pipeline);
    const way = await executedFiles(async () => {
      await connector.receive('ann', 'hello');
      await world.idle();
    });
    if (process.env.SHOW_FILES !== undefined) console.log([way.length, ...way].join('\n'));
    expect(way).toEqual(
      expect.arrayContaining([
        'inbound/inbox.service.ts',
        'turns/turn-commit.service.ts',
        'delivery/delivery-closer.service.ts',
      ]),
    );
  });
});
