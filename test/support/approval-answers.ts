import type { AccountSettings } from '../../src/channels/index.js';
import { type Asked, approvalOf, ASKING, withoutFollowUps } from './asked-approval.js';
import type { TestDatabase } from './databases.js';
import { only } from './fake-channel.js';
import { inboundEventsIn, type Pipeline } from './pipeline.js';
import { pipelineWorld } from './pipeline-world.js';

export const ALLOWED = 'Allowed by ann: create_issue of linear (K7Q3WXYR).';
export const REFUSED = 'Denied by ann: create_issue of linear (K7Q3WXYR).';
const MENTIONS = { groupChat: { mentionPatterns: ['\\bbot\\b'] } };

/** A way to answer an approval in a chat, with the end of its event. */
type Way = readonly [name: string, answer: (asked: Asked, isYes: boolean) => Promise<unknown>, end: string];

/** A pipeline in which ann and ben may decide about calls, and what comes of their answers. */
export function approvalAnswers(open: () => Promise<TestDatabase>) {
  const world = pipelineWorld(open);
  const followUps: string[] = [];
  let p: Pipeline;
  const idle = () => world.idle();

  const start = async (settings: Partial<AccountSettings> = {}, config: object = {}): Promise<Pipeline> => {
    followUps.length = 0;
    const session = { dmScope: 'per-sender' };
    p = await world.start({
      config: { ...ASKING, messages: MENTIONS, session, ...config },
      prepare: withoutFollowUps(followUps),
      settings: { dmPolicy: 'open', groupPolicy: 'open', allowFrom: only('ann', 'ben'), ...settings },
    });
    return p;
  };
  /** The texts that come back to a place for something that happens there. */
  const saidIn = async (place: string, happens: () => Promise<unknown>) => {
    await idle();
    const before = p.connector.textsIn(place).length;
    await happens();
    await idle();
    return p.connector.textsIn(place).slice(before);
  };
  const saidTo = (person: string, happens: () => Promise<unknown>) => saidIn(`chat-${person}`, happens);
  const ends = async () => (await inboundEventsIn(p.db)).map(({ outcome, reason }) => reason ?? outcome);
  const stateOf = async (asked: Asked) => (await approvalOf(p, asked)).state;

  const ways: readonly Way[] = [
    ['a button', ({ id }, isYes) => p.connector.decides('ann', id, isYes ? 'allow' : 'deny'), 'approval'],
    [
      'a reaction',
      (asked, isYes) => p.connector.reacts('ann', asked.messageId, isYes ? '👍🏽' : '👎'),
      'approval',
    ],
    [
      'a reply',
      ({ messageId }, isYes) => p.connector.receive('ann', isYes ? ' Yes. ' : 'no!', { replyTo: messageId }),
      'approval',
    ],
    [
      'a command',
      ({ code }, isYes) => p.connector.receive('ann', `/${isYes ? 'approve' : 'deny'} ${code}`),
      '',
    ],
  ];
  return { start, idle, saidIn, saidTo, ends, stateOf, ways, followUps };
}
