import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  Body,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
  UseInterceptors,
  ValidationPipe,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, type Observable, switchMap } from 'rxjs';
import { JSON_TYPE, jsonReader, type JsonReader, MERGE_PATCH_TYPE } from './json-reader.js';
import type { ValidationError } from 'class-validator';
import { GatehouseError } from '../../errors.js';
import { fieldFault, type FieldFault, type FieldFaultCode } from '../../field-fault.js';
import { unknownField } from './parse-body.js';

/** Validates every DTO: unknown fields are refused, and all faults are named (spec 1, Error object). */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    stopAtFirstError: false,
    validationError: { target: false },
    exceptionFactory: (errors) => GatehouseError.invalidFields(faultsIn(errors)),
  });
}

/**
 * The rules of class-validator, and the fault of a field that breaks one. Of several broken rules the first here is
 * named: a wrong type before a wrong length or range, which it may only seem to have.
 */
const FAULT_OF_RULE: readonly (readonly [rule: string, FieldFaultCode])[] = [
  ...(['isArray', 'isObject', 'isString', 'isInt', 'isNumber', 'isBoolean'] as const).map(
    (rule) => [rule, 'wrong_type'] as const,
  ),
  ...(['isIn', 'isEnum'] as const).map((rule) => [rule, 'not_a_choice'] as const),
  ...(['matches', 'isEmail', 'isTime'] as const).map((rule) => [rule, 'wrong_format'] as const),
  ...(['isLength', 'minLength', 'maxLength', 'arrayMinSize', 'arrayMaxSize', 'arrayNotEmpty'] as const).map(
    (rule) => [rule, 'wrong_length'] as const,
  ),
  ...(['min', 'max'] as const).map((rule) => [rule, 'out_of_range'] as const),
];

const faultsIn = (errors: readonly ValidationError[], path = ''): FieldFault[] =>
  errors.flatMap((error) => {
    const field = path === '' ? error.property : `${path}.${error.property}`;
    return error.children && error.children.length > 0
      ? faultsIn(error.children, field)
      : [faultOf(error, field)];
  });

function faultOf({ property, value, constraints = {} }: ValidationError, field: string): FieldFault {
  if ('whitelistValidation' in constraints) return unknownField(field);
  const [rule, code] = FAULT_OF_RULE.find(([name]) => name in constraints) ?? [undefined, 'invalid' as const];
  // A null value gets the type it should have, where that is known.
  if (value === undefined || (value === null && code !== 'wrong_type'))
    return fieldFault(field, 'required', 'is required');
  if (value === '') return fieldFault(field, 'empty', 'is empty');
  const text = (rule === undefined ? Object.values(constraints)[0] : constraints[rule]) ?? 'is not valid';
  return fieldFault(field, code, text.startsWith(`${property} `) ? text.slice(property.length + 1) : text);
}

/** Most bodies of the APIs are small. */
const MAX_BYTES = 256 * 1024;

const readJson = jsonReader(MAX_BYTES);

/** Parses a body after the guards have accepted the caller, so that no other caller's body is read. */
export class JsonBodyInterceptor implements NestInterceptor {
  constructor(private readonly read: JsonReader) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const reading = this.read(http.getRequest<Request>(), http.getResponse<Response>());
    return from(reading).pipe(switchMap(() => next.handle()));
  }
}

/**
 * The JSON body, at most 256 KiB. It is read only for routes with this parameter, so a body that no route needs is
 * never read.
 */
export const JsonBody = bodyDecorator(new JsonBodyInterceptor(readJson));

/** At most 4 KiB, for routes without a guard, where anyone's body is read. */
export const SmallJsonBody = bodyDecorator(new JsonBodyInterceptor(jsonReader(4 * 1024)));

/**
 * Reads and validates the body of a call on the gateway's listener as `@JsonBody()` does for a route.
 * @throws GatehouseError INVALID_REQUEST, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
 */
export async function readJsonBody<T extends object>(
  request: IncomingMessage,
  response: ServerResponse,
  type: Type<T>,
): Promise<T> {
  await readJson(request as Request, response as Response);
  const { body } = request as Request<unknown, unknown, object | undefined>;
  return (await validationPipe().transform(body, { type: 'body', metatype: type })) as T;
}

/** Like `JsonBody`, but also accepts the type of a merge patch (RFC 7396). */
export const JsonPatchBody = bodyDecorator(
  new JsonBodyInterceptor(jsonReader(MAX_BYTES, { mediaTypes: [JSON_TYPE, MERGE_PATCH_TYPE] })),
);

function bodyDecorator(interceptor: JsonBodyInterceptor): () => ParameterDecorator {
  return () =>
    (target, key = '', index) => {
      Body()(target, key, index);
      const method = Object.getOwnPropertyDescriptor(target, key) ?? {};
      UseInterceptors(interceptor)(target, key, method);
    };
}
