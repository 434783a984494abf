import { HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '../../../access-control/index.js';
import { BODY_ERRORS, JsonBody, PathId } from '../../../common/index.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import { AgentTrialStream } from './agent-trial-stream.service.js';

const MAX_CHARS = 8_000;

class AgentQuestionDto {
  @ApiProperty({ minLength: 1, maxLength: MAX_CHARS, example: 'Which days is the office open?' })
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_CHARS)
  readonly text!: string;
}

/** The agents, which answer people. */
@AdminController('agents')
export class AgentsController {
  constructor(private readonly trial: AgentTrialStream) {}

  @Post(':id/try')
  @HttpCode(200)
  @Operation({
    id: 'tryAgent',
    summary: 'Ask an agent one question outside any conversation',
    role: 'operator',
    description:
      'Sends server-sent events: `text` (a part of the answer, `{text}`) and, at the end, `answered` (`{duration_ms, ' +
      'input_tokens, output_tokens, cut_off}`) or `failed` (`{failure, reason, what, setting, remedy}`, as in ' +
      '/docs/reference/reasons). Nothing is stored or sent, and the agent has no tools. Tokens are counted, budgets ' +
      'apply, and the audit log records `agent.tried` without the question. Each token can ask one question at a time. ' +
      'Closing the connection stops the answer.',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
  })
  @ApiOkResponse({
    description: 'Events, until the answer ends.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  tryOut(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The agent’s id, as in `GET /status`.', 'main') agentId: string,
    @JsonBody() { text }: AgentQuestionDto,
    @Res() response: Response,
  ): Promise<void> {
    return this.trial.serve(actor, { agentId, text }, response);
  }
}
