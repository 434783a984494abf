import { Get, Param } from '@nestjs/common';
import { Users } from '../access-control/index.js';
import { DataApiController, DataOperation } from './operation.decorator.js';
import { UserIdParam } from './dto/id.param.js';
import { DataUserDto, toUserDto } from './dto/user.dto.js';

/** The users of the platform, for programs (spec 1). */
@DataApiController('users', 'users')
export class DataUsersController {
  constructor(private readonly users: Users) {}

  @Get(':id')
  @DataOperation({
    summary: 'Read one user',
    scope: 'users:read',
    answers: [{ status: 200, description: 'The user.', type: DataUserDto }],
    errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  })
  async read(@Param() { id }: UserIdParam): Promise<DataUserDto> {
    return toUserDto(await this.users.get(id));
  }
}
