import { Injectable } from '@nestjs/common';
import { type ApprovalContent, DEFAULT_ACCOUNT, type OutboundContent } from '../../channels/index.js';
import { type Approval, Approvals, withoutFiles } from '../../conversations/index.js';
import { ChatRepository, type GatewayMessage, type WaitingMessage } from './chat.repository.js';
import { ConversationLines, momentOf, type ShownLine } from './conversation-lines.service.js';
import type { PageOf } from './conversation-view.repository.js';

/** Who wrote a line, as its reader sees it. */
export const CHAT_AUTHORS = ['you', 'assistant', 'operator', 'gateway'] as const;

/** A request for an approval as it was shown, and what became of it; undefined where that is no longer known. */
interface ShownApproval {
  readonly content: ApprovalContent;
  readonly approval: Approval | undefined;
}

export interface ChatLine extends Pick<ShownLine, 'id' | 'text' | 'outcome' | 'reason' | 'files' | 'at'> {
  readonly author: (typeof CHAT_AUTHORS)[number];
  readonly request?: ShownApproval;
}

/** A conversation in the web console as the person who has it sees it: also what waits, and what the gateway said. */
@Injectable()
export class Chat {
  constructor(
    private readonly repository: ChatRepository,
    private readonly lines: ConversationLines,
    private readonly approvals: Approvals,
  ) {}

  /** Newest first. */
  async page(conversationId: string, page: PageOf): Promise<readonly ChatLine[]> {
    const place = { channel: 'console', account: DEFAULT_ACCOUNT, conversation_id: conversationId };
    const [said, waiting, told] = await Promise.all([
      this.lines.page(place, page),
      this.repository.waiting(conversationId, page),
      this.repository.fromGateway(conversationId, page),
    ]);
    // A message that is tried again may be in the transcript already.
    const known = new Set(said.map(momentOf));
    const all = [
      ...said.map(lineOf),
      ...waiting.filter((each) => !known.has(momentOf(each))).flatMap(waitingLine),
      ...told.map(gatewayLine),
    ];
    const newest = all.sort((a, b) => (momentOf(a) < momentOf(b) ? 1 : -1)).slice(0, page.limit);
    return Promise.all(newest.map((line) => this.withApproval(line)));
  }

  private async withApproval({ content, ...line }: Line): Promise<ChatLine> {
    if (content?.kind !== 'approval') return line;
    return { ...line, request: { content, approval: await this.approvals.find(content.approvalId) } };
  }
}

type Line = Omit<ChatLine, 'request'> & { readonly content?: OutboundContent };

const lineOf = (line: ShownLine): Line => {
  const { id, outcome, reason, files, at } = line;
  return { id, author: authorOf(line), text: wordsOf(line), outcome, reason, files, at };
};

function authorOf({ role, kind }: ShownLine): Line['author'] {
  if (role === 'assistant') return kind === 'heard' ? 'operator' : 'assistant';
  return kind === 'notice' ? 'gateway' : 'you';
}

function wordsOf({ role, kind, text, outcome, reason, files }: ShownLine): string {
  // Changes, and the results of tool calls, are for the assistant only.
  if (role === 'user' && kind === 'notice') return '';
  // The words of a command are not kept, its name is.
  if (outcome === 'command' && text === '') return reason ?? '';
  return files.length > 0 ? withoutFiles(text) : text;
}

const waitingLine = ({ id, event, at }: WaitingMessage): Line[] =>
  event.kind === 'message'
    ? [
        {
          id,
          author: 'you',
          text: event.text,
          outcome: 'waiting',
          reason: null,
          files: event.attachments,
          at,
        },
      ]
    : [];

const gatewayLine = ({ id, content, at }: GatewayMessage): Line => ({
  id,
  author: 'gateway',
  text: content.text,
  outcome: null,
  reason: null,
  files: [],
  at,
  content,
});
