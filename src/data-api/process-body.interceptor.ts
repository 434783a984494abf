import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, type Observable, switchMap } from 'rxjs';
import { type JsonReader, jsonReader } from '../common/index.js';
import { DataApiConfig } from '../config/index.js';

/** JSON may write each byte of UTF-8 as an escape of six. */
const LONGEST_ESCAPE = 6;
/** For the options, and the JSON around it all. */
const ENVELOPE_BYTES = 65_536;

/** Reads bodies that hold an `input_data` of the longest allowed, however it is escaped. */
@Injectable()
export class ProcessBodyInterceptor implements NestInterceptor {
  private readonly read: JsonReader;

  constructor({ maxInputBytes }: DataApiConfig) {
    this.read = jsonReader(maxInputBytes * LONGEST_ESCAPE + ENVELOPE_BYTES);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return from(this.read(http.getRequest(), http.getResponse())).pipe(switchMap(() => next.handle()));
  }
}
