import { ApiTextOrNull } from '../../common/index.js';

export const REASON = 'The code of the reason; docs/reference/reasons.md has them all.';
export const WHAT = 'What happened, in words.';
export const SETTING = 'The path of the setting that decided; null where none did.';
export const REMEDY = 'What to do about it: a command or a change.';

/** Why something was not done, and what to do about it: all null where there is no reason. */
export class ReasonDto {
  @ApiTextOrNull(REASON, { example: 'not-paired' })
  readonly reason!: string | null;

  @ApiTextOrNull(WHAT, { example: 'The sender has no access yet.' })
  readonly what!: string | null;

  @ApiTextOrNull(SETTING, { example: 'channels.imbridge.dmPolicy' })
  readonly setting!: string | null;

  @ApiTextOrNull(REMEDY, { example: '`gatehouse grants add imbridge +12025550143`' })
  readonly remedy!: string | null;
}
