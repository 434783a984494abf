import { InvalidArgumentError } from 'commander';
import { type JsonRecord, parseJson, recordOf } from '../../common/index.js';

/** An argument that is a JSON object. @throws InvalidArgumentError */
export function jsonObject(text: string): JsonRecord {
  const object = recordOf(parseJson(text)?.value);
  if (object === undefined) throw new InvalidArgumentError('It must be a JSON object.');
  return object;
}
