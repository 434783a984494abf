import { IsString, Length } from 'class-validator';
import { MethodNotAllowedError, readJsonBody, requireBearer, type Webhook } from 'gatehouse/plugin';
import type { PostboxConfig } from './postbox.config.js';

/** A message as the service brings it. */
export class Letter {
  @Length(1, 200)
  id!: string;

  @Length(1, 200)
  from!: string;

  @IsString()
  text!: string;
}

/** @param receive resolves once the message is stored: only then the service hears that it was taken */
export const postboxWebhook = (
  config: PostboxConfig,
  receive: (letter: Letter) => Promise<void>,
): Webhook => ({
  path: '/postbox',
  admits: 'the service, by the secret as a bearer token',
  answer: async (request, response) => {
    if (request.method !== 'POST') throw new MethodNotAllowedError(['POST']);
    requireBearer(request, config.secret);
    await receive(await readJsonBody(request, response, Letter));
    response.writeHead(204).end();
  },
});
