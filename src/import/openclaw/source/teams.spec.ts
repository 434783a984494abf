import { importWorld } from '../../../../test/support/openclaw/import-world.js';
import { SourceFolder } from '../../source/source-folder.js';
import { readTeams } from './teams.js';

const world = importWorld();
const PERSON = 'bbbbbbbb-2222-3333-4444-555555555555';
const CONVERSATION = '19:ab@thread.tacv2';

it('a vote given by an account counts for its person, whom the conversations tell', () => {
  const reference = {
    user: { id: '29:ann', aadObjectId: PERSON },
    agent: { id: '28:bot' },
    conversation: { id: CONVERSATION, conversationType: 'channel' },
    serviceUrl: 'https://smba.trafficmanager.net/emea/',
  };
  const poll = {
    id: 'p1',
    question: 'Lunch?',
    options: ['Pizza', 'Soup'],
    conversationId: CONVERSATION,
    votes: { '29:ann': ['1'], '29:unknown': ['0'] },
  };
  world().write('msteams-conversations.json', { conversations: { [CONVERSATION]: reference } });
  world().write('msteams-polls.json', { polls: { p1: poll } });
  const { polls } = readTeams(SourceFolder.open(world().folder), undefined, Date.now());
  expect(polls.map(({ votes }) => [...votes])).toEqual([[[PERSON, [1]]]]);
});
