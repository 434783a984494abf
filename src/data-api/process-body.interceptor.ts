import { Injectable } from '@nestjs/common';
import { JsonBodyInterceptor, jsonReader } from '../common/index.js';
import { DataApiConfig } from '../config/index.js';

/** JSON may write each byte of UTF-8 as an escape of six. */
const LONGEST_ESCAPE = 6;
/** For the options, and the JSON around it all. */
const ENVELOPE_BYTES = 65_536;

/** Reads bodies that hold an `input_data` of the longest allowed, however it is escaped. */
@Injectable()
export class ProcessBodyInterceptor extends JsonBodyInterceptor {
  constructor({ maxInputBytes }: DataApiConfig) {
    super(jsonReader(maxInputBytes * LONGEST_ESCAPE + ENVELOPE_BYTES, { rawField: 'input_data' }));
  }
}
