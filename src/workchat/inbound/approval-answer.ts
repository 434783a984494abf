import { APPROVAL_DECISIONS, type InboundApprovalAnswer } from '../../channels/index.js';
import { type JsonRecord, textOf } from '../../channels/kit/index.js';
import { APPROVAL_KEY, DECISION_KEY } from '../outbound/approval-card.js';

/** The form of our ids. */
const ID = /^\w{1,64}$/;

/**
 * The answer in the data of a button of a request. The data says nothing about the person or the place.
 * @returns undefined for another card
 */
export function approvalAnswerIn(
  values: JsonRecord,
): Pick<InboundApprovalAnswer, 'approvalId' | 'decision'> | 'unreadable' | undefined {
  if (!(APPROVAL_KEY in values)) return undefined;
  const approvalId = textOf(values[APPROVAL_KEY]) ?? '';
  const decision = APPROVAL_DECISIONS.find((each) => each === values[DECISION_KEY]);
  return ID.test(approvalId) && decision ? { approvalId, decision } : 'unreadable';
}
