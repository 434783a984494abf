// Made by `npm run generate` from openapi/admin.v1.json. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        readonly UserStatus: "active" | "disabled";
        /** @enum {string} */
        readonly ErrorCode: "INVALID_REQUEST" | "UNAUTHENTICATED" | "FORBIDDEN" | "HTTPS_REQUIRED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL" | "UNAVAILABLE";
        readonly ErrorObject: {
            /** @example NOT_FOUND */
            readonly code: components["schemas"]["ErrorCode"];
            /**
             * @description For people.
             * @example No such request.
             */
            readonly message: string;
            /**
             * @description What to change, naming the field; may be empty.
             * @example id names no request of yours
             */
            readonly details: string;
        };
        readonly Error: {
            readonly error: components["schemas"]["ErrorObject"];
        };
        /**
         * @description What the key may be used for.
         * @enum {string}
         */
        readonly Scope: "users:read" | "data:process";
        readonly ApiKeyLimits: {
            /** @description Requests a minute; null = the gateway's. */
            readonly per_minute: number | null;
            /** @description Requests an hour; null = the gateway's. */
            readonly per_hour: number | null;
            /** @description Requests a day; null = the gateway's. */
            readonly per_day: number | null;
        };
        readonly ApiKey: {
            /** @example key_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /**
             * @description How the key begins.
             * @example gh_4f7k2m
             */
            readonly prefix: string;
            /** @example nightly import */
            readonly name: string;
            readonly scopes: readonly components["schemas"]["Scope"][];
            readonly limits: components["schemas"]["ApiKeyLimits"];
            /**
             * Format: date-time
             * @description When it was made. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The key its holder made it with; null when an operator made it.
             * @example key_01j9zq4c5x8r2m6t0w3y7v1b4c
             */
            readonly made_with: string | null;
            /**
             * Format: date-time
             * @description From when on it is refused. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description At most a minute behind. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_used_at: string | null;
        };
        readonly NewApiKeyLimits: {
            /** @description Requests a minute. */
            readonly per_minute?: number | null;
            /** @description Requests an hour. */
            readonly per_hour?: number | null;
            /** @description Requests a day. */
            readonly per_day?: number | null;
        };
        readonly NewApiKey: {
            /**
             * @description For people, to know it by.
             * @example nightly import
             */
            readonly name?: string | null;
            /** @description What it may be used for. */
            readonly scopes?: readonly components["schemas"]["Scope"][] | null;
            /**
             * Format: date-time
             * @description From when on it is refused; null = never.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at?: string | null;
            readonly limits?: components["schemas"]["NewApiKeyLimits"] | null;
        };
        readonly CreatedApiKey: {
            /** @example key_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /**
             * @description How the key begins.
             * @example gh_4f7k2m
             */
            readonly prefix: string;
            /** @example nightly import */
            readonly name: string;
            readonly scopes: readonly components["schemas"]["Scope"][];
            readonly limits: components["schemas"]["ApiKeyLimits"];
            /**
             * Format: date-time
             * @description When it was made. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The key its holder made it with; null when an operator made it.
             * @example key_01j9zq4c5x8r2m6t0w3y7v1b4c
             */
            readonly made_with: string | null;
            /**
             * Format: date-time
             * @description From when on it is refused. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description At most a minute behind. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_used_at: string | null;
            /**
             * @description The key itself. It is shown this once and stored nowhere.
             * @example gh_0123456789abcdefghjkmnpqrstvwxyz0rzksed
             */
            readonly key: string;
        };
        readonly ActionDto: {
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel; the only one, or `default`, when left out.
             * @example default
             */
            readonly account?: string;
            /**
             * @description As the spec calls it; `rename_group` is taken for `renameGroup`, too.
             * @example react
             * @enum {string}
             */
            readonly action: "react" | "edit" | "unsend" | "reply" | "sendWithEffect" | "sendAttachment" | "renameGroup" | "setGroupIcon" | "addParticipant" | "removeParticipant" | "leaveGroup";
            /**
             * @description Where, in a form of the channel. It may be left out where `message_id` is the full id of a message we sent.
             * @example +12025550143
             */
            readonly target?: string;
            /** @description The same as `target`, as the spec calls it for messages. */
            readonly to?: string;
            /** @description The same as `target`, as the spec calls it for groups. */
            readonly chat_guid?: string;
            /**
             * @description react, edit, unsend, reply: the message it is about, by its full id, or by the short one while it is known.
             * @example 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002
             */
            readonly message_id?: string;
            /**
             * @description react: the reaction.
             * @example 👍
             */
            readonly emoji?: string;
            /**
             * @description react: take the reaction back.
             * @default false
             */
            readonly remove: boolean;
            /** @description edit, reply, sendWithEffect: the text. */
            readonly text?: string;
            /**
             * @description reply: how it is posted, where the channel has threads; else as its settings have it.
             * @enum {string}
             */
            readonly reply_style?: "thread" | "top-level";
            /**
             * @description sendWithEffect: name of the effect.
             * @example slam
             */
            readonly effect_id?: string;
            /** @description sendAttachment, reply: the file, as base64. */
            readonly buffer?: string;
            /**
             * @description sendAttachment, reply, setGroupIcon: instead of the file in base64. A file of the gateway's machine by its absolute path, below a folder of `media.allowedFolders`.
             * @example /srv/outgoing/plan.pdf
             */
            readonly path?: string;
            /**
             * @description sendAttachment, reply: its name, with the ending.
             * @example hello.txt
             */
            readonly filename?: string;
            /**
             * @description sendAttachment, reply: as a voice memo; MP3, CAF or Opus in Ogg, anything else as a file.
             * @default false
             */
            readonly as_voice: boolean;
            /**
             * @description renameGroup: the new name.
             * @example Garden crew
             */
            readonly display_name?: string;
            /** @description setGroupIcon: the image (PNG, JPEG, GIF, WebP), as base64. */
            readonly media?: string;
            /**
             * @description addParticipant, removeParticipant: who, as people write it on that channel.
             * @example +12025550143
             */
            readonly address?: string;
        };
        /**
         * @description `done`; of an action that is a message `sent`, or with 202 what its delivery is now: it goes on by itself.
         * @enum {string}
         */
        readonly ActionStatus: "done" | "sent" | "queued" | "sending" | "unknown";
        readonly ActionResultDto: {
            /**
             * @example react
             * @enum {string}
             */
            readonly action: "react" | "edit" | "unsend" | "reply" | "sendWithEffect" | "sendAttachment" | "renameGroup" | "setGroupIcon" | "addParticipant" | "removeParticipant" | "leaveGroup";
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            readonly account: string;
            /**
             * @description In the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string;
            /** @description `done`; of an action that is a message `sent`, or with 202 what its delivery is now: it goes on by itself. */
            readonly status: components["schemas"]["ActionStatus"];
            /**
             * @description The service's id of the message that was sent, or that the action was about.
             * @example 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002
             */
            readonly message_id: string | null;
            /**
             * @description Of an action that is a message; else empty.
             * @example []
             */
            readonly delivery_ids: readonly string[];
            /**
             * @description What is to be known besides.
             * @example null
             */
            readonly note: string | null;
        };
        readonly TextCapabilityDto: {
            /**
             * @description Longest message, UTF-16 units.
             * @example 20000
             */
            readonly max_chars: number;
            /** @enum {string} */
            readonly format: "plain" | "markdown";
        };
        readonly CapabilitiesDto: {
            /**
             * @description Raised with every change of what follows.
             * @example 1
             */
            readonly version: number;
            readonly text: components["schemas"]["TextCapabilityDto"];
            /**
             * @description What is not listed is rejected.
             * @example {
             *       "typing": "full",
             *       "read_receipts": "full"
             *     }
             */
            readonly features: {
                readonly [key: string]: "rejected" | "dropped" | "partial" | "full";
            };
        };
        /**
         * @description `stopped` when this process does not run the account.
         * @enum {string}
         */
        readonly ConnectionStatus: "starting" | "connecting" | "connected" | "degraded" | "transient-disconnect" | "bad-credentials" | "logged-out" | "error" | "stopped";
        /** @enum {string} */
        readonly DmPolicy: "pairing" | "allowlist" | "open" | "disabled";
        /** @enum {string} */
        readonly GroupPolicy: "open" | "allowlist" | "disabled";
        readonly AccountDto: {
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /** @description `stopped` when this process does not run the account. */
            readonly status: components["schemas"]["ConnectionStatus"];
            /**
             * @description The same in three words: `degraded` when messages go in and out but not all works, `down` when they do not.
             * @enum {string}
             */
            readonly health: "connected" | "degraded" | "down";
            /**
             * @description What is wrong and what to do; of a connected account, what it cannot do.
             * @example null
             */
            readonly reason: string | null;
            readonly dm_policy: components["schemas"]["DmPolicy"];
            readonly group_policy: components["schemas"]["GroupPolicy"];
            /**
             * @description What the service itself says; null unless `deep`, and where a channel cannot be asked.
             * @example {
             *       "reachable": true
             *     }
             */
            readonly probe: {
                readonly [key: string]: (string | null) | number | boolean;
            } | null;
        };
        readonly ChannelDto: {
            /** @example imbridge */
            readonly channel: string;
            readonly capabilities: components["schemas"]["CapabilitiesDto"];
            /** @description The enabled accounts. */
            readonly accounts: readonly components["schemas"]["AccountDto"][];
        };
        readonly ConfigDto: {
            /**
             * @description Complete with defaults; every secret is `********`.
             * @example {
             *       "gateway": {
             *         "port": 3000
             *       },
             *       "channels": {
             *         "imbridge": {
             *           "password": "********"
             *         }
             *       }
             *     }
             */
            readonly config: {
                readonly [key: string]: unknown;
            };
            /**
             * @description Where the settings that are no defaults come from: `file`, or the environment variable that wins over it.
             * @example {
             *       "gateway.port": "file"
             *     }
             */
            readonly sources: {
                readonly [key: string]: string;
            };
            /**
             * @description Settings whose new value takes effect at the next start.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            readonly pending_restart: readonly string[];
        };
        readonly OverriddenSettingDto: {
            /** @example channels.workchat.appId */
            readonly path: string;
            /**
             * @description The variable that is set.
             * @example WORKCHAT_APP_ID
             */
            readonly variable: string;
        };
        readonly ConfigOutcomeDto: {
            /**
             * @description Settings that say something else now; a list counts as one.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            readonly changed: readonly string[];
            /**
             * @description Of these: in force now.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            readonly applied: readonly string[];
            /**
             * @description Of these: in force after the next start.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            readonly needs_restart: readonly string[];
            /** @description Of these: without effect, because an environment variable says something else. */
            readonly overridden: readonly components["schemas"]["OverriddenSettingDto"][];
        };
        /** @enum {string} */
        readonly ConversationKind: "direct" | "group" | "channel";
        readonly ConversationDto: {
            /** @example cnv_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            readonly account: string;
            /**
             * @description In the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string;
            readonly kind: components["schemas"]["ConversationKind"];
            /**
             * @description As the service shows it.
             * @example Family
             */
            readonly name: string | null;
            /**
             * Format: date-time
             * @description When we first heard from it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When something was last said in it, to the minute. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_message_at: string;
        };
        /** @enum {string} */
        readonly MessageRole: "user" | "assistant";
        /**
         * @description `turn`: a question or its answer; `heard`: said to others in a group; `notice`: a reaction, a join, …; `dropped`: not let in.
         * @enum {string}
         */
        readonly MessageKind: "turn" | "heard" | "notice" | "dropped";
        readonly ConversationMessageDto: {
            /** @example msg_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            readonly role: components["schemas"]["MessageRole"];
            /** @description `turn`: a question or its answer; `heard`: said to others in a group; `notice`: a reaction, a join, …; `dropped`: not let in. */
            readonly kind: components["schemas"]["MessageKind"];
            /** @example +12025550143 */
            readonly sender_id: string | null;
            /** @example Ann */
            readonly sender_name: string | null;
            /**
             * @description Empty for what was dropped: its text is not kept.
             * @example Hello.
             */
            readonly text: string;
            /**
             * @description The service's id.
             * @example null
             */
            readonly message_id: string | null;
            /**
             * @description The service's id of the message it answers, or that something happened to.
             * @example null
             */
            readonly reply_to: string | null;
            /**
             * @description The session it belongs to; its second part is the agent.
             * @example agent:main:main
             */
            readonly session_key: string;
            /**
             * @description Why it was dropped.
             * @example null
             */
            readonly reason: string | null;
            /**
             * Format: date-time
             * @description When it was said, or came. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly at: string;
        };
        readonly LoopBreakDto: {
            /** @example lpb_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            readonly account: string;
            /**
             * @description In the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string;
            /**
             * @description Answers in a row that were answered faster than people write.
             * @example 30
             */
            readonly rounds: number;
            /**
             * Format: date-time
             * @description Since when nothing is answered there. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly broken_at: string;
            /**
             * Format: date-time
             * @description When it is answered again. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly ends_at: string;
        };
        readonly OutgoingFileDto: {
            /**
             * @description The file, as base64; at most `delivery.mediaMaxMb`. It or `path`.
             * @example SGVsbG8uCg==
             */
            readonly buffer?: string;
            /**
             * @description A file of the gateway's machine by its absolute path, below a folder of `media.allowedFolders`.
             * @example /srv/outgoing/plan.pdf
             */
            readonly path?: string;
            /**
             * @description As the recipient sees it, with the ending.
             * @example hello.txt
             */
            readonly filename?: string;
            /**
             * @description As a voice memo: MP3, CAF or Opus in Ogg; anything else goes as a file.
             * @default false
             */
            readonly as_voice: boolean;
        };
        readonly OutgoingMessageDto: {
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel; the only one, or `default`, when left out.
             * @example default
             */
            readonly account?: string;
            /**
             * @description Where, in a form of the channel: on imbridge a handle, `chat_guid:`, `chat_id:`, `chat_identifier:`.
             * @example +12025550143
             */
            readonly target: string;
            /**
             * @description The text; one too long for a message of the channel becomes several.
             * @example Hello.
             */
            readonly message?: string;
            /**
             * @description A card in the service's own schema, where the channel has cards; `message` is said with it.
             * @example {
             *       "type": "AdaptiveCard",
             *       "version": "1.5",
             *       "body": [
             *         {
             *           "type": "TextBlock",
             *           "text": "Hello."
             *         }
             *       ]
             *     }
             */
            readonly card?: {
                readonly [key: string]: unknown;
            };
            /** @description A file; it is sent after the text. */
            readonly media?: components["schemas"]["OutgoingFileDto"];
            /**
             * @description The message it answers, by its full id.
             * @example 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002
             */
            readonly reply_to?: string;
            /**
             * @description How it is posted, where the channel has threads: in that of the message it answers, or as a post of its own.
             * @enum {string}
             */
            readonly reply_style?: "thread" | "top-level";
        };
        readonly SentMessageDto: {
            /**
             * @description What brings it, the first of several; `GET /deliveries/{id}` tells what became of it.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly delivery_id: string;
            /**
             * @description All of them, in order.
             * @example [
             *       "dlv_01j9zq4c5x8r2m6t0w3y7v1b4d"
             *     ]
             */
            readonly delivery_ids: readonly string[];
        };
        /** @enum {string} */
        readonly PairingStatus: "pending" | "approved" | "denied" | "expired";
        readonly PairingDto: {
            /** @example pair_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            readonly account: string;
            /**
             * @description In the channel's own form.
             * @example +12025550143
             */
            readonly sender_id: string;
            /**
             * @description As the service shows it; anyone may choose any name.
             * @example Robin
             */
            readonly sender_name: string | null;
            /** @example K7QX4MNP */
            readonly code: string;
            readonly status: components["schemas"]["PairingStatus"];
            /**
             * Format: date-time
             * @description When the sender asked. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Until when it can be approved or denied. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string;
        };
        readonly ApprovePairingDto: {
            /**
             * @description The user the sender is; nobody when left out. It can be said later, too.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly user_id?: string;
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description As the sender got it; case, spaces and hyphens do not matter.
             * @example K7QX4MNP
             */
            readonly code: string;
        };
        readonly ApprovalDto: {
            /**
             * @description The user the sender is; nobody when left out. It can be said later, too.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly user_id?: string;
        };
        readonly NewPollDto: {
            /** @example workchat */
            readonly channel: string;
            /**
             * @description Our account on the channel; the only one, or `default`, when left out.
             * @example default
             */
            readonly account?: string;
            /**
             * @description Where, in one of the channel's forms.
             * @example conversation:19:abc
             */
            readonly target: string;
            /**
             * @description One line.
             * @example Which day suits?
             */
            readonly question: string;
            /**
             * @description What can be chosen: one line each, no two alike.
             * @example [
             *       "Monday",
             *       "Tuesday",
             *       "Friday"
             *     ]
             */
            readonly options: readonly string[];
            /**
             * @description How many options one may choose: at most all.
             * @default 1
             */
            readonly max_selections: number;
        };
        readonly AskedPollDto: {
            /** @example poll_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly poll_id: string;
            /**
             * @description What brings it; `GET /deliveries/{id}` tells how far it is.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly delivery_id: string;
        };
        readonly PollOptionDto: {
            /** @example Monday */
            readonly text: string;
            /**
             * @description How many chose it.
             * @example 3
             */
            readonly votes: number;
        };
        readonly PollDto: {
            /** @example poll_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example workchat */
            readonly channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            readonly account: string;
            /**
             * @description In the channel's own form.
             * @example 19:abc
             */
            readonly conversation_id: string;
            /**
             * @description One line.
             * @example Which day suits?
             */
            readonly question: string;
            readonly options: readonly components["schemas"]["PollOptionDto"][];
            /** @description How many options one may choose. */
            readonly max_selections: number;
            /**
             * @description How many have voted.
             * @example 3
             */
            readonly voter_count: number;
            /**
             * @description What brings it; older ones may be gone.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly delivery_id: string;
            /**
             * Format: date-time
             * @description When it was made. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The actor who asked it, or `assistant`.
             * @example token:owner
             */
            readonly created_by: string;
        };
        readonly PollVoterDto: {
            /**
             * @description In the channel's own form.
             * @example 29:1kQv
             */
            readonly sender_id: string;
            /** @example Robin */
            readonly sender_name: string | null;
            /**
             * @description The options they chose.
             * @example [
             *       "Monday"
             *     ]
             */
            readonly selections: readonly string[];
            /**
             * Format: date-time
             * @description When, by the clock of the service. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly voted_at: string;
        };
        readonly PollDetailDto: {
            /** @example poll_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example workchat */
            readonly channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            readonly account: string;
            /**
             * @description In the channel's own form.
             * @example 19:abc
             */
            readonly conversation_id: string;
            /**
             * @description One line.
             * @example Which day suits?
             */
            readonly question: string;
            readonly options: readonly components["schemas"]["PollOptionDto"][];
            /** @description How many options one may choose. */
            readonly max_selections: number;
            /**
             * @description How many have voted.
             * @example 3
             */
            readonly voter_count: number;
            /**
             * @description What brings it; older ones may be gone.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly delivery_id: string;
            /**
             * Format: date-time
             * @description When it was made. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The actor who asked it, or `assistant`.
             * @example token:owner
             */
            readonly created_by: string;
            /** @description Who voted, in the order of their votes. */
            readonly voters: readonly components["schemas"]["PollVoterDto"][];
        };
        readonly DatabaseStatusDto: {
            /** @enum {string} */
            readonly dialect: "sqlite" | "postgres";
            /** @description Whether it answers and can keep something. When not, all counts are null. */
            readonly ok: boolean;
        };
        readonly ConfigProblemDto: {
            /** @example channels.imbridge.dmPolicy */
            readonly path: string;
            /**
             * @description What is wrong, without the value.
             * @example must be one of the following values
             */
            readonly message: string;
        };
        readonly ConfigStateDto: {
            /** @description Whether the file, as it is now, is in force; if not, what was before it still is. */
            readonly valid: boolean;
            /** @description What is wrong with the file. */
            readonly problems: readonly components["schemas"]["ConfigProblemDto"][];
            /**
             * @description Settings whose new value takes effect at the next start.
             * @example [
             *       "gateway.port"
             *     ]
             */
            readonly pending_restart: readonly string[];
        };
        readonly AccountStateDto: {
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /** @description `stopped` when this process does not run the account. */
            readonly status: components["schemas"]["ConnectionStatus"];
            /**
             * @description The same in three words: `degraded` when messages go in and out but not all works, `down` when they do not.
             * @enum {string}
             */
            readonly health: "connected" | "degraded" | "down";
            /**
             * @description What is wrong and what to do; of a connected account, what it cannot do.
             * @example null
             */
            readonly reason: string | null;
        };
        readonly PluginDto: {
            /**
             * @description Name of its package.
             * @example @gatehouse/workchat
             */
            readonly name: string;
            /**
             * @description Null when it is not installed.
             * @example 0.1.0
             */
            readonly version: string | null;
            /**
             * @description The channels it serves.
             * @example [
             *       "workchat"
             *     ]
             */
            readonly channels: readonly string[];
            /**
             * @description missing: it is not installed, and one of its channels is configured.
             * @enum {string}
             */
            readonly state: "loaded" | "broken" | "missing";
            /**
             * @description Why it cannot be used, and what mends that.
             * @example null
             */
            readonly problem: string | null;
        };
        readonly AgentStatusDto: {
            /** @example main */
            readonly id: string;
            /** @description Whether it answers where no other agent is chosen. */
            readonly default: boolean;
            /** @enum {string} */
            readonly runtime: "echo" | "openai-compatible" | "http";
            /**
             * @description Name of its model.
             * @example null
             */
            readonly model: string | null;
            /**
             * @description How its last turn in this process went: `failing` when its model or service could not be reached or gave no answer; `unknown` before the first.
             * @enum {string}
             */
            readonly state: "unknown" | "ok" | "failing";
            /**
             * @description Why it is failing.
             * @example null
             */
            readonly reason: string | null;
        };
        readonly DeliveryCountsDto: {
            /**
             * @description Not yet sent, and not given up.
             * @example 0
             */
            readonly open: number;
            /**
             * @description Given up; they wait for a person.
             * @example 0
             */
            readonly dead: number;
        };
        readonly MemoryDto: {
            /** @example 104857600 */
            readonly rss_bytes: number;
        };
        readonly StatusDto: {
            /** @example 0.1.0 */
            readonly version: string;
            /**
             * Format: date-time
             * @description When this process started. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly started_at: string;
            /** @example 3600 */
            readonly uptime_seconds: number;
            /**
             * @description Version of Node.js.
             * @example v24.0.0
             */
            readonly node: string;
            readonly database: components["schemas"]["DatabaseStatusDto"];
            readonly configuration: components["schemas"]["ConfigStateDto"];
            /** @description Every enabled account. */
            readonly channels: readonly components["schemas"]["AccountStateDto"][];
            /** @description Plugins that are installed, or missing. */
            readonly plugins: readonly components["schemas"]["PluginDto"][];
            /** @description Every agent. */
            readonly agents: readonly components["schemas"]["AgentStatusDto"][];
            /**
             * @description What an operator should think about though nothing is broken, in words.
             * @example []
             */
            readonly warnings: readonly string[];
            /**
             * @description Requests that wait for an operator.
             * @example 1
             */
            readonly pending_pairings: number | null;
            /**
             * @description Jobs waiting or running, by kind.
             * @example {
             *       "inbound": 0,
             *       "delivery": 0
             *     }
             */
            readonly jobs: {
                readonly [key: string]: number;
            } | null;
            /**
             * @description Jobs given up after too many failures of our own; counted up to 100.
             * @example 0
             */
            readonly dead_jobs: number | null;
            readonly deliveries: components["schemas"]["DeliveryCountsDto"] | null;
            /**
             * @description Conversations that are cut off, because programs seem to answer each other there.
             * @example 0
             */
            readonly loops: number | null;
            readonly memory: components["schemas"]["MemoryDto"];
        };
        readonly AuditEntryDto: {
            /** @example 42 */
            readonly id: string;
            /**
             * Format: date-time
             * @description When it was done. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly at: string;
            /** @example token:owner */
            readonly actor: string;
            /** @example pairing.approved */
            readonly action: string;
            /**
             * @description What it was done to.
             * @example pair_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly subject: string;
            /**
             * @description Never a secret, never message text.
             * @example {
             *       "channel": "imbridge"
             *     }
             */
            readonly details: {
                readonly [key: string]: string;
            };
        };
        /**
         * @description How it came to be.
         * @enum {string}
         */
        readonly GrantSource: "pairing" | "operator";
        readonly GrantDto: {
            /** @example grt_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            readonly account: string;
            /**
             * @description In the channel's own form.
             * @example +12025550143
             */
            readonly sender_id: string;
            /**
             * @description As it was at the pairing.
             * @example Robin
             */
            readonly sender_name: string | null;
            /** @description How it came to be. */
            readonly source: components["schemas"]["GrantSource"];
            /**
             * Format: date-time
             * @description When it was made. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The actor who made it.
             * @example token:owner
             */
            readonly created_by: string;
        };
        readonly NewGrantDto: {
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel; the only one, or `default`, when left out.
             * @example default
             */
            readonly account?: string;
            /**
             * @description Who, as people write it on that channel; the channel brings it into its own form.
             * @example +1 (202) 555-0143
             */
            readonly sender_id: string;
        };
        /**
         * @description The most it may be used for.
         * @enum {string}
         */
        readonly Role: "viewer" | "operator" | "owner";
        readonly AdminTokenDto: {
            /** @example tok_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @description The most it may be used for. */
            readonly role: components["schemas"]["Role"];
            /** @example on-call */
            readonly name: string;
            /**
             * @description How the token begins.
             * @example gha_4f7k2m
             */
            readonly prefix: string;
            /**
             * Format: date-time
             * @description When it was made. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The actor who made it.
             * @example token:owner
             */
            readonly created_by: string;
            /**
             * @description The token it was made with, and ends with; null for the first owner token.
             * @example null
             */
            readonly made_with: string | null;
            /**
             * Format: date-time
             * @description From when on it is refused; null = never. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description At most a minute behind; null = never used. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_used_at: string | null;
        };
        readonly NewAdminTokenDto: {
            /** @description The most it may be used for. */
            readonly role: components["schemas"]["Role"];
            /**
             * @description For people, to know it by.
             * @example on-call
             */
            readonly name?: string | null;
            /**
             * Format: date-time
             * @description From when on it is refused; null = never. Left out: as the calling token has it.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at?: string | null;
        };
        readonly CreatedAdminTokenDto: {
            /** @example tok_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @description The most it may be used for. */
            readonly role: components["schemas"]["Role"];
            /** @example on-call */
            readonly name: string;
            /**
             * @description How the token begins.
             * @example gha_4f7k2m
             */
            readonly prefix: string;
            /**
             * Format: date-time
             * @description When it was made. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The actor who made it.
             * @example token:owner
             */
            readonly created_by: string;
            /**
             * @description The token it was made with, and ends with; null for the first owner token.
             * @example null
             */
            readonly made_with: string | null;
            /**
             * Format: date-time
             * @description From when on it is refused; null = never. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description At most a minute behind; null = never used. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_used_at: string | null;
            /**
             * @description The token itself. It is shown this once and stored nowhere.
             * @example gha_0123456789abcdefghjkmnpqrstvwxyz0rzksed
             */
            readonly token: string;
        };
        readonly IdentityDto: {
            /** @example idn_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            readonly account: string;
            /**
             * @description In the channel's own form.
             * @example +12025550143
             */
            readonly sender_id: string;
            /**
             * @description As the service showed it when the sender was let in; anyone may choose any name.
             * @example Robin
             */
            readonly display_name: string | null;
            /**
             * Format: date-time
             * @description Since when it is known. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly linked_at: string;
        };
        readonly UserDto: {
            /** @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example Robin */
            readonly display_name: string;
            /**
             * Format: email
             * @example robin@example.com
             */
            readonly email: string;
            readonly status: components["schemas"]["UserStatus"];
            /**
             * Format: date-time
             * @description When it was made. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly updated_at: string;
            /** @description In the order of their linking. */
            readonly identities: readonly components["schemas"]["IdentityDto"][];
        };
        readonly NewUserDto: {
            /**
             * Format: email
             * @description Unique, whatever its case.
             * @example robin@example.com
             */
            readonly email: string;
            /**
             * @description What stands before the @ of the address when left out.
             * @example Robin
             */
            readonly display_name?: string;
        };
        readonly UserChangeDto: {
            /**
             * Format: email
             * @example robin@example.com
             */
            readonly email?: string;
            /** @example Robin */
            readonly display_name?: string;
            /** @description The keys of a disabled user are refused at once, and are good again once the user is active. */
            readonly status?: components["schemas"]["UserStatus"];
        };
        readonly SenderDto: {
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel; the only one, or `default`, when left out.
             * @example default
             */
            readonly account?: string;
            /**
             * @description Who, as people write it on that channel; the channel brings it into its own form.
             * @example +1 (202) 555-0143
             */
            readonly sender_id: string;
        };
        readonly DeadLetterDto: {
            /** @example 42 */
            readonly id: string;
            /**
             * @description What the job does: `inbound` or `delivery`.
             * @example inbound
             */
            readonly kind: string;
            /**
             * @description Jobs of one kind and key are done in order.
             * @example agent:main:imbridge:direct:+12025550143
             */
            readonly key: string;
            /**
             * @description What it was about.
             * @example {
             *       "event_id": "evt_01j9zq4c5x8r2m6t0w3y7v1b4d"
             *     }
             */
            readonly subject: {
                readonly [key: string]: string;
            };
            /** @example 8 */
            readonly attempt_count: number;
            /**
             * @description What went wrong at the last attempt.
             * @example disk I/O error
             */
            readonly last_error: string;
            /**
             * Format: date-time
             * @description When the job was made. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it was given up. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly died_at: string;
        };
        /**
         * @description `sending` and `unknown` may have gone out and are looked up before anything is sent again; `dead` waits for a person.
         * @enum {string}
         */
        readonly DeliveryStatus: "queued" | "sending" | "unknown" | "sent" | "dead";
        readonly DeliveryDto: {
            /** @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            readonly account: string;
            /**
             * @description In the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string;
            /** @description `sending` and `unknown` may have gone out and are looked up before anything is sent again; `dead` waits for a person. */
            readonly status: components["schemas"]["DeliveryStatus"];
            /**
             * @description Attempts begun.
             * @example 1
             */
            readonly attempt_count: number;
            /**
             * @description The service's id of the message, once sent.
             * @example null
             */
            readonly message_id: string | null;
            /**
             * @description Why the last attempt failed.
             * @example unreachable
             */
            readonly last_code: string | null;
            /** @example connection refused */
            readonly last_detail: string | null;
            /**
             * Format: date-time
             * @description When it was put in the outbox. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the last attempt began. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When the service took it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly sent_at: string | null;
            /**
             * Format: date-time
             * @description When it reached a device of the recipient, where the service tells. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly delivered_at: string | null;
            /**
             * Format: date-time
             * @description When it was read, where the service tells. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly read_at: string | null;
        };
        readonly DeliveryFileDto: {
            /** @example report.pdf */
            readonly name: string;
            /**
             * @description Told by its bytes.
             * @example application/pdf
             */
            readonly mime_type: string;
            /**
             * @description Its size, bytes.
             * @example 48213
             */
            readonly bytes: number;
            /** @description Sent as a voice memo. */
            readonly as_voice: boolean;
        };
        readonly DeliveryContentDto: {
            /**
             * @description `handover`: what follows when somebody has answered whether they take a file.
             * @enum {string}
             */
            readonly kind: "text" | "card" | "media" | "poll" | "handover";
            /**
             * @description Empty for a file without words.
             * @example Hello.
             */
            readonly text: string;
            /** @description Of kind `media`, and of a file that is handed over: the file, without its bytes. */
            readonly file?: components["schemas"]["DeliveryFileDto"];
        };
        /** @enum {string} */
        readonly AttemptOutcome: "sent" | "not-sent" | "unknown";
        readonly DeliveryAttemptDto: {
            /** @example 1 */
            readonly number: number;
            /**
             * Format: date-time
             * @description When it began. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly started_at: string;
            /**
             * Format: date-time
             * @description When it ended. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly ended_at: string;
            readonly outcome: components["schemas"]["AttemptOutcome"];
            /** @example null */
            readonly code: string | null;
            /** @example null */
            readonly detail: string | null;
        };
        readonly DeliveryDetailDto: {
            /** @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            readonly account: string;
            /**
             * @description In the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string;
            /** @description `sending` and `unknown` may have gone out and are looked up before anything is sent again; `dead` waits for a person. */
            readonly status: components["schemas"]["DeliveryStatus"];
            /**
             * @description Attempts begun.
             * @example 1
             */
            readonly attempt_count: number;
            /**
             * @description The service's id of the message, once sent.
             * @example null
             */
            readonly message_id: string | null;
            /**
             * @description Why the last attempt failed.
             * @example unreachable
             */
            readonly last_code: string | null;
            /** @example connection refused */
            readonly last_detail: string | null;
            /**
             * Format: date-time
             * @description When it was put in the outbox. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the last attempt began. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When the service took it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly sent_at: string | null;
            /**
             * Format: date-time
             * @description When it reached a device of the recipient, where the service tells. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly delivered_at: string | null;
            /**
             * Format: date-time
             * @description When it was read, where the service tells. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly read_at: string | null;
            /** @description What the message says. */
            readonly content: components["schemas"]["DeliveryContentDto"];
            /** @description Finished attempts, oldest first. */
            readonly attempts: readonly components["schemas"]["DeliveryAttemptDto"][];
        };
        /**
         * @description `dead`: given up, see the dead letters.
         * @enum {string}
         */
        readonly EventState: "pending" | "done" | "dead";
        /**
         * @description `accepted`: stored; `written`: into the transcript; `tool`: an effect of the assistant; `queued`: a message of ours was made; `attempted`: an attempt to send it ended; `sent`: it is there; `ended`: nothing more to do.
         * @enum {string}
         */
        readonly TimelineStepKind: "accepted" | "written" | "tool" | "queued" | "attempted" | "sent" | "delivered" | "read" | "ended";
        readonly TimelineStepDto: {
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly at: string;
            /** @description `accepted`: stored; `written`: into the transcript; `tool`: an effect of the assistant; `queued`: a message of ours was made; `attempted`: an attempt to send it ended; `sent`: it is there; `ended`: nothing more to do. */
            readonly step: components["schemas"]["TimelineStepKind"];
            /**
             * @description The event, line or delivery it is about.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly id: string;
            /**
             * @description How it came out.
             * @example sent
             */
            readonly outcome: string | null;
            /**
             * @description Why, or what more is to be said; never message text.
             * @example not-paired
             */
            readonly detail: string | null;
        };
        readonly TimelineDto: {
            /** @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly event_id: string;
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /**
             * @description In the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string | null;
            /**
             * @description In the channel's own form.
             * @example +12025550143
             */
            readonly sender_id: string | null;
            /** @example agent:main:main */
            readonly session_key: string;
            /** @description `dead`: given up, see the dead letters. */
            readonly state: components["schemas"]["EventState"];
            /**
             * @description What was made of it; null while it waits.
             * @example turn
             */
            readonly outcome: string | null;
            /**
             * @description Why it was dropped.
             * @example not-paired
             */
            readonly reason: string | null;
            /** @description In the order of time. */
            readonly steps: readonly components["schemas"]["TimelineStepDto"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
