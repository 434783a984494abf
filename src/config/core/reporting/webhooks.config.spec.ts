import { ConfigInvalidError } from '../../tree/problem.js';
import { checkConfig, CORE_SECTIONS, readEnvironment, WEBHOOKS } from '../../index.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const GOOD = { id: 'crm', url: 'https://crm.example.org/in?key=1', secret: SECRET, events: ['message.*'] };

const check = (...list: object[]) => checkConfig(CORE_SECTIONS, { webhooks: { list } }, readEnvironment({}));

function problemsOf(...list: object[]): readonly string[] {
  try {
    check(...list);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigInvalidError)) throw error;
    return error.problems.map(({ path, message }) => `${path} ${message}`);
  }
}

describe('webhooks.list', () => {
  it.each([
    [{ ...GOOD, id: 'Not good' }, 'id must be at most 64 lower-case letters, digits and dashes'],
    [
      { ...GOOD, url: 'ftp://crm.example.org' },
      'url must be an http or https URL without credentials or fragment',
    ],
    [
      { ...GOOD, url: 'https://a:b@crm.example.org' },
      'url must be an http or https URL without credentials or fragment',
    ],
    [{ ...GOOD, url: undefined }, 'url is required'],
    [{ ...GOOD, secret: 'short' }, 'secret must be whsec_ and the base64 of 24 to 64 bytes'],
    [{ ...GOOD, secret: undefined }, 'secret is required'],
    [{ ...GOOD, previousSecret: 'short' }, 'previousSecret must be whsec_ and the base64 of 24 to 64 bytes'],
    [{ ...GOOD, events: [] }, 'events must name at least one type, or *'],
    [
      { ...GOOD, events: ['*', 'message.recieved'] },
      'events[1] is not an event type, did you mean "message.received"?',
    ],
    [{ ...GOOD, events: ['webhook.*'] }, 'events[0] is not an event type'],
  ])('refuses %j by its path', (webhook, problem) => {
    expect(problemsOf(webhook)).toEqual([`webhooks.list[0].${problem}`]);
  });

  it('refuses a second webhook with the same id', () => {
    expect(problemsOf(GOOD, GOOD)).toEqual(['webhooks.list[1].id must be unique']);
  });

  it('shows neither an address nor a secret', () => {
    const shown = JSON.stringify(check({ ...GOOD, previousSecret: SECRET }).masked());
    expect(shown).not.toContain('crm.example.org');
    expect(shown).not.toContain('whsec_');
  });

  it.each([
    [['message.*'], ['message.received', 'message.dropped'], ['channel.down']],
    [['channel.down'], ['channel.down'], ['channel.up']],
    [['*'], ['agent.failing', 'alert.raised'], []],
  ] as const)('with the events %j wants %j and not %j', (events, wanted, unwanted) => {
    const [webhook] = check({ ...GOOD, events }).get(WEBHOOKS).list;
    for (const type of wanted) expect(webhook?.wants(type)).toBe(true);
    for (const type of unwanted) expect(webhook?.wants(type)).toBe(false);
  });
});
