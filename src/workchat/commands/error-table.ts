/** A row of the specification's table of errors (3-workchat, "Errors"). */
export interface ErrorRow {
  readonly id: ErrorId;
  /** The wording of the specification. */
  readonly symptom: string;
  /** The cure of the error. */
  readonly action: string;
  /** Whether the error appears at the upload of a package. */
  readonly isUpload: boolean;
}

export type ErrorId =
  | 'webhook-401'
  | 'channel-images-missing'
  | 'no-response-in-channels'
  | 'old-manifest-shown'
  | 'icon-empty'
  | 'id-in-use'
  | 'upload-failure'
  | 'sideloading-fails'
  | 'permissions-ineffective'
  | 'no-document-site'
  | 'slow-processing';

const seen = (id: ErrorId, symptom: string, action: string): ErrorRow => ({
  id,
  symptom,
  action,
  isUpload: false,
});
const uploaded = (id: ErrorId, symptom: string, action: string): ErrorRow => ({
  id,
  symptom,
  action,
  isUpload: true,
});

export const ERROR_TABLE: readonly ErrorRow[] = [
  seen(
    'webhook-401',
    'Webhook returns 401',
    'Calls without a token of the platform are refused, also your own. Test with the web-chat tester on the page of the bot.',
  ),
  seen(
    'channel-images-missing',
    'Images missing in channels',
    'Have an administrator grant ChannelMessage.Read.All (Chat.Read.All for group chats), reinstall the app, and restart the client fully.',
  ),
  seen(
    'no-response-in-channels',
    'No response in channels',
    'Mention the bot, or set requireMention to false: globally, or for a team or channel.',
  ),
  seen(
    'old-manifest-shown',
    'Teams client shows an old manifest',
    'Remove the app, add it again, and restart the client fully.',
  ),
  uploaded(
    'icon-empty',
    'Manifest upload: icon file cannot be empty',
    'An icon has 0 bytes: use PNGs of 32x32 and 192x192 pixels.',
  ),
  uploaded(
    'id-in-use',
    'Manifest upload: webApplicationInfo.Id already in use',
    'The app is installed elsewhere: uninstall it there, or wait 5 to 10 minutes after that.',
  ),
  uploaded(
    'upload-failure',
    'Manifest upload: generic failure',
    "Upload it in the admin center, and read the body of the answer in the browser's developer tools.",
  ),
  uploaded(
    'sideloading-fails',
    'Sideloading fails',
    'Upload it to the catalog of the organization instead: who may sideload is decided by its administrators.',
  ),
  seen(
    'permissions-ineffective',
    'Resource-specific permissions ineffective',
    'webApplicationInfo.id must be the app ID of the bot; upload and reinstall; ask whether an administrator has blocked such permissions; ChannelMessage.Read.Group is for teams, ChatMessage.Read.Chat for group chats.',
  ),
  seen(
    'no-document-site',
    'Group-chat file with no docSiteId',
    'Set docSiteId (gatehouse workchat site-id finds it), and have Sites.ReadWrite.All granted: without them only text is sent.',
  ),
  seen(
    'slow-processing',
    'Slow processing',
    'The platform repeats calls that are answered too late. Check the load of this machine and its database; answers of the assistant cause no delay.',
  ),
];
