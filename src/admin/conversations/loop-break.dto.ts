import { ApiField, ApiTime, isoTime } from '../../common/index.js';
import type { LoopBreak } from '../../conversations/index.js';
import { OfConversation } from '../http/account.dto.js';
import type { Json } from '../http/json.js';

/** A conversation that gets no answers for a time, because programs seem to answer each other there. */
export class LoopBreakDto extends OfConversation({ id: 'lpb_01j9zq4c5x8r2m6t0w3y7v1b4d' }) {
  @ApiField('The number of consecutive answers to messages that came faster than people write.', {
    example: 30,
  })
  readonly rounds!: number;

  @ApiTime('Start of the break.')
  readonly broken_at!: string;

  @ApiTime('End of the break.')
  readonly ends_at!: string;
}

export const toLoopBreakDto = (each: LoopBreak): Json<LoopBreakDto> => ({
  id: each.id,
  channel: each.channel,
  account: each.account,
  conversation_id: each.conversationId,
  rounds: each.rounds,
  broken_at: isoTime(each.brokenAt),
  ends_at: isoTime(each.endsAt),
});
