import { Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiParam } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { BODY_ERRORS, GatehouseError, IdPipe, JsonBody, PathId } from '../../common/index.js';
import { Budgets } from '../../usage/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import {
  AllowanceDto,
  BudgetListDto,
  NewAllowanceDto,
  toAllowanceDto,
  toBudgetDto,
  toWantedAllowance,
} from './budget.dto.js';

/** The form of `usage.budgets[].name`. */
const NAME = /^[^\p{C}/]{1,64}$/u;

class NamePipe extends IdPipe {
  override transform(name: string): string {
    if (NAME.test(name)) return name;
    throw GatehouseError.invalidField('name', 'must be the name of a budget');
  }
}

const ApiName = () =>
  ApiParam({
    name: 'name',
    description: 'The name of the budget.',
    schema: { type: 'string', minLength: 1, maxLength: 64 },
    example: 'house',
  });

/** Limits of what model calls may use. */
@AdminController('budgets')
export class BudgetsController {
  constructor(private readonly budgets: Budgets) {}

  @Get()
  @Operation({
    id: 'listBudgets',
    summary: 'List budgets with remaining amounts',
    role: 'viewer',
    description: 'All on one page, in configuration order. Only operators see whose usage is counted.',
  })
  @ApiOkResponse({ type: BudgetListDto })
  async list(@CurrentActor() { role }: Actor): Promise<Json<BudgetListDto>> {
    return { items: (await this.budgets.list()).map((each) => toBudgetDto(each, role !== 'viewer')) };
  }

  @Post(':name/allowances')
  @Operation({
    id: 'createAllowance',
    summary: 'Grant an allowance on top of a budget',
    role: 'operator',
    description: 'Applies from the next call, to every limit of the budget in the same unit.',
    errors: [...BODY_ERRORS, 'NOT_FOUND'],
  })
  @ApiName()
  @ApiCreatedResponse({ type: AllowanceDto })
  async allow(
    @CurrentActor() actor: Actor,
    @Param('name', new NamePipe('name')) name: string,
    @JsonBody() wanted: NewAllowanceDto,
  ): Promise<Json<AllowanceDto>> {
    return toAllowanceDto(await this.budgets.allow(actor, name, toWantedAllowance(wanted)));
  }

  @Delete(':name/allowances/:id')
  @HttpCode(204)
  @Operation({
    id: 'removeAllowance',
    summary: 'End an allowance',
    role: 'operator',
    description: 'Usage under the allowance remains counted.',
    errors: ['NOT_FOUND'],
  })
  @ApiName()
  @ApiNoContentResponse({ description: 'Ended.' })
  withdraw(
    @CurrentActor() actor: Actor,
    @Param('name', new NamePipe('name')) name: string,
    @PathId('id', 'The allowance.') id: string,
  ): Promise<void> {
    return this.budgets.withdraw(actor, name, id);
  }
}
