import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AccessGuard } from '../access-control/index.js';
import { isLocalProgram } from '../common/index.js';

/** Lets a scraper on this machine in without a token; everyone else needs that of a viewer. */
@Injectable()
export class MetricsGuard implements CanActivate {
  constructor(private readonly access: AccessGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    return isLocalProgram(request) || this.access.needRole(request, 'viewer');
  }
}
