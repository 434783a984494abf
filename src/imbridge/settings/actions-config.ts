import { IsBoolean, IsOptional } from 'class-validator';
import { Setting } from '../../config/index.js';

/** Every setting is optional, so that an account can change one without resetting the others from the top level. */
export class ActionsConfig {
  @Setting({ doc: 'Tapbacks.' }) @IsOptional() @IsBoolean() reactions?: boolean;
  @Setting({ doc: 'Edit sent messages (macOS 13 to 15).' }) @IsOptional() @IsBoolean() edit?: boolean;
  @Setting({ doc: 'Unsend messages (macOS 13 or later).' }) @IsOptional() @IsBoolean() unsend?: boolean;
  @Setting({ doc: 'Reply to a specific message.' }) @IsOptional() @IsBoolean() reply?: boolean;
  @Setting({ doc: 'Send with a message effect.' }) @IsOptional() @IsBoolean() sendWithEffect?: boolean;
  @Setting({ doc: 'Rename a group.' }) @IsOptional() @IsBoolean() renameGroup?: boolean;
  @Setting({ doc: 'Set the picture of a group (unreliable on macOS 26).' })
  @IsOptional()
  @IsBoolean()
  setGroupIcon?: boolean;
  @Setting({ doc: 'Add a member to a group.' }) @IsOptional() @IsBoolean() addParticipant?: boolean;
  @Setting({ doc: 'Remove a member from a group.' }) @IsOptional() @IsBoolean() removeParticipant?: boolean;
  @Setting({ doc: 'Leave a group.' }) @IsOptional() @IsBoolean() leaveGroup?: boolean;
  @Setting({ doc: 'Send files and voice memos.' }) @IsOptional() @IsBoolean() sendAttachment?: boolean;
}

export type Actions = Readonly<Required<ActionsConfig>>;

/** The default flags. */
export const ALL_ACTIONS: Actions = {
  reactions: true,
  edit: true,
  unsend: true,
  reply: true,
  sendWithEffect: true,
  renameGroup: true,
  setGroupIcon: true,
  addParticipant: true,
  removeParticipant: true,
  leaveGroup: true,
  sendAttachment: true,
};
