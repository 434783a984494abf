import { Injectable } from '@nestjs/common';
import type { AuthenticatedRequest } from '../../access-control/index.js';
import { JsonBodyInterceptor, jsonReader, type ParsedBody, parseBody } from '../../common/index.js';
import { DataApiConfig } from '../../config/index.js';
import { DataThreads, MAX_INLINE } from '../workers/data-threads.js';

/** JSON can write each byte of UTF-8 as an escape of six bytes. */
const LONGEST_ESCAPE = 6;
/** Room for the options and the surrounding JSON. */
const ENVELOPE_BYTES = 65_536;
/** As long as a caller waits for the result. */
const TIMEOUT_MS = 50_000;

/** Reads bodies that contain an `input_data` of the maximum length, in any escaping. */
@Injectable()
export class ProcessBodyInterceptor extends JsonBodyInterceptor {
  constructor({ maxInputBytes }: DataApiConfig, threads: DataThreads) {
    const parse = (json: Buffer, { apiKey }: AuthenticatedRequest): ParsedBody | Promise<ParsedBody> =>
      json.length <= MAX_INLINE
        ? parseBody(json, 'input_data')
        : threads.parseBody(json, apiKey?.userId ?? '', AbortSignal.timeout(TIMEOUT_MS));
    super(jsonReader(maxInputBytes * LONGEST_ESCAPE + ENVELOPE_BYTES, { parse }));
  }
}
