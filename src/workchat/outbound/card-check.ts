import { type JsonRecord, recordOf } from '../../channels/kit/index.js';
import { APPROVAL_KEY } from './approval-card.js';

/** A card counts towards the size of its message, and clients cut off larger ones (wire 4.1, 4.3). */
const MAX_CARD_BYTES = 25 * 1024;
const MAX_DEPTH = 20;
const MAX_ACTIONS = 6;
const VERSION = /^1\.[0-5]$/;

/** The first problem of a card, with its path (`card.body[1].type …`); undefined for a valid card. */
export function cardProblem(card: JsonRecord): string | undefined {
  if (card.type !== 'AdaptiveCard') return 'card.type must be AdaptiveCard';
  if (typeof card.version !== 'string' || !VERSION.test(card.version))
    return 'card.version must be a string from "1.0" to "1.5"';
  if (!Array.isArray(card.body)) return 'card.body must be a list';
  return (
    elementsProblem(card.body, 'card.body') ??
    actionsProblem(card) ??
    valueProblem(card, 'card', 0) ??
    wholeProblem(card)
  );
}

/** The last check: a card that is nested too deeply can not even be measured. */
function wholeProblem(card: JsonRecord): string | undefined {
  if (isTooLarge(card)) return `card must have at most ${MAX_CARD_BYTES} bytes`;
  // Its answer would count as one to a request that people do not see.
  return JSON.stringify(card).includes(APPROVAL_KEY) ? `card must not contain ${APPROVAL_KEY}` : undefined;
}

export const isTooLarge = (card: JsonRecord): boolean =>
  Buffer.byteLength(JSON.stringify(card)) > MAX_CARD_BYTES;

const elementsProblem = (elements: readonly unknown[], path: string): string | undefined =>
  firstOf(elements, (element, index) => {
    const type = recordOf(element)?.type;
    return typeof type === 'string' && type !== '' ? undefined : `${path}[${index}].type must be a string`;
  });

function actionsProblem({ actions }: JsonRecord): string | undefined {
  if (actions === undefined) return undefined;
  if (!Array.isArray(actions)) return 'card.actions must be a list';
  if (actions.length > MAX_ACTIONS) return `card.actions must have at most ${MAX_ACTIONS} entries`;
  return firstOf(actions, (action: unknown, index) => {
    const type = recordOf(action)?.type;
    return typeof type === 'string' && type.startsWith('Action.')
      ? undefined
      : `card.actions[${index}].type must begin with "Action."`;
  });
}

/**
 * Checks the whole card: addresses must be https or text such as `mailto:`, and it must not be nested more deeply than
 * clients support.
 */
function valueProblem(value: unknown, path: string, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return `${path} is nested too deeply`;
  if (Array.isArray(value))
    return firstOf(value, (each, index) => valueProblem(each, `${path}[${index}]`, depth + 1));
  const fields = recordOf(value);
  if (!fields) return undefined;
  return (
    inputProblem(fields, path) ??
    firstOf(Object.entries(fields), ([key, each]) => {
      const at = `${path}.${key}`;
      // The data of an action comes back as it is; no client reads it.
      if (key === 'data' && isAction(fields.type))
        return dataProblem(each, fields.type, at) ?? depthProblem(each, at, depth + 1);
      if (typeof each === 'string' && !isGoodAddress(each, key, fields.type))
        return `${at} must be an https URL`;
      return valueProblem(each, at, depth + 1);
    })
  );
}

const isAction = (type: unknown): boolean => typeof type === 'string' && type.startsWith('Action.');

/** A client sends nothing back for a button whose data is no object (wire 13). */
function dataProblem(data: unknown, type: unknown, path: string): string | undefined {
  const isReturned = type === 'Action.Submit' || type === 'Action.Execute';
  const isSent = data === undefined || data === null || recordOf(data) !== undefined;
  return isReturned && !isSent ? `${path} must be an object` : undefined;
}

function depthProblem(value: unknown, path: string, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return `${path} is nested too deeply`;
  if (typeof value !== 'object' || value === null) return undefined;
  return firstOf(Object.entries(value), ([key, each]) => depthProblem(each, `${path}.${key}`, depth + 1));
}

/** An input without an id has no answer, and a client shows no choice set without choices (wire 4.3). */
function inputProblem({ type, id, choices, ...fields }: JsonRecord, path: string): string | undefined {
  if (typeof type !== 'string' || !type.startsWith('Input.')) return undefined;
  if (typeof id !== 'string' || id.trim() === '') return `${path}.id must be a string`;
  // Its choices may also come from a query.
  if (type !== 'Input.ChoiceSet' || recordOf(fields['choices.data'])) return undefined;
  if (!Array.isArray(choices) || choices.length === 0) return `${path}.choices must be a non-empty list`;
  return firstOf(choices, (choice: unknown, index) => {
    const { title, value } = recordOf(choice) ?? {};
    const isWhole = typeof title === 'string' && typeof value === 'string';
    return isWhole ? undefined : `${path}.choices[${index}] must have title and value, both strings`;
  });
}

/** Properties whose text is the address of a picture. */
const PICTURES = ['iconUrl', 'backgroundImage', 'poster'];

function isGoodAddress(text: string, key: string, type: unknown): boolean {
  const isPicture = PICTURES.includes(key);
  if (key !== 'url' && !isPicture) return true;
  if (/^https:\/\//i.test(text)) return true;
  if (isPicture || type === 'Image') return /^data:image\//i.test(text);
  return /^(?:mailto|tel):/i.test(text);
}

function firstOf<T>(values: readonly T[], problem: (value: T, index: number) => string | undefined) {
  for (const [index, value] of values.entries()) {
    const found = problem(value, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
