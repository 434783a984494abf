import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { ApiField, ApiTextOrNull, isoTime, isoTimeOrNull, type Scope, SCOPES } from '../../common/index.js';
import type { RequestLimits } from '../actor/actor.js';
import type { ApiKey, MadeKey, WantedKey } from '../keys/api-key.js';
import { ApiOptional, IsName, IsTime } from './fields.decorator.js';

const MAX_REQUESTS = 1_000_000_000;
const TIME = { type: String, format: 'date-time', example: '2026-01-31T09:30:00.000Z' } as const;

const ApiLimit = (window: string) =>
  ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: MAX_REQUESTS,
    description: `Requests ${window}.`,
  });

/** Limits of one key; for an omitted window, the gateway's limit applies. */
@ApiSchema({ name: 'NewApiKeyLimits' })
class NewKeyLimitsDto {
  @ApiLimit('per minute')
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_REQUESTS)
  readonly per_minute?: number | null;

  @ApiLimit('per hour')
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_REQUESTS)
  readonly per_hour?: number | null;

  @ApiLimit('per day')
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_REQUESTS)
  readonly per_day?: number | null;
}

/** The options of a new key; all fields are optional. */
@ApiSchema({ name: 'NewApiKey' })
export class NewApiKeyDto {
  @ApiOptional('A label for people.', {
    type: String,
    nullable: true,
    maxLength: 100,
    example: 'nightly import',
  })
  @IsName(100)
  readonly name?: string | null;

  @ApiPropertyOptional({
    enum: SCOPES,
    enumName: 'Scope',
    isArray: true,
    nullable: true,
    minItems: 1,
    uniqueItems: true,
    description: 'The scopes of the key.',
  })
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty({ message: 'scopes must contain at least one scope' })
  @ArrayUnique({ message: 'scopes must not contain a scope twice' })
  @IsIn(SCOPES, { each: true, message: `scopes must be among: ${SCOPES.join(', ')}` })
  readonly scopes?: readonly Scope[] | null;

  @ApiPropertyOptional({
    ...TIME,
    nullable: true,
    description: 'The time when it expires; null = never.',
  })
  @IsOptional()
  @IsTime()
  readonly expires_at?: string | null;

  @ApiPropertyOptional({ type: NewKeyLimitsDto, nullable: true })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => NewKeyLimitsDto)
  readonly limits?: NewKeyLimitsDto | null;
}

const ApiSetLimit = (window: string) =>
  ApiProperty({ type: 'integer', nullable: true, description: `Requests ${window}; null = the gateway's.` });

@ApiSchema({ name: 'ApiKeyLimits' })
class KeyLimitsDto {
  @ApiSetLimit('a minute')
  readonly per_minute!: number | null;

  @ApiSetLimit('an hour')
  readonly per_hour!: number | null;

  @ApiSetLimit('a day')
  readonly per_day!: number | null;
}

/** An API key, without its secret. */
@ApiSchema({ name: 'ApiKey' })
export class ApiKeyDto {
  @ApiProperty({ example: 'key_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiField('The first characters of the key.', { example: 'gh_4f7k2m' })
  readonly prefix!: string;

  @ApiProperty({ example: 'nightly import' })
  readonly name!: string;

  @ApiProperty({ enum: SCOPES, enumName: 'Scope', isArray: true })
  readonly scopes!: readonly Scope[];

  @ApiProperty({ type: KeyLimitsDto })
  readonly limits!: KeyLimitsDto;

  @ApiProperty({ ...TIME, description: 'Creation time. ISO 8601, UTC.' })
  readonly created_at!: string;

  @ApiTextOrNull('The key with which its holder created this one; null if an operator created it.', {
    example: 'key_01j9zq4c5x8r2m6t0w3y7v1b4c',
  })
  readonly made_with!: string | null;

  @ApiProperty({ ...TIME, nullable: true, description: 'The time when it expires. ISO 8601, UTC.' })
  readonly expires_at!: string | null;

  @ApiProperty({
    ...TIME,
    nullable: true,
    description: 'Time of the last use, at most a minute behind. ISO 8601, UTC.',
  })
  readonly last_used_at!: string | null;
}

/** A newly created key. */
@ApiSchema({ name: 'CreatedApiKey' })
export class CreatedApiKeyDto extends ApiKeyDto {
  @ApiField('The key itself. It is shown only once and not stored.', {
    example: 'gh_0123456789abcdefghjkmnpqrstvwxyz0rzksed',
  })
  readonly key!: string;
}

export function toApiKeyDto(key: ApiKey): ApiKeyDto {
  return {
    id: key.id,
    prefix: key.prefix,
    name: key.name,
    scopes: key.scopes,
    limits: {
      per_minute: key.limits.perMinute ?? null,
      per_hour: key.limits.perHour ?? null,
      per_day: key.limits.perDay ?? null,
    },
    created_at: isoTime(key.createdAt),
    made_with: key.madeWith,
    expires_at: isoTimeOrNull(key.expiresAt),
    last_used_at: isoTimeOrNull(key.lastUsedAt),
  };
}

export const toCreatedApiKeyDto = ({ key, apiKey }: MadeKey): CreatedApiKeyDto =>
  Object.assign(toApiKeyDto(apiKey), { key });

/** Null is the same as omitted, except for the expiry: null = never. */
export function toWantedKey({ name, scopes, expires_at, limits }: NewApiKeyDto): WantedKey {
  return {
    name: name ?? undefined,
    scopes: scopes ?? undefined,
    expiresAt: typeof expires_at === 'string' ? Date.parse(expires_at) : expires_at,
    limits: limits ? toLimits(limits) : undefined,
  };
}

function toLimits({ per_minute, per_hour, per_day }: NewKeyLimitsDto): Partial<RequestLimits> {
  const all = { perMinute: per_minute, perHour: per_hour, perDay: per_day };
  return Object.fromEntries(Object.entries(all).filter(([, limit]) => typeof limit === 'number'));
}
