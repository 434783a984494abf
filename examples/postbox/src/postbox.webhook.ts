import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { GatehouseError, MethodNotAllowedError, readJsonBody, type Webhook } from 'gatehouse/plugin';
import type { PostboxConfig } from './postbox.config.js';

/** Checked by the gateway's own validation, which answers 400 with the name of a wrong field. */
export class PostboxMessage {
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

/**
 * Takes the service's messages. An error that is thrown here is answered in the form of the gateway's APIs.
 * @param receive resolves once the message is stored; only then is the service told so
 */
export const postboxWebhook = (
  config: PostboxConfig,
  receive: (message: PostboxMessage) => Promise<void>,
): Webhook => ({
  path: '/postbox',
  admits: 'the service, by the secret that it shares with the gateway',
  answer: async (request, response) => {
    if (request.method !== 'POST') throw new MethodNotAllowedError(['POST']);
    requireSecret(request, config.secret);
    await receive(await readJsonBody(request, response, PostboxMessage));
    response.writeHead(204).end();
  },
});

/** Runs before the body is read. */
function requireSecret({ headers }: IncomingMessage, secret: string | undefined): void {
  const { authorization = '' } = headers;
  if (secret === undefined || !isSame(authorization, `Bearer ${secret}`))
    throw new GatehouseError('UNAUTHENTICATED', 'The secret is wrong or missing.');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
