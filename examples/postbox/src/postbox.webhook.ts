import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { MethodNotAllowedError, readJsonBody, requireBearer, type Webhook } from 'gatehouse/plugin';
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
    requireBearer(request, config.secret);
    await receive(await readJsonBody(request, response, PostboxMessage));
    response.writeHead(204).end();
  },
});
