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
    "Calls without a token from the platform are rejected, including your own. Test with the web-chat tester on the bot's page.",
  ),
  seen(
    'channel-images-missing',
    'Images missing in channels',
    'Have an administrator grant ChannelMessage.Read.All (Chat.Read.All for group chats), reinstall the app, then quit and restart the client.',
  ),
  seen(
    'no-response-in-channels',
    'No response in channels',
    'Mention the bot, or set requireMention to false (globally, or for a team or channel).',
  ),
  seen(
    'old-manifest-shown',
    'Teams client shows an old manifest',
    'Remove the app, add it again, then quit and restart the client.',
  ),
  uploaded(
    'icon-empty',
    'Manifest upload: icon file cannot be empty',
    'An icon has 0 bytes. Use PNGs with 32x32 and 192x192 pixels.',
  ),
  uploaded(
    'id-in-use',
    'Manifest upload: webApplicationInfo.Id already in use',
    'The app is installed elsewhere. Uninstall it there and wait 5 to 10 minutes.',
  ),
  uploaded(
    'upload-failure',
    'Manifest upload: generic failure',
    "Upload it in the admin center, and read the response body in the browser's developer tools.",
  ),
  uploaded(
    'sideloading-fails',
    'Sideloading fails',
    "Upload it to the organization's catalog instead. Its administrators decide who may sideload.",
  ),
  seen(
    'permissions-ineffective',
    'Resource-specific permissions ineffective',
    'Set webApplicationInfo.id to the app ID of the bot, then upload and reinstall. Use ChannelMessage.Read.Group for teams and ChatMessage.Read.Chat for group chats. Ask whether an administrator has blocked such permissions.',
  ),
  seen(
    'no-document-site',
    'Group-chat file with no docSiteId',
    'Set docSiteId (see gatehouse workchat site-id) and have Sites.ReadWrite.All granted. Otherwise only text is sent.',
  ),
  seen(
    'slow-processing',
    'Slow processing',
    "The platform repeats calls that are answered too late. Check the load of this machine and its database. The assistant's answers cause no delay.",
  ),
];
