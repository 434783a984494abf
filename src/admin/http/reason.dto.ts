import { ApiProperty } from '@nestjs/swagger';

/** A text that may be missing. */
export const textOrNull = (description: string, example: string | null) => ({
  type: String,
  nullable: true,
  description,
  example,
});

export const REASON = 'The code of the reason; docs/reference/reasons.md has them all.';
export const WHAT = 'What happened, in words.';
export const SETTING = 'The path of the setting that decided; null where none did.';
export const REMEDY = 'What to do about it: a command or a change.';

/** Why something was not done, and what to do about it: all null where there is no reason. */
export class ReasonDto {
  @ApiProperty(textOrNull(REASON, 'not-paired'))
  readonly reason!: string | null;

  @ApiProperty(textOrNull(WHAT, 'Nobody has let the sender in yet.'))
  readonly what!: string | null;

  @ApiProperty(textOrNull(SETTING, 'channels.imbridge.dmPolicy'))
  readonly setting!: string | null;

  @ApiProperty(textOrNull(REMEDY, '`gatehouse grants add imbridge +12025550143`'))
  readonly remedy!: string | null;
}
