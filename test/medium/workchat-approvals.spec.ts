import { Approvals, type ApprovalState } from '../../src/conversations/index.js';
import { Mcp } from '../../src/mcp/index.js';
import { HttpMcpServer, textResult, toolNamed } from '../../src/mcp/testing/http-server.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { Asked } from '../support/pipeline.js';
import { WorkchatPipelines } from '../support/workchat-pipeline.js';
import type { Place } from '../support/workchat-world.js';

describe.each(DATABASES)('approvals in workchat on %s', (_, open) => {
  const t = new WorkchatPipelines(open);
  let server: HttpMcpServer;
  const calls: unknown[] = [];

  beforeEach(async () => {
    calls.length = 0;
    server = await HttpMcpServer.start();
    server.tools = [toolNamed('create')];
    server.onCall = (params) => {
      calls.push(params.arguments);
      return textResult('created 7');
    };
    const allowFrom = [t.irene.user.aadObjectId];
    const agents = { list: [{ id: 'main', mcp: ['desk'] }] };
    const config = { agents, mcp: { servers: { desk: { url: server.url } } } };
    const p = await t.start({ allowFrom, groupAllowFrom: allowFrom, groupPolicy: 'open' }, { config });
    await t.service(Mcp).start();
    await eventually(() => t.service(Mcp).toolsOf('desk')!.tools.length > 0, { what: 'the tools' });
    p.runtime.answer = async (asked: Asked) => {
      if (asked.message.kind === 'notice') return 'it is done';
      await asked.tools!()!.call('desk__create', { title: '**a**' }, new AbortController().signal);
      return 'it waits';
    };
  });
  afterEach(() => server.stop());

  /** Irene asks, and gets the request. */
  async function asked(place: Place) {
    t.say('please', place);
    const cards = () => t.cloud.botMessages(place).filter(({ activity }) => activity.attachments?.length);
    await t.cloud.waitFor(() => cards().length === 1);
    return cards()[0]!;
  }
  const until = (state: ApprovalState) =>
    eventually(async () => (await t.service(Approvals).list({ limit: 1 }))[0]?.state === state, {
      what: state,
    });
  const shows = (words: string, place: Place) =>
    t.cloud.waitFor(() =>
      JSON.stringify(t.cloud.botMessages(place).map(({ activity }) => activity)).includes(words),
    );

  it('a call is made once after a press, whose outcome takes the place of the buttons', async () => {
    const card = await asked(t.irene.chat);
    const press = (title: string) => t.cloud.cards.execute(t.irene.user, card, { title });
    expect(await press('Allow')).toMatchObject({ shown: { text: 'Your answer has been received.' } });
    await until('done');
    await shows('Allowed by Irene Paz, and done: create of desk', t.irene.chat);
    await t.cloud.waitFor(() => t.shown(t.irene.chat).includes('it is done'));
    expect(calls).toEqual([{ title: '**a**' }]);
    expect(JSON.stringify(card.activity)).not.toContain('Action.');
  });

  it('another person in the group is refused, and an answer of an old client counts', async () => {
    const ben = t.cloud.addContact('Ben Oh').user;
    const group = t.cloud.world.addGroupChat({ members: [t.irene.user, ben], hasBot: true, name: 'Crew' });
    const card = await asked(group);
    const refused = await t.cloud.cards.execute(ben, card, { title: 'Allow' });
    expect(refused).toMatchObject({
      shown: { kind: 'problem', text: expect.stringContaining('Only operators') },
    });
    const stale = structuredClone(card.activity);
    await t.cloud.cards.submit(t.irene.user, card, { title: 'Refuse' });
    await until('denied');
    await shows('Denied by Irene Paz: create of desk', group);
    const late = { ...card, activity: stale };
    expect(await t.cloud.cards.execute(t.irene.user, late, { title: 'Allow' })).toMatchObject({
      shown: { kind: 'toast', text: expect.stringContaining('Denied by Irene Paz') },
    });
    await t.cloud.idle();
    expect(calls).toEqual([]);
  });
});
