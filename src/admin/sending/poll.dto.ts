import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsInt, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { ApiField, ApiTime, isoTime } from '../../common/index.js';
import { POLL_LIMITS, type PollResults } from '../../conversations/index.js';
import { AccountChoiceDto, OfConversation } from '../http/account.dto.js';
import type { Json } from '../http/json.js';

const ID = 'poll_01j9zq4c5x8r2m6t0w3y7v1b4d';
const DELIVERY_ID = 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d';
const { question, option, fewestOptions, mostOptions } = POLL_LIMITS;

const ApiQuestion = () =>
  ApiProperty({ maxLength: question, description: 'One line.', example: 'Which day suits?' });
const ApiMaxSelections = { type: 'integer', minimum: 1, maximum: mostOptions } as const;

/** A new poll. Its texts are checked by the service that creates polls, for all callers. */
export class NewPollDto extends AccountChoiceDto {
  @ApiProperty({ example: 'workchat' })
  declare readonly channel: string;

  @ApiField('The target, in a form that the channel accepts.', { example: 'conversation:19:abc' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(1024)
  readonly target!: string;

  @ApiQuestion()
  @IsString()
  readonly question!: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: option },
    minItems: fewestOptions,
    maxItems: mostOptions,
    description: 'The options, one line each, without duplicates.',
    example: ['Monday', 'Tuesday', 'Friday'],
  })
  @IsArray()
  @IsString({ each: true })
  readonly options!: readonly string[];

  @ApiPropertyOptional({
    ...ApiMaxSelections,
    default: 1,
    description: 'The maximum number of options that a voter can choose; at most the number of options.',
  })
  @IsOptional()
  @IsInt()
  readonly max_selections?: number;
}

export class AskedPollDto {
  @ApiProperty({ example: ID })
  readonly poll_id!: string;

  @ApiField('The delivery of the poll. `GET /deliveries/{id}` shows its state.', { example: DELIVERY_ID })
  readonly delivery_id!: string;
}

export class PollOptionDto {
  @ApiProperty({ example: 'Monday' })
  readonly text!: string;

  @ApiField('The number of voters who chose it.', { example: 3 })
  readonly votes!: number;
}

export class PollDto extends OfConversation({ id: ID, channel: 'workchat', conversation: '19:abc' }) {
  @ApiQuestion()
  readonly question!: string;

  @ApiProperty({ type: [PollOptionDto] })
  readonly options!: readonly PollOptionDto[];

  @ApiProperty({ ...ApiMaxSelections, description: 'The maximum number of options that a voter can choose.' })
  readonly max_selections!: number;

  @ApiField('The number of voters.', { example: 3 })
  readonly voter_count!: number;

  @ApiField('The delivery of the poll. Old deliveries may have been deleted.', { example: DELIVERY_ID })
  readonly delivery_id!: string;

  @ApiTime('Creation time.')
  readonly created_at!: string;

  @ApiField('The actor who created the poll, or `assistant`.', { example: 'token:owner' })
  readonly created_by!: string;
}

export class PollVoterDto {
  @ApiField("The voter's id on the channel.", { example: '29:1kQv' })
  readonly sender_id!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Robin' })
  readonly sender_name!: string | null;

  @ApiField('The chosen options.', { type: [String], example: ['Monday'] })
  readonly selections!: readonly string[];

  @ApiTime('Time of the vote, according to the service.')
  readonly voted_at!: string;
}

export class PollDetailDto extends PollDto {
  @ApiField('The voters, in order of voting.', { type: [PollVoterDto] })
  readonly voters!: readonly PollVoterDto[];
}

export function toPollDto(poll: PollResults): Json<PollDto> {
  const { channel, account, conversation } = poll.target;
  return {
    id: poll.id,
    channel,
    account,
    conversation_id: conversation,
    question: poll.question,
    options: poll.options.map((text, index) => ({ text, votes: poll.counts[index] ?? 0 })),
    max_selections: poll.maxSelections,
    voter_count: poll.votes.length,
    delivery_id: poll.deliveryId,
    created_at: isoTime(poll.createdAt),
    created_by: poll.createdBy,
  };
}

export function toPollDetailDto(poll: PollResults): Json<PollDetailDto> {
  const voters = poll.votes.map(({ senderId, senderName, selections, votedAt }) => ({
    sender_id: senderId,
    sender_name: senderName,
    selections: selections.map((each) => poll.options[each] ?? ''),
    voted_at: isoTime(votedAt),
  }));
  return { ...toPollDto(poll), voters };
}
