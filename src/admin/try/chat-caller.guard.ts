import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { type AuthenticatedRequest, SignIns } from '../../access-control/index.js';
import { GatehouseError } from '../../common/index.js';
import { AccessCheck } from '../../operator/index.js';
import { CONSOLE, conversationOf, type Person, senderOf } from '../../webchat/index.js';

/** The caller as a person in the chat. */
export interface ChatCaller extends Person {
  /** Whether they may decide about tool calls there. */
  readonly mayDecide: boolean;
}

interface ChatRequest extends AuthenticatedRequest {
  chatCaller?: ChatCaller;
}

/** Admits those whose messages the gate would let in: it is asked itself, so the answer is the same as for any channel. */
@Injectable()
export class ChatCallerGuard implements CanActivate {
  constructor(
    private readonly access: AccessCheck,
    private readonly signIns: SignIns,
  ) {}

  /** @throws GatehouseError FORBIDDEN with the reason, and what an operator can do */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ChatRequest>();
    const { actor } = request;
    if (!actor) throw new Error('ChatCallerGuard on a route without @Requires');
    const sender = senderOf(actor);
    const { verdict, what, remedy, mayCommand } = await this.access.answer({
      channel: CONSOLE,
      senderId: sender,
      conversationId: conversationOf(sender),
    });
    // A held conversation is read by a person.
    if (verdict !== 'answer' && verdict !== 'context')
      throw new GatehouseError(
        'FORBIDDEN',
        'This token may not chat with the assistant.',
        `${what} What to do: ${remedy}`,
      );
    // The first owner token has a name of its own that tells nothing about a person.
    const name = actor.tokenId === undefined ? {} : { name: (await this.signIns.identify(actor)).name };
    request.chatCaller = { sender, ...name, mayDecide: mayCommand };
    return true;
  }
}

/** Whom {@link ChatCallerGuard} has let in. */
export const CurrentChatCaller = createParamDecorator((_: unknown, context: ExecutionContext): ChatCaller => {
  const { chatCaller } = context.switchToHttp().getRequest<ChatRequest>();
  if (!chatCaller) throw new Error('CurrentChatCaller on a route without ChatCallerGuard');
  return chatCaller;
});
