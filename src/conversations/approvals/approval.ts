import type { InboundEvent, Target } from '../../channels/index.js';

/**
 * `pending`: waits for a person. `approved`: waits for its call. `running`: the call is being made. `done`, `failed`: it was
 * made, and the server answered so, or it was refused when it was checked again. `interrupted`: it may have happened.
 */
export const APPROVAL_STATES = [
  'pending',
  'approved',
  'running',
  'done',
  'failed',
  'interrupted',
  'denied',
  'expired',
  'withdrawn',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Before the name of a server. */
export const MCP_PREFIX = 'mcp.';

/** The call that waits, as it is made if a person allows it. */
export interface WaitingCall {
  /** `message`, or the name of an MCP server prefixed by `mcp.`. */
  readonly provider: string;
  /** The tool as its server names it, or the action of `message`. */
  readonly tool: string;
  /** The tool as the model names it. */
  readonly modelName: string;
  /** `Mcp.bindingOf` the server; empty for `message`. */
  readonly origin: string;
  /** Digest of the pinned definition; empty for `message`. */
  readonly definition: string;
  /** The arguments as they are shown, hashed and sent: JSON with its members in order. */
  readonly input: string;
}

/** The MCP server of a call; undefined for `message`. */
export const serverOf = ({ provider }: Pick<WaitingCall, 'provider'>): string | undefined =>
  provider.startsWith(MCP_PREFIX) ? provider.slice(MCP_PREFIX.length) : undefined;

/** The place of the question and its sender: the person for whom the call is made, and with whose rights. */
export type AskedIn = Pick<
  InboundEvent,
  'channel' | 'account' | 'conversation' | 'thread' | 'sender' | 'accessKeys'
>;

export interface ShownRequest {
  readonly target: Target;
  /** The last message of the request. */
  readonly deliveryId: string;
}

/** The part of an approval that is fixed when it is asked for. */
export interface ApprovalRequest {
  readonly id: string;
  /** Short, typed by people; no two pending approvals have the same. */
  readonly code: string;
  readonly agentId: string;
  readonly call: WaitingCall;
  /** SHA-256 over agent, server, definition, arguments, requester, place (with its thread) and expiry. */
  readonly digest: string;
  readonly askedIn: AskedIn;
  /** Where it is shown: only there a chat may answer it. Empty when it is too long to be shown in full. */
  readonly shown: readonly ShownRequest[];
  readonly sessionKey: string;
  /** The event of the turn. */
  readonly eventId: string;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface Approval extends ApprovalRequest {
  readonly state: ApprovalState;
  /** Epoch ms; undefined while it is pending. */
  readonly decidedAt: number | undefined;
  /** An actor's id; `gateway` for an expiry. */
  readonly decidedBy: string | undefined;
  /** A name for people. */
  readonly decidedByName: string | undefined;
  /** The person's reason, or why the call was not made. */
  readonly reason: string | undefined;
  /** The result as the model got it, cut; undefined until there is one. */
  readonly result: string | undefined;
  /** When its call ended, epoch ms. */
  readonly endedAt: number | undefined;
}

/** A person who decides. */
export interface Decider {
  /** An actor's id, for instance `sender:imbridge:+12025550177`. */
  readonly id: string;
  readonly role: 'owner' | 'operator';
  /** For people. */
  readonly name: string;
}

export type Decision =
  | { readonly kind: 'approve'; readonly forAnHour: boolean }
  | { readonly kind: 'deny'; readonly reason: string | undefined };

/** `already`: someone else was first, or its time is up; the approval says who. */
export type DecisionOutcome =
  | { readonly kind: 'decided'; readonly approval: Approval }
  | { readonly kind: 'already'; readonly approval: Approval }
  | { readonly kind: 'unknown' };

/** Calls of one tool, with any arguments, are made without asking for one person in one place until it ends. */
export interface ToolPermission {
  readonly id: string;
  readonly agentId: string;
  readonly call: Omit<WaitingCall, 'input'>;
  readonly place: Omit<Target, 'thread'>;
  readonly senderId: string;
  readonly senderName: string | undefined;
  readonly grantedBy: string;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly endsAt: number;
}

/** The actor of what happens by itself. */
export const GATEWAY: Pick<Decider, 'id' | 'name'> = { id: 'gateway', name: 'the gateway' };
