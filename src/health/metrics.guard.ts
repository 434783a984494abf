import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AccessGuard } from '../access-control/index.js';

const FORWARDED = /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;
const LOOPBACK = /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/** Lets a scraper on this machine in without a token; everyone else needs that of a viewer. */
@Injectable()
export class MetricsGuard implements CanActivate {
  constructor(private readonly access: AccessGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    return isFromThisMachine(request) || this.access.needRole(request, 'viewer');
  }
}

/** The TCP peer is this machine and speaks for itself: whatever came through a proxy has a forwarding header. */
function isFromThisMachine({ socket, headers }: Request): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') && !Object.keys(headers).some((name) => FORWARDED.test(name))
  );
}
