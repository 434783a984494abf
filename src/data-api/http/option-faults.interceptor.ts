import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { type FieldFault, GatehouseError } from '../../common/index.js';
import { optionsIn } from '../processors/process-options.js';
import { Processors } from '../processors/processors.service.js';

/**
 * Names the faults of the options, which only the processor knows, together with those that the validation of the body
 * finds before it.
 */
@Injectable()
export class OptionFaultsInterceptor implements NestInterceptor {
  constructor(private readonly processors: Processors) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { body } = context.switchToHttp().getRequest<Request<unknown, unknown, unknown>>();
    return next.handle().pipe(
      catchError((error: unknown) => {
        throw error instanceof GatehouseError && error.faults ? this.complete(error.faults, body) : error;
      }),
    );
  }

  private complete(found: readonly FieldFault[], body: unknown): GatehouseError {
    const known = new Set(found.map(({ field }) => field));
    const more = this.optionFaults(body).filter(({ field }) => !known.has(field));
    return GatehouseError.invalidFields([...found, ...more]);
  }

  private optionFaults(body: unknown): readonly FieldFault[] {
    try {
      this.processors.chosen.check(optionsIn(body));
      return [];
    } catch (error) {
      return error instanceof GatehouseError ? (error.faults ?? []) : [];
    }
  }
}
