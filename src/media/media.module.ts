import { Global, Module } from '@nestjs/common';
import { LocalFiles } from './local/local-files.js';
import { RemoteFiles } from './remote/remote-files.js';
import { MediaRepository } from './store/media.repository.js';
import { MediaStore } from './store/media-store.js';
import { MessageFiles } from './store/message-files.js';

/** The files of all channels. Global, so that connectors find the store without importing this module. */
@Global()
@Module({
  providers: [
    LocalFiles,
    MediaRepository,
    MediaStore,
    MessageFiles,
    { provide: RemoteFiles, useFactory: () => new RemoteFiles() },
  ],
  exports: [LocalFiles, MediaStore, MessageFiles, RemoteFiles],
})
export class MediaModule {}
