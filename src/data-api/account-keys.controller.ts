import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import {
  AccountKeys,
  CreatedApiKeyDto,
  CurrentKey,
  type KeyHolder,
  NewApiKeyDto,
  toApiKeyDto,
  toCreatedApiKeyDto,
  toWantedKey,
} from '../access-control/index.js';
import { RequiresKey } from '../common/index.js';
import { ApiKeyListDto } from './dto/api-key-list.dto.js';

/** The account settings of the Data API: the keys of the user whose key calls (spec 1, Authentication 2). */
@Controller('v1/account/keys')
@RequiresKey()
@ApiTags('account')
@ApiBearerAuth('api-key')
export class AccountKeysController {
  constructor(private readonly keys: AccountKeys) {}

  @Get()
  @ApiOperation({ summary: 'List your API keys', description: 'Any valid key will do.' })
  @ApiOkResponse({ type: ApiKeyListDto })
  async list(@CurrentKey() holder: KeyHolder): Promise<ApiKeyListDto> {
    return { items: (await this.keys.list(holder)).map(toApiKeyDto), next_cursor: null };
  }

  @Post()
  @ApiOperation({
    summary: 'Make another API key',
    description:
      'Any valid key will do; what is left out is as the calling key has it. No more scopes, no higher limits, no ' +
      'later end than the calling key has. At most five keys made in this way at a time. The key is shown this once.',
  })
  @ApiCreatedResponse({ type: CreatedApiKeyDto })
  async create(
    @CurrentKey() holder: KeyHolder,
    @Body() wanted: NewApiKeyDto = new NewApiKeyDto(),
  ): Promise<CreatedApiKeyDto> {
    return toCreatedApiKeyDto(await this.keys.create(holder, toWantedKey(wanted)));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Revoke one of your API keys',
    description: 'Also the calling one; none with a scope that the calling one has not. Refused at once.',
  })
  @ApiNoContentResponse({ description: 'Gone.' })
  revoke(@CurrentKey() holder: KeyHolder, @Param('id') id: string): Promise<void> {
    return this.keys.revoke(holder, id);
  }
}
