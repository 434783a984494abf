export { type LocalFile, type LocalFileProblem, LocalFiles } from './local/local-files.js';
export { MediaModule } from './media.module.js';
export { type Reach, reachOf } from './remote/addresses.js';
export { type AllowedHosts, type Resolve } from './remote/guard.js';
export { HostList } from './remote/guard.js';
export { isMetadataService, lookupOfServices } from './remote/metadata-services.js';
export { type Connect, pinnedAgent, systemResolve } from './remote/pinned-connection.js';
export {
  type HostCredentials,
  type RemoteFile,
  RemoteFiles,
  type RemoteRequest,
} from './remote/remote-files.js';
export { type RemoteUpload, RemoteUploads, type UploadAnswer } from './remote/remote-uploads.js';
export { RemoteProblem, type RemoteProblemKind } from './remote/guard.js';
export { MediaTooLargeError } from './store/media-store.js';
export { MediaStoreFullError, type StoredMedia } from './store/media.repository.js';
export { MediaStore, type OpenMedia } from './store/media-store.js';
export { type MessageFile, MessageFiles } from './store/message-files.js';
export { type Decoded, decodeBase64 } from './types/base64.js';
export { endingOf, safeFileName } from './types/file-name.js';
export { typeBy } from './types/stated-type.js';
export { extensionOf, fileTypeOf, UNKNOWN_TYPE } from './types/file-type.js';
export { type ImageType, imageTypeOf, isImageType } from './types/image-type.js';
