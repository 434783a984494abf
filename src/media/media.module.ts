import { Global, Module } from '@nestjs/common';
import { MediaRepository } from './store/media.repository.js';
import { MediaStore } from './store/media-store.js';
import { MessageFiles } from './store/message-files.js';

/** The files of all channels. Global: connectors find the store without knowing who else has it. */
@Global()
@Module({ providers: [MediaRepository, MediaStore, MessageFiles], exports: [MediaStore, MessageFiles] })
export class MediaModule {}
