import type { InboundEvent } from '../../channels/index.js';
import { AGENTS, type GatehouseConfig } from '../../config/index.js';
import type { OurMessages } from '../../delivery/index.js';
import type { AnswerForm } from '../inbox/command-reader.js';
import { AskedApprovals } from './asked-approvals.service.js';

const EVENT = {
  kind: 'message',
  channel: 'fake',
  account: 'one',
  text: 'yes',
  replyTo: 'm1',
  attachments: [],
  conversation: { id: 'c', kind: 'direct' },
} as unknown as InboundEvent;
const REPLY = { decision: 'allow', messageId: 'm1' } as unknown as AnswerForm;

/** @param content of our message m1 */
function askedWith(
  settings: { agents?: object; channels?: object; mcp?: readonly string[] },
  content?: object,
) {
  const queries: object[] = [];
  const config = {
    get: (section: unknown) => (section === AGENTS ? { list: [{}, { mcp: settings.mcp }] } : undefined),
    rawAt: (path: 'agents' | 'channels') => settings[path],
  };
  const ours = {
    oursAmong: async (target: object, [id]: readonly string[]) => {
      queries.push(target);
      return new Map(content && id === 'm1' ? [[id, { content }]] : []);
    },
  };
  const asked = new AskedApprovals(ours as unknown as OurMessages, config as unknown as GatehouseConfig);
  return { asked, queries };
}

describe('an event in the form of an answer', () => {
  it.each<[string, Parameters<typeof askedWith>[0], boolean]>([
    ['an agent has a server', { mcp: ['desk'] }, true],
    ['no agent has a server', { mcp: [] }, false],
    ['an agent asks', { agents: { list: [{ tools: { ask: ['message.send'] } }] } }, true],
    ['a place asks', { channels: { fake: { groups: { g: { tools: { ask: ['message'] } } } } } }, true],
    ['nothing is on the list of what asks', { agents: { list: [{ tools: { ask: [] } }] } }, false],
    ['another list has something', { agents: { list: [{ tools: { deny: ['message'] } }] } }, false],
    ['what asks is no list', { agents: { ask: 'message' }, channels: { ask: null } }, false],
    [
      'a later agent asks',
      { agents: { list: [{ tools: { allow: ['x'] } }, { tools: { ask: ['x'] } }] } },
      true,
    ],
  ])('may be one where %s: %3$s', async (_, settings, mayBe) => {
    const { asked, queries } = askedWith(settings, { kind: 'text', text: 'ask', approvalId: 'apr_1' });
    expect(asked.mayAnswer(EVENT)).toBe(mayBe);
    expect(await asked.answerIn(EVENT, REPLY)).toEqual(
      mayBe ? { approvalId: 'apr_1', decision: 'allow' } : undefined,
    );
    expect(queries).toEqual(mayBe ? [{ channel: 'fake', account: 'one', conversation: 'c' }] : []);
    const other = { ...EVENT, text: 'yes, later' } as unknown as InboundEvent;
    expect(asked.mayAnswer(other)).toBe(false);
  });

  it.each<[string, object | undefined]>([
    ['a message without a question', { kind: 'text', text: 'hello' }],
    ['a card, which has buttons', { kind: 'approval', approvalId: 'apr_1' }],
    ['no message of ours', undefined],
  ])('is none to %s', async (_, content) => {
    expect(await askedWith({ mcp: ['desk'] }, content).asked.answerIn(EVENT, REPLY)).toBeUndefined();
  });

  it('that names its approval is one without a query, also where nothing asks any more', async () => {
    const { asked, queries } = askedWith({});
    const form = { decision: 'deny', approvalId: 'apr_2' } as const;
    expect(await asked.answerIn(EVENT, form)).toEqual({ approvalId: 'apr_2', decision: 'deny' });
    expect(queries).toEqual([]);
  });
});
