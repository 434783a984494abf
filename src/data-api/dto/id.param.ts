import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';

/** Ids mean nothing to callers, and have this form. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

const IsId = (description: string, example: string) =>
  applyDecorators(
    ApiProperty({ description, example, pattern: ID.source, minLength: 1, maxLength: 64 }),
    Matches(ID, { message: '$property must be 1 to 64 letters, digits, hyphens or underscores' }),
  );

export class UserIdParam {
  @IsId('Identifier of the user.', 'usr_01j9zq4c5x8r2m6t0w3y7v1b4d')
  readonly id!: string;
}

export class DataRequestIdParam {
  @IsId('Identifier of the request.', 'dpr_01j9zq4c5x8r2m6t0w3y7v1b4d')
  readonly id!: string;
}
