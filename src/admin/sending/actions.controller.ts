import { Body, HttpCode, Post, Res, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { OperatorActions } from '../../operator/index.js';
import { BODY_ERRORS, IdempotencyKey } from '../../common/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { ActionDto, ActionResultDto, toActionRequest, toActionResultDto } from './action.dto.js';
import { ActionBodyInterceptor } from './file-body.interceptor.js';
import { ApiRepeats, REPLAYED, tellOfReplay } from './repeats.js';

/** Actions of connectors, started by operators. */
@AdminController('actions')
export class ActionsController {
  constructor(private readonly actions: OperatorActions) {}

  @Post()
  @HttpCode(200)
  @UseInterceptors(ActionBodyInterceptor)
  @Operation({
    id: 'performAction',
    summary: 'Perform an action',
    role: 'operator',
    description:
      'Reacts, edits, unsends, replies, sends with an effect or a file, or changes a group. Responds when the action is done, ' +
      'or after at most 20 s for an action that sends a message. `GET /channels/{channel}` shows the capabilities of a ' +
      'channel. Parameters may also be in camel case (`messageId`).',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
    examples: {
      CONFLICT: [
        'This is not possible there now: switched off by actions.reactions.',
        'action react is not possible: switched off by actions.reactions',
      ],
    },
  })
  @ApiRepeats(
    'returns the first result without acting again (`CONFLICT` with `Retry-After` while the action is in progress, ' +
      'and the same `UNAVAILABLE` if the outcome is unknown)',
  )
  @ApiOkResponse({ type: ActionResultDto, description: 'Done.', headers: { ...REPLAYED } })
  @ApiAcceptedResponse({
    type: ActionResultDto,
    description: 'The message is still being sent.',
    headers: { ...REPLAYED },
  })
  async perform(
    @CurrentActor() actor: Actor,
    @Body() wanted: ActionDto,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<ActionResultDto>> {
    const result = await this.actions.perform(actor, toActionRequest(wanted), key);
    tellOfReplay(response, result);
    response.status(result.status === 'done' || result.status === 'sent' ? 200 : 202);
    return toActionResultDto(result);
  }
}
