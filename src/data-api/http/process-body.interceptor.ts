import { Injectable } from '@nestjs/common';
import type { AuthenticatedRequest } from '../../access-control/index.js';
import { GatehouseError, JsonBodyInterceptor, jsonReader } from '../../common/index.js';
import { DataApiConfig } from '../../config/index.js';
import { DataInput } from '../processors/data-input.js';
import { DataThreads } from '../workers/data-threads.js';
import { ENVELOPE_BYTES } from '../workers/long-body.js';

/** JSON can write each byte of UTF-8 as an escape of six bytes. */
const LONGEST_ESCAPE = 6;
/** A longer body is parsed in a thread: on the event loop it could take more than a millisecond. */
const LONG_BODY_BYTES = 32_768;
/** As long as a caller waits for the result. */
const TIMEOUT_MS = 50_000;

export interface RequestWithInput extends AuthenticatedRequest {
  /** The `input_data` of a long body, of which the body itself has only the beginning. */
  longInput?: DataInput;
}

/** Reads bodies that contain an `input_data` of the maximum length, in any escaping. */
@Injectable()
export class ProcessBodyInterceptor extends JsonBodyInterceptor {
  constructor({ maxInputBytes }: DataApiConfig, threads: DataThreads) {
    const prepare = async (sent: readonly Buffer[], request: RequestWithInput): Promise<Buffer> =>
      lengthOf(sent) <= LONG_BODY_BYTES ? Buffer.concat(sent) : takeInput(threads, sent, request);
    super(jsonReader(maxInputBytes * LONGEST_ESCAPE + ENVELOPE_BYTES, { rawField: 'input_data', prepare }));
  }
}

const lengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** @throws GatehouseError */
async function takeInput(
  threads: DataThreads,
  sent: readonly Buffer[],
  request: RequestWithInput,
): Promise<Buffer> {
  const hasKey = request.headers['idempotency-key'] !== undefined;
  const owner = request.apiKey?.userId ?? '';
  const task = { body: sent.map(ownMemoryOf), hasKey };
  const outcome = await threads.takeText(task, owner, AbortSignal.timeout(TIMEOUT_MS));
  if (outcome.kind === 'refused') throw GatehouseError.invalidField('body', outcome.words, outcome.code);
  if (outcome.text) request.longInput = DataInput.ofLong(outcome.text);
  return Buffer.from(outcome.rest);
}

/** A copy where other bytes, of the same connection perhaps, lie in the same memory. */
function ownMemoryOf({ buffer, byteOffset, byteLength }: Buffer): Uint8Array<ArrayBuffer> {
  const isAlone = byteLength === buffer.byteLength && buffer instanceof ArrayBuffer;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(Buffer.from(buffer, byteOffset, byteLength));
}
