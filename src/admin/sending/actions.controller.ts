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
      'React, edit, unsend, reply, send with an effect or a file, change a group. The answer comes when the action is done; an action ' +
      'that is a message is waited for up to 20 s. `GET /channels/{channel}` shows the capabilities of a channel. Parameters ' +
      'may also be spelled as in the spec (`messageId`).',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
    examples: {
      CONFLICT: [
        'This is not possible there now: switched off by actions.reactions.',
        'action react is not possible: switched off by actions.reactions',
      ],
    },
  })
  @ApiRepeats(
    'does nothing and returns the first result: while the action is being performed a `CONFLICT` with `Retry-After`, ' +
      'and for one whose outcome is unknown the same `UNAVAILABLE`',
  )
  @ApiOkResponse({ type: ActionResultDto, description: 'Done.', headers: { ...REPLAYED } })
  @ApiAcceptedResponse({
    type: ActionResultDto,
    description: 'The message is still on its way.',
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
