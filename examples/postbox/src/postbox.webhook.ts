import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  HttpCode,
  Injectable,
  Post,
  UseGuards,
} from '@nestjs/common';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { GatehouseError, JsonBody, Public } from 'gatehouse/plugin';
import { PostboxConfig } from './postbox.config.js';
import { PostboxConnector } from './postbox.connector.js';

/** Checked by the gateway's own validation, which answers 400 with the name of a wrong field. */
class PostboxMessageDto {
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  id!: string;

  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  from!: string;

  @IsString()
  @MaxLength(100_000)
  text!: string;
}

/** Lets the service in by its secret, before the body is read. */
@Injectable()
export class SecretGuard implements CanActivate {
  constructor(private readonly config: PostboxConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const { authorization = '' } = context.switchToHttp().getRequest<IncomingMessage>().headers;
    const { secret } = this.config;
    if (secret !== undefined && isSame(authorization, `Bearer ${secret}`)) return true;
    throw new GatehouseError('UNAUTHENTICATED', 'The secret is wrong or missing.');
  }
}

/** Public to the gateway's own guard, which knows only its own keys; this route has a guard of its own. */
@Public('postbox webhook: own guard')
@Controller('postbox')
export class PostboxWebhook {
  constructor(private readonly connector: PostboxConnector) {}

  @Post()
  @HttpCode(204)
  @UseGuards(SecretGuard)
  async receive(@JsonBody() message: PostboxMessageDto): Promise<void> {
    await this.connector.receive(message);
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
