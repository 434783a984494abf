import { MemoryState, RecordingSink } from '../../../test/support/imbridge.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import type { SenderId } from '../../channels/index.js';
import { WORKPLACE_EXAMPLES } from '../../../simulators/index.js';
import { References } from '../service/references/references.js';
import { TeamGroups } from '../service/references/team-groups.js';
import type { Activity } from '../service/wire/activity.js';
import { ActivityIngest } from './activity-ingest.js';

const IRENE = '0b7e5d91-3c2a-4e68-b1f4-9d8a6c5e7f30' as SenderId;
const clock = new FakeClock();

it('does not trust a web chat page about its user', async () => {
  const [state, sink] = [new MemoryState(), new RecordingSink()];
  const references = new References(state, clock);
  const teams = new TeamGroups(state, clock);
  const parts = {
    references,
    teams,
    clock,
    askGroup: () => Promise.resolve(undefined),
    installed: () => undefined,
    caughtUp: () => Promise.resolve(),
  };
  const sut = new ActivityIngest(parts);
  const real = WORKPLACE_EXAMPLES.personalMessage as unknown as Activity;
  await sut.take(real, sink);
  const { id: bot } = real.recipient as { id: string };
  const said = [{ id: IRENE }, { id: '29:1kQ' }, { id: 'me', aadObjectId: IRENE }];
  const nobody = [{ aadObjectId: IRENE }, { id: bot, aadObjectId: IRENE }];
  for (const [index, from] of [...said, ...nobody].entries()) {
    const conversation = { id: `chat-${index}` };
    await sut.take({ ...real, id: String(index), channelId: 'webchat', conversation, from }, sink);
  }
  expect(sink.accepted.map(({ accessKeys, sender }) => [sender.id, accessKeys[0]])).toEqual([
    [IRENE, `sender:${IRENE}`],
    ...[IRENE, '29:1kQ', 'me'].map((id) => [`webchat:${id}`, `sender:webchat:${id}`]),
  ]);
  expect(sink.drops).toEqual(['no-sender', 'own-message']);
  // Nor does what is for her go there.
  const { id } = real.conversation as { id: string };
  expect(await references.personalChatWith(IRENE)).toBe(id);
});
