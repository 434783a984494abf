/** Texts of the bridge that cannot contain parts of a message, so that operators may see them in full. */
const PLAIN_REASON =
  /^(iMessage Private API|Missing server password|Unauthorized|Failed to send (message|attachment)!|Attachment not provided|Icon not provided|The [A-Za-z]+ (field|must|may)|(Chat|Message|Attachment|Webhook|Selected message) does not exist|Invalid webhook event|A '?[a-z]+'? is required)/i;

const SECRET_PARAMETER = /\b(guid|password|token)=[^&\s"'#]*/gi;
const MAX_TEXT = 300;

/**
 * Makes any text safe for a log or an operator: removes the given secrets in every encoding we use, and the values of
 * all query parameters that carry credentials on this wire (wire 6.3 row 41). Cuts it to 300 characters.
 */
export function redactor(...secrets: readonly string[]): (text: string) => string {
  const spellings = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), encodeURI(secret)])
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let safe = text.replace(SECRET_PARAMETER, '$1=***');
    for (const spelling of spellings) safe = safe.replaceAll(spelling, '***');
    return safe.length > MAX_TEXT ? `${safe.slice(0, MAX_TEXT)}…` : safe;
  };
}

/** An AppleScript error may quote the message, so of a text that we do not know only its number is kept. */
export function refusalText(status: number, fromBridge: boolean, type = 'error', reason = ''): string {
  if (!fromBridge) return `HTTP ${status}, not the bridge's answer`;
  if (PLAIN_REASON.test(reason)) return `HTTP ${status} ${type}: ${reason}`;
  const appleScript = /\((-\d+)\)/.exec(reason)?.[1];
  return `HTTP ${status} ${type}${appleScript === undefined ? '' : ` (AppleScript ${appleScript})`}`;
}
