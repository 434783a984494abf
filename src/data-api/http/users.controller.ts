import { Get } from '@nestjs/common';
import { Users } from '../../access-control/index.js';
import { PathId } from '../../common/index.js';
import { DataApiController, DataOperation, WRONG_ID } from './operation.decorator.js';
import { DataUserDto, toUserDto } from '../dto/user.dto.js';

/** The users of the platform, for programs (spec 1). */
@DataApiController('users', 'users')
export class DataUsersController {
  constructor(private readonly users: Users) {}

  @Get(':id')
  @DataOperation({
    id: 'readUser',
    summary: 'Read one user',
    scope: 'users:read',
    answers: [{ status: 200, description: 'The user.', type: DataUserDto }],
    errors: ['NOT_FOUND'],
    examples: { ...WRONG_ID, NOT_FOUND: ['No such user.', 'no user has this id'] },
  })
  async read(
    @PathId('id', 'Identifier of the user.', 'usr_01j9zq4c5x8r2m6t0w3y7v1b4d') id: string,
  ): Promise<DataUserDto> {
    return toUserDto(await this.users.get(id));
  }
}
