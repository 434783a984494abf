import { MemoryState, RecordingSink } from '../../../test/support/imbridge.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import type { ConversationId, SenderId } from '../../channels/index.js';
import { WORKPLACE_EXAMPLES } from '../../../simulators/index.js';
import { References } from '../service/references/references.js';
import { TeamGroups } from '../service/references/team-groups.js';
import type { Activity } from '../service/wire/activity.js';
import { ActivityIngest } from './activity-ingest.js';

const IRENE = '0b7e5d91-3c2a-4e68-b1f4-9d8a6c5e7f30' as SenderId;
const clock = new FakeClock();
const real = WORKPLACE_EXAMPLES.personalMessage as unknown as Activity;
const { id: chat } = real.conversation as { id: ConversationId };

const ingestOn = (state: MemoryState) => {
  const references = new References(state, clock);
  const teams = new TeamGroups(state, clock);
  const parts = {
    references,
    teams,
    clock,
    groupOf: () => Promise.resolve(undefined),
    installed: () => undefined,
    caughtUp: () => Promise.resolve(),
  };
  return { sut: new ActivityIngest(parts), references };
};

it('an installation ends a removal that another replica has seen', async () => {
  const [state, sink] = [new MemoryState(), new RecordingSink()];
  const [{ sut }, other] = [ingestOn(state), ingestOn(state)];
  const installation = WORKPLACE_EXAMPLES.installed as unknown as Activity;
  await sut.ingest(real, sink);
  await other.sut.ingest({ ...installation, action: 'remove' }, sink);
  expect(await other.references.find(chat)).toMatchObject({ isGone: true });
  await sut.ingest(installation, sink);
  expect(await other.references.find(chat)).not.toHaveProperty('isGone');
});

it("an event without a person's directory id does not erase the known one", async () => {
  const [state, sink] = [new MemoryState(), new RecordingSink()];
  const { sut, references } = ingestOn(state);
  const { id } = real.from as { id: string };
  await sut.ingest(real, sink);
  await sut.ingest({ ...real, type: 'messageReaction', id: 'f:1', from: { id } }, sink);
  expect(await references.find(chat)).toMatchObject({ person: { id, aadObjectId: IRENE } });
});

it('web chat activities do not set the directory id of a person', async () => {
  const [state, sink] = [new MemoryState(), new RecordingSink()];
  const { sut, references } = ingestOn(state);
  await sut.ingest(real, sink);
  const { id: bot } = real.recipient as { id: string };
  const said = [{ id: IRENE }, { id: '29:1kQ' }, { id: 'me', aadObjectId: IRENE }];
  const nobody = [{ aadObjectId: IRENE }, { id: bot, aadObjectId: IRENE }];
  for (const [index, from] of [...said, ...nobody].entries()) {
    const conversation = { id: `chat-${index}` };
    await sut.ingest({ ...real, id: String(index), channelId: 'webchat', conversation, from }, sink);
  }
  expect(sink.accepted.map(({ accessKeys, sender }) => [sender.id, accessKeys[0]])).toEqual([
    [IRENE, `sender:${IRENE}`],
    ...[IRENE, '29:1kQ', 'me'].map((id) => [`webchat:${id}`, `sender:webchat:${id}`]),
  ]);
  expect(sink.drops).toEqual(['no-sender', 'own-message']);
  // Nor does what is for her go there.
  expect(await references.personalChatWith(IRENE)).toBe(chat);
});
