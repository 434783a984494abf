import { Get } from '@nestjs/common';
import { AccountKeys, CurrentKey, type KeyHolder } from '../../access-control/index.js';
import { AccountDto, toAccountDto } from '../dto/account.dto.js';
import { CurrentWindows, type Period, type WindowState } from '../limits/key-limits.service.js';
import { DataApiController, DataOperation } from './operation.decorator.js';

/** The account of the calling key, so that programs can check their identity. */
@DataApiController('account', 'account')
export class AccountController {
  constructor(private readonly keys: AccountKeys) {}

  @Get()
  @DataOperation({
    id: 'readAccount',
    summary: "Show the key's user and its remaining limits",
    description: 'The request itself counts. Shows the limits that apply to this key.',
    answers: [{ status: 200, description: 'User, key, scopes and limits.', type: AccountDto }],
  })
  async read(
    @CurrentKey() holder: KeyHolder,
    @CurrentWindows() windows: Readonly<Record<Period, WindowState>>,
  ): Promise<AccountDto> {
    const { user, key } = await this.keys.whoIs(holder);
    return toAccountDto(user, key, windows);
  }
}
