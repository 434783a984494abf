import { validateHeaderName, validateHeaderValue } from 'node:http';
import { ConfigProblem } from '../tree/problem.js';

export const NO_HEADER_VALUE =
  'contains a line break or another character that is not allowed in an HTTP header';
/** Headers about the connection and the length of the body, which the HTTP client sets. */
const CLIENTS_OWN = /^(?:connection|content-length|expect|keep-alive|transfer-encoding|upgrade)$/i;

/** Checks headers that an operator wants to be sent. A name that is none is not shown: it may be a secret in the wrong place. */
export function headerProblems(headers: Readonly<Record<string, unknown>>): ConfigProblem[] {
  return Object.entries(headers).flatMap(([name, value], at) => {
    if (!isHeaderName(name))
      return [new ConfigProblem('headers', `name ${at + 1} is not a valid HTTP header name`)];
    const path = `headers.${name}`;
    if (CLIENTS_OWN.test(name)) return [new ConfigProblem(path, 'is set by the gateway itself')];
    return isHeaderValue(value) ? [] : [new ConfigProblem(path, NO_HEADER_VALUE)];
  });
}

export const isHeaderValue = (value: unknown): boolean =>
  succeeds(() => validateHeaderValue('x', value as string));

const isHeaderName = (name: string): boolean => succeeds(() => validateHeaderName(name));

function succeeds(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}
