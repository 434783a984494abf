import { Injectable } from '@nestjs/common';
import { GatehouseError, JsonBodyInterceptor, type JsonReader, jsonReader } from '../../common/index.js';
import { DeliveryConfig } from '../../config/index.js';
import { snakeCase } from '../http/snake-case.js';

/** Bytes of JSON per byte of the file: base64 takes four for three, and line ends and escaped slashes add a little. */
const BYTES_OF_BASE64 = 1.5;
/** Room for the text and the surrounding JSON. */
const ENVELOPE_BYTES = 1024 * 1024;

const readerFor = ({ base64MaxMb }: DeliveryConfig): JsonReader =>
  jsonReader(Math.ceil(base64MaxMb * 1024 * 1024 * BYTES_OF_BASE64) + ENVELOPE_BYTES);

/** Reads bodies that contain a base64 file of the maximum size. */
@Injectable()
export class FileBodyInterceptor extends JsonBodyInterceptor {
  constructor(limits: DeliveryConfig) {
    super((request, response) => readerFor(limits)(request, response));
  }
}

/**
 * Reads the same bodies for actions, whose parameters may also come as the spec spells them (`messageId` for
 * `message_id`).
 */
@Injectable()
export class ActionBodyInterceptor extends JsonBodyInterceptor {
  constructor(limits: DeliveryConfig) {
    super(async (request, response) => {
      await readerFor(limits)(request, response);
      if (request.body !== undefined) request.body = inSnakeCase(request.body as object);
    });
  }
}

/** @throws GatehouseError INVALID_REQUEST for a parameter present in both spellings */
function inSnakeCase(body: object): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const field = snakeCase(name);
    if (field in result) throw GatehouseError.invalidField(field, 'is given twice');
    result[field] = value;
  }
  return result;
}
