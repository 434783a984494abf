import { ApiTextOrNull } from '../../common/index.js';

export const REASON = 'The reason code. All codes are listed at /docs/reference/reasons.';
export const WHAT = 'A description of the reason.';
export const SETTING = 'The setting responsible, if any.';
export const REMEDY = 'How to fix it: a command or a change.';

/** Why something was not done, and the fix. All fields are null if there is no reason. */
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
