/** Content types of the attachments a bot sends (workchat-wire 4.1, 5.2). */
export const ADAPTIVE_CARD = 'application/vnd.microsoft.card.adaptive';
export const CONSENT_CARD = 'application/vnd.microsoft.teams.card.file.consent';
export const FILE_INFO = 'application/vnd.microsoft.teams.card.file.info';
