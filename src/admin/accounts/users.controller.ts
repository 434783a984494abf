import { Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
import { type Actor, CurrentActor, Identities, type User, Users } from '../../access-control/index.js';
import {
  BODY_ERRORS,
  AnswersEtag,
  ApiIfMatch,
  type ErrorExamples,
  ETAG_HEADER,
  etagOf,
  IfMatch,
  JsonBody,
  PathId,
  requireMatch,
} from '../../common/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { ApiPage, Keyset, type Page } from '../http/paging.js';
import { SenderKeys } from './people/sender-keys.service.js';
import { SenderDto } from './people/sender.dto.js';
import { NewUserDto, toUserDto, UserChangeDto, UserDto, UserQueryDto } from './user.dto.js';

const BY_ID = new Keyset<User>(/^usr_[0-9a-z]{26}$/, ({ id }) => id);

const TAKEN: ErrorExamples = { CONFLICT: ['This address is taken.', 'email belongs to another user'] };

/** Accounts of the Data API, and their linked senders. */
@AdminController('users')
export class UsersController {
  constructor(
    private readonly users: Users,
    private readonly identities: Identities,
    private readonly senders: SenderKeys,
  ) {}

  @Get()
  @Operation({ id: 'listUsers', summary: 'List users', role: 'viewer' })
  @ApiPage(UserDto)
  list(@Query() { email, ...page }: UserQueryDto): Promise<Page<Json<UserDto>>> {
    const fetch = (limit: number, after?: string) => this.users.list({ email, after, limit });
    return BY_ID.page(page, ({ limit, key }) => fetch(limit, key), toUserDto);
  }

  @Post()
  @AnswersEtag()
  @Operation({
    id: 'createUser',
    summary: 'Create a user',
    role: 'operator',
    errors: [...BODY_ERRORS, 'CONFLICT'],
    examples: TAKEN,
  })
  @ApiCreatedResponse({ type: UserDto, headers: ETAG_HEADER })
  async create(@CurrentActor() actor: Actor, @JsonBody() wanted: NewUserDto): Promise<Json<UserDto>> {
    const { email, display_name: displayName } = wanted;
    return toUserDto(await this.users.create(actor, { email, displayName: displayName ?? undefined }));
  }

  @Get(':id')
  @AnswersEtag()
  @Operation({ id: 'readUser', summary: 'Show a user', role: 'viewer', errors: ['NOT_FOUND'] })
  @ApiOkResponse({ type: UserDto, headers: ETAG_HEADER })
  async get(@PathId('id', 'The user.') id: string): Promise<Json<UserDto>> {
    return toUserDto(await this.users.get(id));
  }

  @Patch(':id')
  @AnswersEtag()
  @ApiIfMatch()
  @Operation({
    id: 'updateUser',
    summary: 'Change a user',
    role: 'operator',
    description: 'Omitted fields stay unchanged.',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
    examples: TAKEN,
  })
  @ApiOkResponse({ type: UserDto, headers: ETAG_HEADER })
  async update(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The user.') id: string,
    @JsonBody() { email, display_name: displayName, status }: UserChangeDto,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<Json<UserDto>> {
    return toUserDto(await this.users.update(actor, id, { email, displayName, status }, stillAs(ifMatch)));
  }

  @Delete(':id')
  @ApiIfMatch()
  @HttpCode(204)
  @Operation({
    id: 'removeUser',
    summary: 'Delete a user',
    role: 'operator',
    description: "Deletes the user's keys and identities too. Senders keep their access.",
    errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  remove(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The user.') id: string,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.users.remove(actor, id, stillAs(ifMatch));
  }

  @Post(':id/identities')
  @Operation({
    id: 'linkIdentity',
    summary: 'Link a sender to a user',
    role: 'operator',
    description:
      'The sender must have a grant and must not be linked to another user. The link ends with the grant.',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
    examples: { CONFLICT: ['This sender cannot be linked.', 'sender_id is linked to another user'] },
  })
  @ApiCreatedResponse({ type: UserDto })
  async link(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The user.') id: string,
    @JsonBody() sender: SenderDto,
  ): Promise<Json<UserDto>> {
    return toUserDto(await this.identities.add(actor, id, this.senders.keyOf(sender)));
  }

  @Delete(':id/identities/:identity_id')
  @HttpCode(204)
  @Operation({
    id: 'unlinkIdentity',
    summary: 'Unlink a sender from a user',
    role: 'operator',
    description: 'The sender keeps their grant.',
    errors: ['NOT_FOUND'],
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  unlink(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The user.') id: string,
    @PathId('identity_id', 'The link.') identityId: string,
  ): Promise<void> {
    return this.identities.remove(actor, id, identityId);
  }
}

/** Checks that a user still matches `If-Match`; the tag is computed from the JSON. */
const stillAs = (ifMatch: string | undefined) => (user: User) =>
  requireMatch(ifMatch, etagOf(toUserDto(user)));
