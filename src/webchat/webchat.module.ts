import { Module } from '@nestjs/common';
import { ChatFiles } from './chat-files.js';
import { WebchatConnector } from './webchat.connector.js';

/** The built-in chat of the web console. Needs `Clock` and `MediaStore` from global modules. */
@Module({ providers: [ChatFiles, WebchatConnector], exports: [WebchatConnector] })
export class WebchatModule {}
