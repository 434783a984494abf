// Made by `npm run generate` from openapi/admin.v1.json. Do not edit.
export type paths = Record<string, never>;
export interface webhooks {
    readonly "message.received": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * message.received
         * @description A message of a person with access is stored, before a model is asked.
         */
        readonly post: operations["onMessageReceived"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "message.answered": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * message.answered
         * @description An answer is stored, and is sent next.
         */
        readonly post: operations["onMessageAnswered"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "message.dropped": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * message.dropped
         * @description A message gets no answer of the assistant.
         */
        readonly post: operations["onMessageDropped"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "message.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * message.failed
         * @description No answer could be made.
         */
        readonly post: operations["onMessageFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "pairing.requested": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * pairing.requested
         * @description An unknown sender was sent a code.
         */
        readonly post: operations["onPairingRequested"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "pairing.decided": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * pairing.decided
         * @description An operator approved or denied a request.
         */
        readonly post: operations["onPairingDecided"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "delivery.dead": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * delivery.dead
         * @description A message of the assistant or of an operator failed for good.
         */
        readonly post: operations["onDeliveryDead"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "conversation.held": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * conversation.held
         * @description A person took over a conversation, or changed the terms.
         */
        readonly post: operations["onConversationHeld"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "conversation.released": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * conversation.released
         * @description A person handed a conversation back.
         */
        readonly post: operations["onConversationReleased"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "channel.down": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * channel.down
         * @description An account cannot be used.
         */
        readonly post: operations["onChannelDown"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "channel.up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * channel.up
         * @description An account that was down can be used again.
         */
        readonly post: operations["onChannelUp"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "agent.failing": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * agent.failing
         * @description The last turn of an agent failed because of its model or service.
         */
        readonly post: operations["onAgentFailing"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "agent.recovered": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * agent.recovered
         * @description A turn of an agent that was failing succeeded.
         */
        readonly post: operations["onAgentRecovered"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "alert.raised": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * alert.raised
         * @description Something needs a person.
         */
        readonly post: operations["onAlertRaised"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "alert.cleared": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * alert.cleared
         * @description It needs a person no more.
         */
        readonly post: operations["onAlertCleared"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "webhook.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * webhook.test
         * @description An operator had a test message sent.
         */
        readonly post: operations["onWebhookTest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        /** @enum {string} */
        readonly UserStatus: "active" | "disabled";
        /** @enum {string} */
        readonly ErrorCode: "INVALID_REQUEST" | "UNAUTHENTICATED" | "FORBIDDEN" | "HTTPS_REQUIRED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_MISMATCH" | "RATE_LIMITED" | "INTERNAL" | "UNAVAILABLE";
        /** @enum {string} */
        readonly FieldFaultCode: "required" | "empty" | "unknown" | "wrong_type" | "wrong_length" | "out_of_range" | "not_a_choice" | "wrong_format" | "invalid";
        readonly FieldFault: {
            /**
             * @description The path of the field, or the name of the header.
             * @example options.param1
             */
            readonly field: string;
            /** @example wrong_type */
            readonly code: components["schemas"]["FieldFaultCode"];
            /**
             * @description A message for people.
             * @example options.param1 must be a string
             */
            readonly message: string;
        };
        readonly ErrorObject: {
            /** @example NOT_FOUND */
            readonly code: components["schemas"]["ErrorCode"];
            /**
             * @description A message for people.
             * @example No such request.
             */
            readonly message: string;
            /**
             * @description The fields at fault and what to change in them, divided by `; `; may be empty.
             * @example id names no request of yours
             */
            readonly details: string;
            /** @description The same faults for programs, at most 20, where the request has faulty fields. */
            readonly fields?: readonly components["schemas"]["FieldFault"][];
        };
        readonly Error: {
            readonly error: components["schemas"]["ErrorObject"];
        };
        /**
         * @description The scopes the key has.
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
             * @description A label for people.
             * @example nightly import
             */
            readonly name?: string | null;
            /** @description The scopes the key has. */
            readonly scopes?: readonly components["schemas"]["Scope"][] | null;
            /**
             * Format: date-time
             * @description The time from which it is refused; null = never.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at?: string | null;
            readonly limits?: components["schemas"]["NewApiKeyLimits"] | null;
        };
        readonly CreatedApiKey: {
            /** @example key_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /**
             * @description The first characters of the key.
             * @example gh_4f7k2m
             */
            readonly prefix: string;
            /** @example nightly import */
            readonly name: string;
            readonly scopes: readonly components["schemas"]["Scope"][];
            readonly limits: components["schemas"]["ApiKeyLimits"];
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The key with which its holder made this one; null when an operator made it.
             * @example key_01j9zq4c5x8r2m6t0w3y7v1b4c
             */
            readonly made_with: string | null;
            /**
             * Format: date-time
             * @description The time from which it is refused. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, at most a minute behind. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_used_at: string | null;
            /**
             * @description The key itself. It is shown only once and stored nowhere.
             * @example gh_0123456789abcdefghjkmnpqrstvwxyz0rzksed
             */
            readonly key: string;
        };
        readonly ActionDto: {
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel. Default: the only one, or `default`.
             * @example default
             */
            readonly account?: string;
            /**
             * @description The action, as the specification names it; `rename_group` is accepted for `renameGroup`.
             * @example react
             * @enum {string}
             */
            readonly action: "react" | "edit" | "unsend" | "reply" | "sendWithEffect" | "sendAttachment" | "renameGroup" | "setGroupIcon" | "addParticipant" | "removeParticipant" | "leaveGroup";
            /**
             * @description The target, in a form that the channel accepts. It may be left out when `message_id` is the full id of a message we sent.
             * @example +12025550143
             */
            readonly target?: string;
            /** @description The same as `target`; the specification's name for messages. */
            readonly to?: string;
            /** @description The same as `target`; the specification's name for groups. */
            readonly chat_guid?: string;
            /**
             * @description react, edit, unsend, reply: the message concerned, by its full id, or by its short id while that is known.
             * @example 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002
             */
            readonly message_id?: string;
            /**
             * @description react: the reaction.
             * @example 👍
             */
            readonly emoji?: string;
            /**
             * @description react: removes the reaction.
             * @default false
             */
            readonly remove: boolean;
            /** @description edit, reply, sendWithEffect: the text. */
            readonly text?: string;
            /**
             * @description reply: where it is posted, on channels with threads. Default: as the channel's settings say.
             * @enum {string}
             */
            readonly reply_style?: "thread" | "top-level";
            /**
             * @description sendWithEffect: the name of the effect.
             * @example slam
             */
            readonly effect_id?: string;
            /** @description sendAttachment, reply: the file in base64. */
            readonly buffer?: string;
            /**
             * @description sendAttachment, reply, setGroupIcon: replaces the file in base64. A file on the gateway's machine, by its absolute path, below a folder of `media.allowedFolders`.
             * @example /srv/outgoing/plan.pdf
             */
            readonly path?: string;
            /**
             * @description sendAttachment, reply: the file name with its extension.
             * @example hello.txt
             */
            readonly filename?: string;
            /**
             * @description sendAttachment, reply: sends it as a voice memo (MP3, CAF or Opus in Ogg; any other format goes as a file).
             * @default false
             */
            readonly as_voice: boolean;
            /**
             * @description renameGroup: the new name.
             * @example Garden crew
             */
            readonly display_name?: string;
            /** @description setGroupIcon: the image (PNG, JPEG, GIF, WebP) in base64. */
            readonly media?: string;
            /**
             * @description addParticipant, removeParticipant: the person, as people write it on that channel.
             * @example +12025550143
             */
            readonly address?: string;
        };
        /**
         * @description `done`, or `sent` for an action that is a message. With 202, the current status of the delivery, which continues by itself.
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
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string;
            /** @description `done`, or `sent` for an action that is a message. With 202, the current status of the delivery, which continues by itself. */
            readonly status: components["schemas"]["ActionStatus"];
            /**
             * @description The service's id of the message that was sent or that the action changed.
             * @example 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002
             */
            readonly message_id: string | null;
            /**
             * @description The deliveries of an action that is a message; otherwise empty.
             * @example []
             */
            readonly delivery_ids: readonly string[];
            /**
             * @description A remark on the result.
             * @example null
             */
            readonly note: string | null;
        };
        readonly ConfigDto: {
            /**
             * @description The whole configuration with defaults; every secret is `********`.
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
             * @description The source of each setting that is not a default: `file`, or the environment variable that takes precedence.
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
        readonly ConfigSchemaDto: {
            /**
             * @description JSON Schema (2020-12) of the configuration file. Besides the standard keywords, a setting has `x-secret`, `x-restart` (takes effect at the next start), `x-host-only` (in the file or the environment only), `x-type` (its type in words) and `x-variable` (its environment variable).
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "gateway": {
             *           "type": "object"
             *         }
             *       }
             *     }
             */
            readonly schema: {
                readonly [key: string]: unknown;
            };
            /**
             * @description As in `GET /config`.
             * @example {
             *       "gateway.port": "file"
             *     }
             */
            readonly sources: {
                readonly [key: string]: string;
            };
        };
        readonly OverriddenSettingDto: {
            /** @example channels.workchat.appId */
            readonly path: string;
            /**
             * @description The environment variable that is set.
             * @example WORKCHAT_APP_ID
             */
            readonly variable: string;
        };
        readonly ConfigProblemDto: {
            /** @example channels.imbridge.dmPolicy */
            readonly path: string;
            /**
             * @description The problem, without the value of a secret.
             * @example must be one of pairing, allowlist, open, disabled; it is "allow"
             */
            readonly message: string;
        };
        readonly ConfigCheckDto: {
            /**
             * @description Settings whose value has changed; a list counts as one.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            readonly changed: readonly string[];
            /**
             * @description Changed settings that are in force now.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            readonly applied: readonly string[];
            /**
             * @description Changed settings that take effect at the next start.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            readonly needs_restart: readonly string[];
            /** @description Changed settings without effect, because an environment variable holds another value. */
            readonly overridden: readonly components["schemas"]["OverriddenSettingDto"][];
            /** @description Every problem of the changed configuration. */
            readonly problems: readonly components["schemas"]["ConfigProblemDto"][];
        };
        readonly ConfigOutcomeDto: {
            /**
             * @description Settings whose value has changed; a list counts as one.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            readonly changed: readonly string[];
            /**
             * @description Changed settings that are in force now.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            readonly applied: readonly string[];
            /**
             * @description Changed settings that take effect at the next start.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            readonly needs_restart: readonly string[];
            /** @description Changed settings without effect, because an environment variable holds another value. */
            readonly overridden: readonly components["schemas"]["OverriddenSettingDto"][];
        };
        /**
         * @description `unknown`: it cannot be told from here, or the check itself failed.
         * @enum {string}
         */
        readonly CheckState: "ok" | "warning" | "failed" | "unknown";
        readonly CheckDto: {
            /**
             * @description The check; a check of several subjects is there several times.
             * @example imbridge.webhook
             */
            readonly id: string;
            /** @description `unknown`: it cannot be told from here, or the check itself failed. */
            readonly state: components["schemas"]["CheckState"];
            /** @example the bridge has no webhook of ours */
            readonly message: string;
            /**
             * @description The path of the setting or variable that decides.
             * @example gateway.publicUrl
             */
            readonly setting: string | null;
            /**
             * @description What to do about it: a command or a change.
             * @example `gatehouse doctor --fix`
             */
            readonly remedy: string | null;
            /** @description Whether a repair that cannot hurt is offered. */
            readonly fixable: boolean;
            /**
             * @description What that repair would do.
             * @example register the webhook at the bridge
             */
            readonly repair: string | null;
        };
        readonly DoctorDto: {
            /** @description Whether no check failed. */
            readonly ok: boolean;
            readonly checks: readonly components["schemas"]["CheckDto"][];
        };
        readonly RepairRequestDto: {
            /** @description The id of a check, such as `imbridge.webhook`, or the part before its dot. All when left out. */
            readonly only?: string;
        };
        readonly RepairDto: {
            /**
             * @description The check whose finding it is.
             * @example imbridge.webhook
             */
            readonly id: string;
            /**
             * @description What it did, or was to do.
             * @example register the webhook at the bridge
             */
            readonly repair: string;
            /**
             * @description Why it was not done; null when it was.
             * @example null
             */
            readonly problem: string | null;
        };
        readonly RepairsDto: {
            /** @description Whether no check failed. */
            readonly ok: boolean;
            readonly checks: readonly components["schemas"]["CheckDto"][];
            readonly repairs: readonly components["schemas"]["RepairDto"][];
        };
        readonly OutgoingFileDto: {
            /**
             * @description The file in base64, at most `delivery.mediaMaxMb`. Give this or `path`.
             * @example SGVsbG8uCg==
             */
            readonly buffer?: string;
            /**
             * @description A file on the gateway's machine, by its absolute path, below a folder of `media.allowedFolders`.
             * @example /srv/outgoing/plan.pdf
             */
            readonly path?: string;
            /**
             * @description The file name that the recipient sees, with its extension.
             * @example hello.txt
             */
            readonly filename?: string;
            /**
             * @description Sends the file as a voice memo (MP3, CAF or Opus in Ogg; any other format goes as a file).
             * @default false
             */
            readonly as_voice: boolean;
        };
        readonly OutgoingMessageDto: {
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel. Default: the only one, or `default`.
             * @example default
             */
            readonly account?: string;
            /**
             * @description The target, in a form that the channel accepts: on imbridge a handle, `chat_guid:`, `chat_id:`, `chat_identifier:`; on workchat `user:`, `conversation:`, with `;messageid=` behind the id for a thread.
             * @example +12025550143
             */
            readonly target: string;
            /**
             * @description The text. A text that is too long for one message of the channel becomes several.
             * @example Hello.
             */
            readonly message?: string;
            /**
             * @description A card in the service's own schema, on channels with cards; `message` is sent with it.
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
            /** @description A file, sent after the text. */
            readonly media?: components["schemas"]["OutgoingFileDto"];
            /**
             * @description The full id of the message that this one answers.
             * @example 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002
             */
            readonly reply_to?: string;
            /**
             * @description Where it is posted, on channels with threads: in the thread of the message it answers, or as a post of its own. A target with a thread allows only `thread`.
             * @enum {string}
             */
            readonly reply_style?: "thread" | "top-level";
        };
        readonly SentMessageDto: {
            /**
             * @description The delivery of the message, or of the first of several; `GET /deliveries/{id}` shows its state.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly delivery_id: string;
            /**
             * @description All deliveries, in order.
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
             * @description The id in the channel's own form.
             * @example +12025550143
             */
            readonly sender_id: string;
            /**
             * @description The name that the service shows; anybody may choose any name.
             * @example Robin
             */
            readonly sender_name: string | null;
            /** @example K7QX4MNP */
            readonly code: string;
            readonly status: components["schemas"]["PairingStatus"];
            /**
             * Format: date-time
             * @description Time of the request. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description The time until which it can be approved or denied. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string;
            /**
             * @description The actor who approved or denied it; null while nobody has.
             * @example token:owner
             */
            readonly decided_by: string | null;
            /**
             * Format: date-time
             * @description The time of that; null while nobody has. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly decided_at: string | null;
        };
        readonly ApprovePairingDto: {
            /**
             * @description The user to link the sender to. Default: none. The link can also be made later.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly user_id?: string;
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description The code as the sender received it; case, spaces and hyphens do not matter.
             * @example K7QX4MNP
             */
            readonly code: string;
        };
        readonly LetInDto: {
            /**
             * @description The user to link the sender to. Default: none. The link can also be made later.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly user_id?: string;
        };
        readonly NewPollDto: {
            /** @example workchat */
            readonly channel: string;
            /**
             * @description Our account on the channel. Default: the only one, or `default`.
             * @example default
             */
            readonly account?: string;
            /**
             * @description The target, in a form that the channel accepts.
             * @example conversation:19:abc
             */
            readonly target: string;
            /**
             * @description One line.
             * @example Which day suits?
             */
            readonly question: string;
            /**
             * @description The options: one line each, all different.
             * @example [
             *       "Monday",
             *       "Tuesday",
             *       "Friday"
             *     ]
             */
            readonly options: readonly string[];
            /**
             * @description How many options a voter may choose, at most the number of options.
             * @default 1
             */
            readonly max_selections: number;
        };
        readonly AskedPollDto: {
            /** @example poll_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly poll_id: string;
            /**
             * @description The delivery of the poll; `GET /deliveries/{id}` shows its state.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly delivery_id: string;
        };
        readonly PollOptionDto: {
            /** @example Monday */
            readonly text: string;
            /**
             * @description The number of voters who chose it.
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
             * @description The id in the channel's own form.
             * @example 19:abc
             */
            readonly conversation_id: string;
            /**
             * @description One line.
             * @example Which day suits?
             */
            readonly question: string;
            readonly options: readonly components["schemas"]["PollOptionDto"][];
            /** @description How many options a voter may choose. */
            readonly max_selections: number;
            /**
             * @description The number of voters.
             * @example 3
             */
            readonly voter_count: number;
            /**
             * @description The delivery of the poll; an old one may have been deleted.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly delivery_id: string;
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The actor who created the poll, or `assistant`.
             * @example token:owner
             */
            readonly created_by: string;
        };
        readonly PollVoterDto: {
            /**
             * @description The id in the channel's own form.
             * @example 29:1kQv
             */
            readonly sender_id: string;
            /** @example Robin */
            readonly sender_name: string | null;
            /**
             * @description The chosen options.
             * @example [
             *       "Monday"
             *     ]
             */
            readonly selections: readonly string[];
            /**
             * Format: date-time
             * @description Time of the vote by the service's clock. ISO 8601, UTC.
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
             * @description The id in the channel's own form.
             * @example 19:abc
             */
            readonly conversation_id: string;
            /**
             * @description One line.
             * @example Which day suits?
             */
            readonly question: string;
            readonly options: readonly components["schemas"]["PollOptionDto"][];
            /** @description How many options a voter may choose. */
            readonly max_selections: number;
            /**
             * @description The number of voters.
             * @example 3
             */
            readonly voter_count: number;
            /**
             * @description The delivery of the poll; an old one may have been deleted.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly delivery_id: string;
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The actor who created the poll, or `assistant`.
             * @example token:owner
             */
            readonly created_by: string;
            /** @description The voters, in the order of their votes. */
            readonly voters: readonly components["schemas"]["PollVoterDto"][];
        };
        /**
         * @description `answer`: the assistant answers it; `context`: kept for the next answer, not answered; `code`: answered with a pairing code; `dropped`: not even kept.
         * @enum {string}
         */
        readonly AccessVerdict: "answer" | "context" | "code" | "dropped";
        readonly JudgementDto: {
            /** @description `answer`: the assistant answers it; `context`: kept for the next answer, not answered; `code`: answered with a pairing code; `dropped`: not even kept. */
            readonly verdict: components["schemas"]["AccessVerdict"];
            /**
             * @description The code of the reason; docs/reference/reasons.md has them all.
             * @example not-paired
             */
            readonly reason: string;
            /**
             * @description What happened, in words.
             * @example Nobody has let the sender in yet.
             */
            readonly what: string;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example channels.imbridge.dmPolicy
             */
            readonly setting: string | null;
            /**
             * @description Whether they may give the commands of an operator in the chat.
             * @example false
             */
            readonly may_command: boolean;
            /**
             * @description What to do about it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            readonly remedy: string;
        };
        readonly AccessDto: {
            /** @description `answer`: the assistant answers it; `context`: kept for the next answer, not answered; `code`: answered with a pairing code; `dropped`: not even kept. */
            readonly verdict: components["schemas"]["AccessVerdict"];
            /**
             * @description The code of the reason; docs/reference/reasons.md has them all.
             * @example not-paired
             */
            readonly reason: string;
            /**
             * @description What happened, in words.
             * @example Nobody has let the sender in yet.
             */
            readonly what: string;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example channels.imbridge.dmPolicy
             */
            readonly setting: string | null;
            /**
             * @description Whether they may give the commands of an operator in the chat.
             * @example false
             */
            readonly may_command: boolean;
            /**
             * @description What to do about it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            readonly remedy: string;
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            readonly account: string;
            /**
             * @description The id in the channel's own form.
             * @example +12025550143
             */
            readonly sender_id: string;
            /**
             * @description The conversation; null for a direct chat that does not exist yet.
             * @example -;+12025550143
             */
            readonly conversation_id: string | null;
            /** @description What a message would get that mentions the assistant; the fields above are about one that does not. Null in a direct chat, where none is needed. */
            readonly with_mention: components["schemas"]["JudgementDto"] | null;
        };
        readonly AuditChange: {
            /**
             * @description The values until then; empty when the thing was made. A name that is missing had no value.
             * @example {
             *       "status": "active"
             *     }
             */
            readonly before: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The values since; empty when the thing was deleted. A name that is missing has no value.
             * @example {
             *       "status": "active"
             *     }
             */
            readonly after: {
                readonly [key: string]: unknown;
            };
        };
        readonly AuditEntryDto: {
            /** @example 42 */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of the action. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly at: string;
            /** @example token:owner */
            readonly actor: string;
            /** @example pairing.approved */
            readonly action: string;
            /**
             * @description The id of the thing it was done to.
             * @example pair_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly subject: string;
            /**
             * @description Contains no secrets and no message text.
             * @example {
             *       "channel": "imbridge"
             *     }
             */
            readonly details: {
                readonly [key: string]: string;
            };
            /** @description What it has changed. Secrets are masked, message texts are never among it, and long values are cut. Null for an act that changes no values, and for acts of older releases. */
            readonly change: components["schemas"]["AuditChange"] | null;
        };
        /**
         * @description The origin of the grant.
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
             * @description The id in the channel's own form.
             * @example +12025550143
             */
            readonly sender_id: string;
            /**
             * @description The name at the time of the pairing.
             * @example Robin
             */
            readonly sender_name: string | null;
            /** @description The origin of the grant. */
            readonly source: components["schemas"]["GrantSource"];
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The actor who created it.
             * @example token:owner
             */
            readonly created_by: string;
        };
        readonly NewGrantDto: {
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel. Default: the only one, or `default`.
             * @example default
             */
            readonly account?: string;
            /**
             * @description The sender, as people write it on that channel; the channel converts it to its own form.
             * @example +1 (202) 555-0143
             */
            readonly sender_id: string;
        };
        readonly PersonDto: {
            /** @example imbridge */
            readonly channel?: string;
            /** @description Only on this account of ours. Default: on all of the channel. */
            readonly account?: string;
            /**
             * @description The sender, as people write it on that channel; the channel converts it to its own form.
             * @example +1 (202) 555-0143
             */
            readonly sender_id?: string;
            /**
             * @description A user, in place of `channel` and `sender_id`.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly user_id?: string;
        };
        readonly ErasePersonDto: {
            /** @example imbridge */
            readonly channel?: string;
            /** @description Only on this account of ours. Default: on all of the channel. */
            readonly account?: string;
            /**
             * @description The sender, as people write it on that channel; the channel converts it to its own form.
             * @example +1 (202) 555-0143
             */
            readonly sender_id?: string;
            /**
             * @description A user, in place of `channel` and `sender_id`.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly user_id?: string;
            /**
             * @description Only count what there is, and change nothing.
             * @default false
             */
            readonly dry_run: boolean;
            /**
             * @description The `digest` of a dry run. Erases only if the request still means the same person (409).
             * @example 3f1c09a7b2de
             */
            readonly digest?: string;
        };
        readonly PersonSenderDto: {
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Null = all accounts.
             * @example null
             */
            readonly account: string | null;
            /**
             * @description The id in the channel's own form.
             * @example +12025550143
             */
            readonly sender_id: string;
        };
        readonly LinkedUserDto: {
            /** @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly user_id: string;
            /** @description Their other senders, who are not erased. */
            readonly other_senders: readonly components["schemas"]["PersonSenderDto"][];
        };
        readonly ErasingDto: {
            /**
             * @description Null for a dry run.
             * @example ers_01j9zq4c5x8r2m
             */
            readonly id: string | null;
            /**
             * @description Stands for the person in the audit log; null for a dry run.
             * @example erased_k3p8m1x5c7v9b2n4q6w0
             */
            readonly pseudonym: string | null;
            /**
             * @description Stands for the senders and the user who are the person; for the request that erases.
             * @example 3f1c09a7b2de
             */
            readonly digest: string;
            /** @description The senders who are the person. */
            readonly senders: readonly components["schemas"]["PersonSenderDto"][];
            /** @description Users who the senders are linked to: only the links go. Erase by `user_id` to erase the user. */
            readonly linked_users: readonly components["schemas"]["LinkedUserDto"][];
            /**
             * @description Paths of settings that name the person, such as an entry of `allowFrom`. The configuration is not changed.
             * @example [
             *       "channels.imbridge.allowFrom[0]"
             *     ]
             */
            readonly settings: readonly string[];
            /**
             * @description Rows about the person, by kind of record.
             * @example {
             *       "messages": 12,
             *       "deliveries": 6,
             *       "grants": 1
             *     }
             */
            readonly counts: {
                readonly [key: string]: number;
            };
            /**
             * Format: date-time
             * @description When nothing was left; null while it goes on, and for a dry run. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly finished_at: string | null;
        };
        readonly ErasureDto: {
            /** @example ers_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example erased_k3p8m1x5c7v9b2n4q6w0 */
            readonly pseudonym: string;
            /**
             * @description Rows about the person, by kind of record.
             * @example {
             *       "messages": 12,
             *       "deliveries": 6,
             *       "grants": 1
             *     }
             */
            readonly counts: {
                readonly [key: string]: number;
            };
            /**
             * Format: date-time
             * @description When it was asked for. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When nothing was left; null while it goes on. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly finished_at: string | null;
        };
        readonly NewSessionDto: {
            /**
             * @description An admin token.
             * @example gha_0123456789abcdefghjkmnpqrstvwxyz0rzksed
             */
            readonly token?: string;
            /**
             * @description The code of a one-time link, instead of a token.
             * @example ghl_0123456789abcdefghjkmnpqrstvwxyz0rzksed
             */
            readonly code?: string;
        };
        /**
         * @description The role, which limits what the caller may do.
         * @enum {string}
         */
        readonly Role: "viewer" | "operator" | "owner";
        readonly SessionDto: {
            /**
             * @description The name of the caller in the audit log.
             * @example token:owner
             */
            readonly actor: string;
            /** @description The role, which limits what the caller may do. */
            readonly role: components["schemas"]["Role"];
            /**
             * @description The name of the admin token.
             * @example on-call
             */
            readonly name: string;
            /**
             * Format: date-time
             * @description The time from which the cookie or the token is refused; null = never. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string | null;
        };
        readonly SessionLinkDto: {
            /**
             * @description Stands in the fragment of the link (`/console/#code=…`), which browsers send to no server. It is shown only once.
             * @example ghl_0123456789abcdefghjkmnpqrstvwxyz0rzksed
             */
            readonly code: string;
            /**
             * Format: date-time
             * @description The time from which it is refused. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string;
        };
        readonly AdminTokenDto: {
            /** @example tok_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @description The role, which limits what the token may do. */
            readonly role: components["schemas"]["Role"];
            /** @example on-call */
            readonly name: string;
            /**
             * @description The first characters of the token.
             * @example gha_4f7k2m
             */
            readonly prefix: string;
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The actor who created it.
             * @example token:owner
             */
            readonly created_by: string;
            /**
             * @description The token it was made with; it ends together with that token. null for the first owner token.
             * @example null
             */
            readonly made_with: string | null;
            /**
             * Format: date-time
             * @description The time from which it is refused; null = never. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, at most a minute behind; null = never used. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_used_at: string | null;
        };
        readonly NewAdminTokenDto: {
            /** @description The role, which limits what the token may do. */
            readonly role: components["schemas"]["Role"];
            /**
             * @description A label for people.
             * @example on-call
             */
            readonly name?: string | null;
            /**
             * Format: date-time
             * @description The time from which it is refused; null = never. Default: that of the calling token.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at?: string | null;
        };
        readonly CreatedAdminTokenDto: {
            /** @example tok_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @description The role, which limits what the token may do. */
            readonly role: components["schemas"]["Role"];
            /** @example on-call */
            readonly name: string;
            /**
             * @description The first characters of the token.
             * @example gha_4f7k2m
             */
            readonly prefix: string;
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The actor who created it.
             * @example token:owner
             */
            readonly created_by: string;
            /**
             * @description The token it was made with; it ends together with that token. null for the first owner token.
             * @example null
             */
            readonly made_with: string | null;
            /**
             * Format: date-time
             * @description The time from which it is refused; null = never. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, at most a minute behind; null = never used. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_used_at: string | null;
            /**
             * @description The token itself. It is shown only once and stored nowhere.
             * @example gha_0123456789abcdefghjkmnpqrstvwxyz0rzksed
             */
            readonly token: string;
        };
        readonly ApiKeyWindow: {
            /**
             * @description Requests in the present window, also of the keys that were made with this one or with which it was made. Refused ones count, so it may be above the limit.
             * @example 42
             */
            readonly used: number;
            /**
             * @description The key's own limit, else the gateway's.
             * @example 100
             */
            readonly limit: number;
            /**
             * Format: date-time
             * @description The end of the window; null while none is open: it begins with the next request. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly resets_at: string | null;
        };
        readonly ApiKeyUsage: {
            readonly minute: components["schemas"]["ApiKeyWindow"];
            readonly hour: components["schemas"]["ApiKeyWindow"];
            readonly day: components["schemas"]["ApiKeyWindow"];
        };
        readonly ListedApiKey: {
            /** @example key_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /**
             * @description The first characters of the key.
             * @example gh_4f7k2m
             */
            readonly prefix: string;
            /** @example nightly import */
            readonly name: string;
            readonly scopes: readonly components["schemas"]["Scope"][];
            readonly limits: components["schemas"]["ApiKeyLimits"];
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The key with which its holder made this one; null when an operator made it.
             * @example key_01j9zq4c5x8r2m6t0w3y7v1b4c
             */
            readonly made_with: string | null;
            /**
             * Format: date-time
             * @description The time from which it is refused. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, at most a minute behind. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_used_at: string | null;
            /** @description From the counts that limit it, the same on every replica. */
            readonly usage: components["schemas"]["ApiKeyUsage"];
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
             * @description The id in the channel's own form.
             * @example +12025550143
             */
            readonly sender_id: string;
            /**
             * @description The name that the service showed when the sender was let in; anybody may choose any name.
             * @example Robin
             */
            readonly display_name: string | null;
            /**
             * Format: date-time
             * @description Time of the link. ISO 8601, UTC.
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
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly updated_at: string;
            /** @description The linked senders, in the order in which they were linked. */
            readonly identities: readonly components["schemas"]["IdentityDto"][];
        };
        readonly NewUserDto: {
            /**
             * Format: email
             * @description The address is unique, whatever its case.
             * @example robin@example.com
             */
            readonly email: string;
            /**
             * @description Default: the part of the address before the @.
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
            /** @description The keys of a disabled user are refused at once, and are valid again when the user is active. */
            readonly status?: components["schemas"]["UserStatus"];
        };
        readonly SenderDto: {
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel. Default: the only one, or `default`.
             * @example default
             */
            readonly account?: string;
            /**
             * @description The sender, as people write it on that channel; the channel converts it to its own form.
             * @example +1 (202) 555-0143
             */
            readonly sender_id: string;
        };
        readonly AgentQuestionDto: {
            /** @example Which days is the office open? */
            readonly text: string;
        };
        readonly SetupChoiceDto: {
            /** @example pairing */
            readonly value: string;
            /** @example unknown senders get a code that you approve */
            readonly hint: string;
        };
        readonly AskedWhenDto: {
            /** @example channels.workchat.groupPolicy */
            readonly path: string;
            /**
             * @example [
             *       "allowlist"
             *     ]
             */
            readonly values: readonly string[];
        };
        readonly SetupFieldDto: {
            /**
             * @description The setting that the answer becomes.
             * @example channels.imbridge.serverUrl
             */
            readonly path: string;
            /** @example Server URL of the bridge, http://<host>:<port> */
            readonly label: string;
            /** @example null */
            readonly help: string | null;
            /**
             * @description A `secret` is never shown; a `list` is typed with commas.
             * @enum {string}
             */
            readonly kind: "text" | "secret" | "number" | "list" | "choice";
            /** @description Of a `choice`; otherwise empty. */
            readonly choices: readonly components["schemas"]["SetupChoiceDto"][];
            /**
             * @description The answer to begin with where none is set.
             * @example null
             */
            readonly default: (string | null) | number | readonly string[];
            /**
             * @description The present answer; a secret is `********`.
             * @example null
             */
            readonly value: (string | null) | number | readonly string[];
            /**
             * @description The source of the present answer, as in `GET /config`.
             * @example file
             */
            readonly source: string | null;
            /** @example http://192.168.1.20:1234 */
            readonly placeholder: string | null;
            /** @description Whether the account cannot be without it. */
            readonly required: boolean;
            /** @description A secret for which a random value is best. */
            readonly random: boolean;
            /** @description Null for a question that is always asked. */
            readonly asked_when: components["schemas"]["AskedWhenDto"] | null;
        };
        readonly SetupStepDto: {
            /** @example Bridge */
            readonly title: string;
            /** @description Whether the service itself is asked about these answers. */
            readonly tested: boolean;
            readonly fields: readonly components["schemas"]["SetupFieldDto"][];
        };
        readonly SetupEndpointDto: {
            /**
             * @description Complete but for `<…>`, which only a person knows, and `********` in place of a secret.
             * @example https://gate.example.org/imbridge-webhook?password=********
             */
            readonly url: string;
            /**
             * @description The setting whose value, percent-encoded, replaces `********`.
             * @example channels.imbridge.webhookSecret
             */
            readonly secret_path: string | null;
            /** @description The gateway enters it at the service; otherwise a person does. */
            readonly automatic: boolean;
            readonly notes: readonly string[];
        };
        readonly ChannelSetupDto: {
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /** @description Whether it is set up already: then the answers change it. */
            readonly configured: boolean;
            /** @description Whether the channel can have further accounts. */
            readonly several_accounts: boolean;
            readonly steps: readonly components["schemas"]["SetupStepDto"][];
            /** @description Null until it is set up. */
            readonly endpoint: components["schemas"]["SetupEndpointDto"] | null;
            /** @description Whether `GET /channels/{channel}/app-package` makes a file for the service. */
            readonly app_package: boolean;
        };
        readonly SetupAnswersDto: {
            /**
             * @description Answers by path. One that is left out stays as it is; null takes it away. A secret that is left out is the present one.
             * @example {
             *       "channels.imbridge.serverUrl": "http://192.168.1.20:1234"
             *     }
             */
            readonly values: {
                readonly [key: string]: (string | null) | number | readonly string[];
            };
        };
        readonly SetupStepOutcomeDto: {
            /** @example Bridge */
            readonly title: string;
            /**
             * @description `not-tested`: an answer that the test needs is missing or wrong.
             * @enum {string}
             */
            readonly state: "passed" | "failed" | "not-tested";
            /**
             * @description The result of the live test; null for a step without one.
             * @example The bridge at http://192.168.1.20:1234 can be reached and accepts the password.
             */
            readonly text: string | null;
            /** @description By field. */
            readonly problems: readonly components["schemas"]["ConfigProblemDto"][];
        };
        readonly SetupCheckDto: {
            readonly steps: readonly components["schemas"]["SetupStepOutcomeDto"][];
            /** @description Problems of settings that no question is about. */
            readonly problems: readonly components["schemas"]["ConfigProblemDto"][];
            /**
             * @description The body for `PATCH /config`, as `{"set": …}`; each secret of the answers is `********` and has to be put in again.
             * @example {
             *       "channels.imbridge.serverUrl": "http://192.168.1.20:1234"
             *     }
             */
            readonly set: {
                readonly [key: string]: unknown;
            };
            /**
             * @description Settings whose value would change.
             * @example [
             *       "channels.imbridge.serverUrl"
             *     ]
             */
            readonly changed: readonly string[];
            /**
             * @description Those of them that take effect at the next start.
             * @example [
             *       "channels.imbridge.serverUrl"
             *     ]
             */
            readonly needs_restart: readonly string[];
            readonly endpoint: components["schemas"]["SetupEndpointDto"] | null;
            readonly warnings: readonly string[];
            /** @description What to do after it is written, outside the gateway. */
            readonly next_steps: readonly string[];
        };
        /**
         * @description `pending`: waits for a person; `approved`: waits for its call; `running`: the call is being made; `done`, `failed`: it was made, or was refused when it was checked again; `interrupted`: it may or may not have happened.
         * @enum {string}
         */
        readonly ApprovalState: "pending" | "approved" | "running" | "done" | "failed" | "interrupted" | "denied" | "expired" | "withdrawn";
        readonly ApprovalDto: {
            /** @example apr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            readonly account: string;
            /**
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string;
            /**
             * @description Its name for people.
             * @example K7QX4M
             */
            readonly code: string;
            /** @description `pending`: waits for a person; `approved`: waits for its call; `running`: the call is being made; `done`, `failed`: it was made, or was refused when it was checked again; `interrupted`: it may or may not have happened. */
            readonly state: components["schemas"]["ApprovalState"];
            /** @example main */
            readonly agent_id: string;
            /**
             * @description The MCP server in `mcp.servers`; null for the tool `message`.
             * @example linear
             */
            readonly server: string | null;
            /**
             * @description The tool as its server names it, or the action of `message`.
             * @example create_issue
             */
            readonly tool: string;
            /**
             * @description The tool as the model names it.
             * @example linear__create_issue
             */
            readonly model_name: string;
            /**
             * @description The arguments as they are stored, hashed and sent: the text of a JSON object.
             * @example {"title":"Broken link"}
             */
            readonly arguments: string;
            /**
             * @description SHA-256 over agent, server, definition of the tool, arguments, requester, place and expiry.
             * @example 5f2c8a2b9d1e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8
             */
            readonly digest: string;
            /**
             * @description The person for whom the call is made.
             * @example +12025550143
             */
            readonly sender_id: string;
            /**
             * @description The name that the service shows.
             * @example Robin
             */
            readonly sender_name: string | null;
            /**
             * Format: date-time
             * @description The time at which it was asked for. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description The time until which it can be decided. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string;
            /**
             * Format: date-time
             * @description The time of the decision; null while it is pending. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly decided_at: string | null;
            /**
             * @description The actor who decided; `gateway` for an expiry.
             * @example sender:imbridge:+12025550177
             */
            readonly decided_by: string | null;
            /**
             * @description A name of theirs for people.
             * @example Ann
             */
            readonly decided_by_name: string | null;
            /**
             * @description Their reason, or why the call was not made.
             * @example null
             */
            readonly reason: string | null;
            /**
             * @description The result as the model got it, cut; null until there is one, and for viewers.
             * @example null
             */
            readonly result: string | null;
            /**
             * Format: date-time
             * @description The time at which the call ended, or nothing was left to do. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly ended_at: string | null;
        };
        readonly ApproveDto: {
            /**
             * @description Whether calls of the same tool, with any arguments, need no approval for this person in this place for an hour.
             * @default false
             */
            readonly for_an_hour: boolean;
        };
        readonly DenyDto: {
            /**
             * @description Told to the people in the conversation, and to the assistant. Default: none.
             * @example ask Ann first
             */
            readonly reason?: string | null;
        };
        /** @enum {string} */
        readonly ConversationKind: "direct" | "group" | "channel";
        readonly HoldDto: {
            /**
             * Format: date-time
             * @description Its beginning. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly since: string;
            /**
             * Format: date-time
             * @description The time at which it ends by itself; null = when somebody ends it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly until: string | null;
            /**
             * @description The actor who began it or changed it last; `account-owner` for the owner who wrote with the account itself.
             * @example token:owner
             */
            readonly by: string;
            /**
             * @description For operators.
             * @example refund, see 4711
             */
            readonly note: string | null;
        };
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
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string;
            readonly kind: components["schemas"]["ConversationKind"];
            /**
             * @description The name that the service shows.
             * @example Family
             */
            readonly name: string | null;
            /**
             * Format: date-time
             * @description Time of the first event from it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Time of the last message in it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_message_at: string;
            /** @description The hold of a person who has taken it over from the assistant; null when nobody has. */
            readonly hold: components["schemas"]["HoldDto"] | null;
        };
        readonly HoldTermsDto: {
            /**
             * Format: date-time
             * @description The time at which it ends by itself, in the future. Default, and null: when somebody ends it.
             * @example 2027-01-31T09:30:00.000Z
             */
            readonly until?: string | null;
            /**
             * @description For operators; the assistant does not get it. Default: none.
             * @example refund, see 4711
             */
            readonly note?: string | null;
        };
        readonly ReleaseDto: {
            /** @description The hold that has ended; null when nobody held the conversation. */
            readonly hold: components["schemas"]["HoldDto"] | null;
            /**
             * @description The event of the message that is answered now; null when none is.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly answers: string | null;
        };
        /** @enum {string} */
        readonly MessageRole: "user" | "assistant";
        /**
         * @description `turn`: a question or its answer; `heard`: said to others, in a group or while a person held the conversation (with the role `assistant`, what that person wrote); `notice`: a reaction, a join, a hold, …; `pairing`: answered with a pairing code; `command`: executed; `failed`: answered with an apology; `dropped`: not let in.
         * @enum {string}
         */
        readonly MessageKind: "turn" | "heard" | "notice" | "pairing" | "command" | "failed" | "dropped";
        readonly MessageFileDto: {
            /**
             * @description As its sender named it.
             * @example plan.pdf
             */
            readonly name: string;
            /**
             * @description Detected from its bytes.
             * @example application/pdf
             */
            readonly mime_type: string;
            /**
             * @description Its size.
             * @example 48213
             */
            readonly bytes: number;
            /**
             * @description For `GET /media/{id}`; null when it could not be fetched, or is not kept any more.
             * @example null
             */
            readonly media_id: string | null;
            /**
             * @description Why it is missing.
             * @example null
             */
            readonly problem: string | null;
        };
        /**
         * @description Of several messages, that of the one that came least far. `failed`: given up; `unknown`: it may have been sent, and the service is asked; `delivered` and `read`: where the service says so.
         * @enum {string}
         */
        readonly MessageDeliveryState: "failed" | "unknown" | "sending" | "queued" | "sent" | "delivered" | "read";
        readonly MessageDeliveryDto: {
            /**
             * @description Its delivery, or that of the first of several messages.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly id: string;
            /** @description Of several messages, that of the one that came least far. `failed`: given up; `unknown`: it may have been sent, and the service is asked; `delivered` and `read`: where the service says so. */
            readonly state: components["schemas"]["MessageDeliveryState"];
            /**
             * @description Why its last attempt failed: a code of docs/reference/reasons.md.
             * @example null
             */
            readonly reason: string | null;
        };
        readonly ConversationMessageDto: {
            /** @example msg_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /**
             * @description The event it records or answers, for `GET /events/{event_id}/timeline`; for an operator's message, its own delivery.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly event_id: string;
            readonly role: components["schemas"]["MessageRole"];
            /** @description `turn`: a question or its answer; `heard`: said to others, in a group or while a person held the conversation (with the role `assistant`, what that person wrote); `notice`: a reaction, a join, a hold, …; `pairing`: answered with a pairing code; `command`: executed; `failed`: answered with an apology; `dropped`: not let in. */
            readonly kind: components["schemas"]["MessageKind"];
            /** @example +12025550143 */
            readonly sender_id: string | null;
            /** @example Ann */
            readonly sender_name: string | null;
            /**
             * @description The text. Empty where none is kept: of dropped messages, pairing requests and commands.
             * @example Hello.
             */
            readonly text: string;
            /**
             * @description The id that the service gave it.
             * @example null
             */
            readonly message_id: string | null;
            /**
             * @description The service's id of the message that this one answers or that the notice is about.
             * @example null
             */
            readonly reply_to: string | null;
            /**
             * @description The session it belongs to; the second part names the agent.
             * @example agent:main:main
             */
            readonly session_key: string;
            /**
             * @description Why it got no answer of the assistant: a code of docs/reference/reasons.md, or the command.
             * @example null
             */
            readonly reason: string | null;
            /**
             * @description What became of a person's message. Null for one of ours, and where that is not kept any more. `stopped`: its turn was ended by a person; `vote`: counted in a poll.
             * @enum {string|null}
             */
            readonly outcome: "waiting" | "answered" | "heard" | "dropped" | "pairing" | "command" | "failed" | "stopped" | "vote" | "approval" | null;
            /** @description Its files, in order. */
            readonly files: readonly components["schemas"]["MessageFileDto"][];
            /** @description Of a message of ours; null where that is not kept any more. */
            readonly delivery: components["schemas"]["MessageDeliveryDto"] | null;
            /**
             * Format: date-time
             * @description Time of the message or of its arrival. ISO 8601, UTC.
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
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string;
            /**
             * @description The number of consecutive answers to messages that came faster than people write.
             * @example 30
             */
            readonly rounds: number;
            /**
             * Format: date-time
             * @description Start of the break. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly broken_at: string;
            /**
             * Format: date-time
             * @description End of the break. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly ends_at: string;
        };
        readonly ToolPermissionDto: {
            /** @example prm_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example imbridge */
            readonly channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            readonly account: string;
            /**
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string;
            /** @example main */
            readonly agent_id: string;
            /**
             * @description The MCP server in `mcp.servers`; null for the tool `message`.
             * @example linear
             */
            readonly server: string | null;
            /**
             * @description The tool as its server names it, or the action of `message`.
             * @example create_issue
             */
            readonly tool: string;
            /**
             * @description The person for whom calls are made.
             * @example +12025550143
             */
            readonly sender_id: string;
            /**
             * @description The name that the service shows.
             * @example Robin
             */
            readonly sender_name: string | null;
            /**
             * @description The actor who gave it.
             * @example token:owner
             */
            readonly granted_by: string;
            /**
             * Format: date-time
             * @description Its beginning. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description The time at which it ends by itself. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly ends_at: string;
        };
        readonly ToolPermissionListDto: {
            /** @description All in force on one page, newest first. */
            readonly items: readonly components["schemas"]["ToolPermissionDto"][];
        };
        readonly DeadLetterDto: {
            /** @example 42 */
            readonly id: string;
            /**
             * @description The kind of job: `inbound` or `delivery`.
             * @example inbound
             */
            readonly kind: string;
            /**
             * @description The lane of the job: jobs with the same kind and key run in order.
             * @example agent:main:imbridge:direct:+12025550143
             */
            readonly key: string;
            /**
             * @description The event or delivery it was for.
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
             * @description The error of the last attempt.
             * @example disk I/O error
             */
            readonly last_error: string;
            /**
             * @description `internal`: it failed as often as it may. `crashed`: it ended the gateway twice, by an error that nothing caught.
             * @example internal
             * @enum {string}
             */
            readonly reason: "internal" | "crashed";
            /**
             * Format: date-time
             * @description Creation time of the job. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Time at which it was given up. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly died_at: string;
        };
        /**
         * @description `sending` and `unknown` may have been sent and are looked up before anything is sent again; `dead` waits for an operator.
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
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string;
            /** @description `sending` and `unknown` may have been sent and are looked up before anything is sent again; `dead` waits for an operator. */
            readonly status: components["schemas"]["DeliveryStatus"];
            /**
             * @description The number of attempts begun.
             * @example 1
             */
            readonly attempt_count: number;
            /**
             * @description The service's id of the message, once it is sent.
             * @example null
             */
            readonly message_id: string | null;
            /**
             * @description The reason for the failure of the last attempt.
             * @example unreachable
             */
            readonly last_code: string | null;
            /** @example connection refused */
            readonly last_detail: string | null;
            /**
             * Format: date-time
             * @description Time at which it was put in the outbox. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Start of the last attempt. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the service accepted it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly sent_at: string | null;
            /**
             * Format: date-time
             * @description Time at which it reached one of the recipient's devices, if the service reports that. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly delivered_at: string | null;
            /**
             * Format: date-time
             * @description Time at which it was read, if the service reports that. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly read_at: string | null;
        };
        readonly DeliveryFileDto: {
            /** @example report.pdf */
            readonly name: string;
            /**
             * @description The type, detected from the content.
             * @example application/pdf
             */
            readonly mime_type: string;
            /**
             * @description The size in bytes.
             * @example 48213
             */
            readonly bytes: number;
            /** @description Whether it is sent as a voice memo. */
            readonly as_voice: boolean;
        };
        readonly DeliveryContentDto: {
            /**
             * @description `handover`: the step after somebody has accepted or declined a file.
             * @enum {string}
             */
            readonly kind: "text" | "card" | "media" | "poll" | "handover" | "approval";
            /**
             * @description The text. Empty for a file without one.
             * @example Hello.
             */
            readonly text: string;
            /** @description The file without its content, for kind `media` and for a file that is handed over. */
            readonly file?: components["schemas"]["DeliveryFileDto"];
        };
        /** @enum {string} */
        readonly AttemptOutcome: "sent" | "not-sent" | "unknown";
        readonly DeliveryAttemptDto: {
            /** @example 1 */
            readonly number: number;
            /**
             * Format: date-time
             * @description Start time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly started_at: string;
            /**
             * Format: date-time
             * @description End time. ISO 8601, UTC.
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
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string;
            /** @description `sending` and `unknown` may have been sent and are looked up before anything is sent again; `dead` waits for an operator. */
            readonly status: components["schemas"]["DeliveryStatus"];
            /**
             * @description The number of attempts begun.
             * @example 1
             */
            readonly attempt_count: number;
            /**
             * @description The service's id of the message, once it is sent.
             * @example null
             */
            readonly message_id: string | null;
            /**
             * @description The reason for the failure of the last attempt.
             * @example unreachable
             */
            readonly last_code: string | null;
            /** @example connection refused */
            readonly last_detail: string | null;
            /**
             * Format: date-time
             * @description Time at which it was put in the outbox. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Start of the last attempt. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the service accepted it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly sent_at: string | null;
            /**
             * Format: date-time
             * @description Time at which it reached one of the recipient's devices, if the service reports that. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly delivered_at: string | null;
            /**
             * Format: date-time
             * @description Time at which it was read, if the service reports that. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly read_at: string | null;
            /**
             * @description What `last_code` means, in words; null once it is sent.
             * @example The service refuses it.
             */
            readonly what: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example null
             */
            readonly setting: string | null;
            /**
             * @description What to do about it: a command or a change.
             * @example `gatehouse deliveries retry dlv_01j9zq4c5x8r2m6t0w3y7v1b4d`
             */
            readonly remedy: string | null;
            /** @description The content of the message. */
            readonly content: components["schemas"]["DeliveryContentDto"];
            /** @description Finished attempts, oldest first. */
            readonly attempts: readonly components["schemas"]["DeliveryAttemptDto"][];
        };
        /**
         * @description `dead`: given up; see the dead letters.
         * @enum {string}
         */
        readonly EventState: "pending" | "done" | "dead";
        /**
         * @description `accepted`: stored; `judged`: by the gate, with the outcome `answer`, `command`, `context`, `code` or `dropped`; `turn`: the model was asked, or is asked again soon (`waiting`); `written`: added to the transcript; `tool`: an effect of a tool of the assistant; `approval`: a tool call waits for a decision, is decided about, or has ended; `queued`: a message of ours was created; `attempted`: an attempt to send it ended; `sent`: the service has it; `ended`: nothing more to do.
         * @enum {string}
         */
        readonly TimelineStepKind: "accepted" | "judged" | "turn" | "written" | "tool" | "approval" | "queued" | "attempted" | "sent" | "delivered" | "read" | "ended";
        readonly TimelineTurnDto: {
            /**
             * @description The agent that answers.
             * @example main
             */
            readonly agent: string;
            /**
             * @description The name of the model that was asked last.
             * @example gpt-5.4
             */
            readonly model: string | null;
            /**
             * @description Tokens of the request, as the model counts them; null where it says nothing.
             * @example 1200
             */
            readonly input_tokens: number | null;
            /**
             * @description Tokens of the answer, likewise.
             * @example 85
             */
            readonly output_tokens: number | null;
            /**
             * @description How often the turn ran in the process that ended it; null while it waits.
             * @example 1
             */
            readonly tries: number | null;
            /**
             * @description How long the last run took; null while it waits.
             * @example 900
             */
            readonly duration_ms: number | null;
            /**
             * @description Why there is no answer; never message text.
             * @example null
             */
            readonly error: string | null;
        };
        readonly TimelineStepDto: {
            /**
             * @description The code of the reason; docs/reference/reasons.md has them all.
             * @example not-paired
             */
            readonly reason: string | null;
            /**
             * @description What happened, in words.
             * @example Nobody has let the sender in yet.
             */
            readonly what: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example channels.imbridge.dmPolicy
             */
            readonly setting: string | null;
            /**
             * @description What to do about it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            readonly remedy: string | null;
            /**
             * Format: date-time
             * @description Time of the step. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly at: string;
            /** @description `accepted`: stored; `judged`: by the gate, with the outcome `answer`, `command`, `context`, `code` or `dropped`; `turn`: the model was asked, or is asked again soon (`waiting`); `written`: added to the transcript; `tool`: an effect of a tool of the assistant; `approval`: a tool call waits for a decision, is decided about, or has ended; `queued`: a message of ours was created; `attempted`: an attempt to send it ended; `sent`: the service has it; `ended`: nothing more to do. */
            readonly step: components["schemas"]["TimelineStepKind"];
            /**
             * @description The event, transcript line, delivery or approval that the step concerns.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly id: string;
            /**
             * @description The outcome.
             * @example sent
             */
            readonly outcome: string | null;
            /**
             * @description The reason, or further details; never message text.
             * @example not-paired
             */
            readonly detail: string | null;
            /** @description Only of the step `turn`. */
            readonly turn: components["schemas"]["TimelineTurnDto"] | null;
        };
        readonly LeftOutToolDto: {
            /**
             * @description The code of the reason; docs/reference/reasons.md has them all.
             * @example not-paired
             */
            readonly reason: string | null;
            /**
             * @description What happened, in words.
             * @example Nobody has let the sender in yet.
             */
            readonly what: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example channels.imbridge.dmPolicy
             */
            readonly setting: string | null;
            /**
             * @description What to do about it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            readonly remedy: string | null;
            /** @example files */
            readonly server: string;
            /**
             * @description The tool as its server names it; null for all of the server.
             * @example write_file
             */
            readonly tool: string | null;
            /**
             * @description More about that.
             * @example null
             */
            readonly detail: string | null;
        };
        readonly TimelineDto: {
            /**
             * @description The code of the reason; docs/reference/reasons.md has them all.
             * @example not-paired
             */
            readonly reason: string | null;
            /**
             * @description What happened, in words.
             * @example Nobody has let the sender in yet.
             */
            readonly what: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example channels.imbridge.dmPolicy
             */
            readonly setting: string | null;
            /**
             * @description What to do about it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            readonly remedy: string | null;
            /** @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly event_id: string;
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /**
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string | null;
            /**
             * @description The id in the channel's own form.
             * @example +12025550143
             */
            readonly sender_id: string | null;
            /** @example agent:main:main */
            readonly session_key: string;
            /** @description `dead`: given up; see the dead letters. */
            readonly state: components["schemas"]["EventState"];
            /**
             * @description The result; null while it waits.
             * @example turn
             */
            readonly outcome: string | null;
            /**
             * @description The name of the model that was asked last.
             * @example gpt-5.4
             */
            readonly model: string | null;
            /** @description The steps in order of time. */
            readonly steps: readonly components["schemas"]["TimelineStepDto"][];
            /** @description The tools of servers that the agent would not be offered in this place for this sender, as things are now. */
            readonly left_out_tools: readonly components["schemas"]["LeftOutToolDto"][];
        };
        /** @enum {string} */
        readonly AlertCode: "database-unavailable" | "configuration-invalid" | "plugin-broken" | "account-down" | "bad-credentials" | "oldest-unanswered" | "dead-letters" | "job-crashed" | "model-failing" | "model-passed-over" | "budget-reached" | "mcp-login-needed" | "mcp-server-down" | "mcp-tools-waiting" | "mcp-tools-unfit" | "webhook-off" | "webhook-failing" | "disk-nearly-full" | "backup-failing" | "backup-old" | "certificate-ending" | "certificate-unusable";
        readonly RaisedAlertDto: {
            readonly code: components["schemas"]["AlertCode"];
            /**
             * @description Of several with one code: the account, agent, budget, server or plugin. Empty where there can be one only.
             * @example imbridge/default
             */
            readonly subject: string;
            /**
             * @description What is wrong, and where.
             * @example imbridge/default is transient-disconnect: connect ECONNREFUSED 127.0.0.1:1234
             */
            readonly message: string;
            /**
             * Format: date-time
             * @description Since when, where that is known. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly since: string | null;
            /**
             * @description The setting that it depends on.
             * @example channels.imbridge.serverUrl
             */
            readonly setting: string | null;
            /**
             * @description What to do about it.
             * @example gatehouse channels status --deep
             */
            readonly remedy: string | null;
            /** @example alr_06fwm4bq1zk7v9n3t5r8d2xc01 */
            readonly id: string;
            /**
             * Format: date-time
             * @description When it was raised, and told. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly raised_at: string;
            /**
             * Format: date-time
             * @description When it was over, and told; null while it is open. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly cleared_at: string | null;
            /**
             * @description How long it lasted, from its beginning as far as that is known. Null while it is open.
             * @example 720
             */
            readonly lasted_seconds: number | null;
        };
        readonly TextCapabilityDto: {
            /**
             * @description The length of the longest message, in UTF-16 units.
             * @example 20000
             */
            readonly max_chars: number;
            /** @enum {string} */
            readonly format: "plain" | "markdown";
        };
        readonly CapabilitiesDto: {
            /**
             * @description Rises with every change of the capabilities.
             * @example 1
             */
            readonly version: number;
            readonly text: components["schemas"]["TextCapabilityDto"];
            /**
             * @description The features of the channel. A feature that is not listed is rejected.
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
         * @description As the replica sees it that has the upkeep of the account; `stopped` when no process has run it.
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
            /** @description As the replica sees it that has the upkeep of the account; `stopped` when no process has run it. */
            readonly status: components["schemas"]["ConnectionStatus"];
            /**
             * @description The status in three values: `degraded` when messages go in and out but something else does not work, `down` when they do not.
             * @enum {string}
             */
            readonly health: "connected" | "degraded" | "down";
            /**
             * @description The problem and its remedy; for a connected account, the features it lacks.
             * @example null
             */
            readonly reason: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example null
             */
            readonly setting: string | null;
            /**
             * @description What to do about it: a command or a change. Null while it is well.
             * @example null
             */
            readonly remedy: string | null;
            /**
             * Format: date-time
             * @description Since when it has this status; null when no process has run it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly since: string | null;
            /**
             * @description The problem when it was last not connected; it stays known after that.
             * @example null
             */
            readonly last_error: string | null;
            /**
             * Format: date-time
             * @description When that was last reported. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_error_at: string | null;
            readonly dm_policy: components["schemas"]["DmPolicy"];
            readonly group_policy: components["schemas"]["GroupPolicy"];
            /** @description The capabilities of the account, as its service last reported them. */
            readonly capabilities: components["schemas"]["CapabilitiesDto"];
            /**
             * @description The service's own report; null without `deep`, and for a channel that cannot be asked. Values of an unreachable service are null.
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
            /** @description The capabilities of the channel in general; those of an account may be fewer. */
            readonly capabilities: components["schemas"]["CapabilitiesDto"];
            /** @description The enabled accounts. */
            readonly accounts: readonly components["schemas"]["AccountDto"][];
        };
        /** @enum {string} */
        readonly FigureWindow: "1h" | "24h" | "30d";
        readonly DroppedCountDto: {
            /** @example not-allowed */
            readonly reason: string;
            /**
             * @description Messages.
             * @example 12
             */
            readonly count: number;
        };
        readonly AgentTokensDto: {
            /** @example main */
            readonly agent: string;
            /**
             * @description Tokens of requests, with those of the cache.
             * @example 12
             */
            readonly input_tokens: number;
            /**
             * @description Tokens of answers, with those of the reasoning.
             * @example 12
             */
            readonly output_tokens: number;
        };
        readonly FigurePointDto: {
            /**
             * @description Messages and other events that arrived.
             * @example 12
             */
            readonly received: number;
            /**
             * @description Answers of the assistant that the service took, by the end of the turn.
             * @example 12
             */
            readonly answered: number;
            /**
             * @description Messages whose turn failed, by their arrival, and answers that became dead letters.
             * @example 12
             */
            readonly failed: number;
            /** @description Messages that were dropped, most frequent first. */
            readonly dropped: readonly components["schemas"]["DroppedCountDto"][];
            /**
             * @description The time from the acceptance of a message until the service took the first part of its answer, which half of the answers did not exceed; exact to 4.4 %. Null without an answer.
             * @example 840
             */
            readonly latency_p50_ms: number | null;
            /**
             * @description The time from the acceptance of a message until the service took the first part of its answer, which 95 % of the answers did not exceed; exact to 4.4 %. Null without an answer.
             * @example 840
             */
            readonly latency_p95_ms: number | null;
            /** @description By agent, in the order of their names. */
            readonly tokens: readonly components["schemas"]["AgentTokensDto"][];
            /**
             * Format: date-time
             * @description The beginning of the period. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly from: string;
        };
        readonly FiguresTotalDto: {
            /**
             * @description Messages and other events that arrived.
             * @example 12
             */
            readonly received: number;
            /**
             * @description Answers of the assistant that the service took, by the end of the turn.
             * @example 12
             */
            readonly answered: number;
            /**
             * @description Messages whose turn failed, by their arrival, and answers that became dead letters.
             * @example 12
             */
            readonly failed: number;
            /** @description Messages that were dropped, most frequent first. */
            readonly dropped: readonly components["schemas"]["DroppedCountDto"][];
            /**
             * @description The time from the acceptance of a message until the service took the first part of its answer, which half of the answers did not exceed; exact to 4.4 %. Null without an answer.
             * @example 840
             */
            readonly latency_p50_ms: number | null;
            /**
             * @description The time from the acceptance of a message until the service took the first part of its answer, which 95 % of the answers did not exceed; exact to 4.4 %. Null without an answer.
             * @example 840
             */
            readonly latency_p95_ms: number | null;
            /** @description By agent, in the order of their names. */
            readonly tokens: readonly components["schemas"]["AgentTokensDto"][];
        };
        readonly FiguresDto: {
            readonly window: components["schemas"]["FigureWindow"];
            /**
             * @description The length of a period.
             * @example 3600
             */
            readonly step_seconds: number;
            /** @description Each period, the oldest first; the last is the present one. */
            readonly items: readonly components["schemas"]["FigurePointDto"][];
            /** @description The whole window. */
            readonly total: components["schemas"]["FiguresTotalDto"];
        };
        readonly DatabaseStatusDto: {
            /** @enum {string} */
            readonly dialect: "sqlite" | "postgres";
            /** @description Whether the database can be read and written. If not, all counts are null. */
            readonly ok: boolean;
        };
        readonly ConfigStateDto: {
            /** @description Whether the current file is in force; if not, the configuration before it still is. */
            readonly valid: boolean;
            /** @description The problems of the file. */
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
            /** @description As the replica sees it that has the upkeep of the account; `stopped` when no process has run it. */
            readonly status: components["schemas"]["ConnectionStatus"];
            /**
             * @description The status in three values: `degraded` when messages go in and out but something else does not work, `down` when they do not.
             * @enum {string}
             */
            readonly health: "connected" | "degraded" | "down";
            /**
             * @description The problem and its remedy; for a connected account, the features it lacks.
             * @example null
             */
            readonly reason: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example null
             */
            readonly setting: string | null;
            /**
             * @description What to do about it: a command or a change. Null while it is well.
             * @example null
             */
            readonly remedy: string | null;
            /**
             * Format: date-time
             * @description Since when it has this status; null when no process has run it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly since: string | null;
            /**
             * @description The problem when it was last not connected; it stays known after that.
             * @example null
             */
            readonly last_error: string | null;
            /**
             * Format: date-time
             * @description When that was last reported. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_error_at: string | null;
        };
        readonly PluginDto: {
            /**
             * @description The name of its package.
             * @example @gatehouse/workchat
             */
            readonly name: string;
            /**
             * @description The installed version; null when it is not installed.
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
             * @description `missing`: not installed, although one of its channels is configured.
             * @enum {string}
             */
            readonly state: "loaded" | "broken" | "missing";
            /**
             * @description Why it cannot be used, and how to fix that.
             * @example null
             */
            readonly problem: string | null;
        };
        readonly PassedOverModelDto: {
            /** @enum {string} */
            readonly runtime: "echo" | "openai-compatible" | "anthropic" | "openai" | "gemini" | "ollama" | "http";
            /**
             * @description The name of the model.
             * @example gpt-5.4
             */
            readonly model: string | null;
            /**
             * @description The reason for its failure.
             * @example the model answered 529
             */
            readonly reason: string;
            /**
             * Format: date-time
             * @description When it is asked again. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly until: string;
        };
        readonly AgentStatusDto: {
            /** @example main */
            readonly id: string;
            /** @description Whether it is the default agent. */
            readonly default: boolean;
            /** @enum {string} */
            readonly runtime: "echo" | "openai-compatible" | "anthropic" | "openai" | "gemini" | "ollama" | "http";
            /**
             * @description The name of its model.
             * @example null
             */
            readonly model: string | null;
            /**
             * @description The outcome of its last turn in this process: `failing` when its model or service could not be reached or gave no answer; `unknown` before the first turn.
             * @enum {string}
             */
            readonly state: "unknown" | "ok" | "failing";
            /**
             * @description The reason for its failure.
             * @example null
             */
            readonly reason: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example null
             */
            readonly setting: string | null;
            /**
             * @description What to do about it: a command or a change.
             * @example null
             */
            readonly remedy: string | null;
            /** @description Of an agent with fallbacks: its models that are not asked for now, in this process. */
            readonly passed_over: readonly components["schemas"]["PassedOverModelDto"][];
        };
        /**
         * @description `starting` while a program is started for the first time, which may take long; `unknown` before the first attempt, and in a process that takes no turns.
         * @enum {string}
         */
        readonly McpServerState: "up" | "down" | "starting" | "unknown";
        readonly McpServerDto: {
            /** @example files */
            readonly name: string;
            /**
             * @description Its address; null for a program.
             * @example https://mcp.example.org/mcp
             */
            readonly url: string | null;
            /** @description `starting` while a program is started for the first time, which may take long; `unknown` before the first attempt, and in a process that takes no turns. */
            readonly state: components["schemas"]["McpServerState"];
            /**
             * Format: date-time
             * @description The beginning of this state. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly since: string | null;
            /**
             * @description The revision of the protocol that both speak.
             * @example 2026-07-28
             */
            readonly revision: string | null;
            /**
             * @description The last failure.
             * @example null
             */
            readonly problem: string | null;
            /**
             * @description Told of it although nothing has failed, such as a server without tools.
             * @example null
             */
            readonly note: string | null;
            /**
             * @description Whether a person has logged in to it for this gateway; `needed` when somebody has to (`gatehouse mcp login`). Null for a program, and where a secret is configured.
             * @example null
             * @enum {string|null}
             */
            readonly login: "none" | "logged-in" | "needed" | null;
            /**
             * @description Why somebody has to log in.
             * @example null
             */
            readonly login_needed_because: string | null;
            /**
             * @description Tools that may be offered to a model.
             * @example 14
             */
            readonly tools: number;
            /**
             * @description Tools that are withheld from every agent, for whatever reason.
             * @example 0
             */
            readonly withheld: number;
            /**
             * @description Those of them that are new or have changed, and wait for somebody to accept them.
             * @example 0
             */
            readonly waiting: number;
        };
        readonly AgentToolsDto: {
            /** @example main */
            readonly agent: string;
            /**
             * @description Tools that its model is offered.
             * @example 14
             */
            readonly offered: number;
            /**
             * @description Those of them that wait for an approval with each call.
             * @example 3
             */
            readonly asking: number;
            /**
             * @description Tools that it is not offered, by reason; `GET /mcp/servers/{name}/tools` has each of them. `no-list` counts servers.
             * @example {
             *       "denied": 2
             *     }
             */
            readonly left_out: {
                readonly [key: string]: number;
            };
        };
        /**
         * @description `failing`: its last try failed, and it is tried again. `off`: its receiver answered 410, so nothing is stored or sent until it is switched on, or has another address.
         * @enum {string}
         */
        readonly WebhookState: "on" | "failing" | "off";
        readonly WebhookDto: {
            /**
             * @description Its id in `webhooks.list`.
             * @example crm
             */
            readonly id: string;
            /**
             * @description Origin and path of its address; what follows them is never shown.
             * @example https://crm.example.org/hooks/gatehouse
             */
            readonly url: string;
            /**
             * @description What it is told.
             * @example [
             *       "message.*",
             *       "channel.down"
             *     ]
             */
            readonly events: readonly string[];
            /**
             * @description Whether messages about what was said have the text.
             * @example false
             */
            readonly include_text: boolean;
            /** @description `failing`: its last try failed, and it is tried again. `off`: its receiver answered 410, so nothing is stored or sent until it is switched on, or has another address. */
            readonly state: components["schemas"]["WebhookState"];
            /**
             * @description Messages that wait.
             * @example 0
             */
            readonly waiting: number;
            /**
             * Format: date-time
             * @description When the oldest of them was stored. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly oldest_waiting_at: string | null;
            /**
             * @description Messages that were given up; `resend` has them wait again.
             * @example 0
             */
            readonly dead: number;
            /**
             * Format: date-time
             * @description The first failure since the last success. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly failing_since: string | null;
            /**
             * Format: date-time
             * @description Nothing is sent before; null where nothing has to wait for that. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly next_try_at: string | null;
            /**
             * Format: date-time
             * @description The last time that a message was taken, at most a second behind. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_success_at: string | null;
            /**
             * Format: date-time
             * @description The last time that a message was not taken. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_failure_at: string | null;
            /**
             * @description The reason of that; no text of the answer.
             * @example HTTP 503
             */
            readonly last_failure: string | null;
        };
        readonly DeliveryCountsDto: {
            /**
             * @description The number of deliveries neither sent nor given up.
             * @example 0
             */
            readonly open: number;
            /**
             * @description The number of deliveries given up, which wait for an operator.
             * @example 0
             */
            readonly dead: number;
        };
        readonly BackupStateDto: {
            /**
             * Format: date-time
             * @description The moment that the last backup or export shows. Null when none is known here. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly last_at: string | null;
            /**
             * @description Its path on the machine that made it.
             * @example /backups/gatehouse-2026-01-31T04-05-06Z.backup
             */
            readonly file: string | null;
            /**
             * Format: date-time
             * @description When the next is due. Null without `backup.everyHours`. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly next_at: string | null;
            /**
             * Format: date-time
             * @description Since when backups by the gateway itself fail. Null while they do not. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly failing_since: string | null;
            /**
             * @description Why the last one failed.
             * @example null
             */
            readonly reason: string | null;
        };
        readonly AlertDto: {
            readonly code: components["schemas"]["AlertCode"];
            /**
             * @description Of several with one code: the account, agent, budget, server or plugin. Empty where there can be one only.
             * @example imbridge/default
             */
            readonly subject: string;
            /**
             * @description What is wrong, and where.
             * @example imbridge/default is transient-disconnect: connect ECONNREFUSED 127.0.0.1:1234
             */
            readonly message: string;
            /**
             * Format: date-time
             * @description Since when, where that is known. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly since: string | null;
            /**
             * @description The setting that it depends on.
             * @example channels.imbridge.serverUrl
             */
            readonly setting: string | null;
            /**
             * @description What to do about it.
             * @example gatehouse channels status --deep
             */
            readonly remedy: string | null;
        };
        readonly MemoryDto: {
            /**
             * @description Null where the system does not report it, such as Linux without `/proc`.
             * @example 104857600
             */
            readonly rss_bytes: number | null;
        };
        readonly StatusDto: {
            /** @example 0.1.0 */
            readonly version: string;
            /**
             * Format: date-time
             * @description Start time of this process. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly started_at: string;
            /** @example 3600 */
            readonly uptime_seconds: number;
            /**
             * @description The version of Node.js.
             * @example v24.0.0
             */
            readonly node: string;
            readonly database: components["schemas"]["DatabaseStatusDto"];
            readonly configuration: components["schemas"]["ConfigStateDto"];
            /** @description Every enabled account. */
            readonly channels: readonly components["schemas"]["AccountStateDto"][];
            /** @description Plugins that are installed or missing. */
            readonly plugins: readonly components["schemas"]["PluginDto"][];
            /** @description Every agent. */
            readonly agents: readonly components["schemas"]["AgentStatusDto"][];
            /** @description Servers of tools. */
            readonly mcp_servers: readonly components["schemas"]["McpServerDto"][];
            /** @description Every agent that names a server of tools. */
            readonly agent_tools: readonly components["schemas"]["AgentToolsDto"][];
            /** @description Webhooks, as `GET /webhooks` lists them. */
            readonly webhooks: readonly components["schemas"]["WebhookDto"][];
            /**
             * @description Advice for the operator on things that work but deserve attention.
             * @example []
             */
            readonly warnings: readonly string[];
            /**
             * @description The number of requests that wait for an operator.
             * @example 1
             */
            readonly pending_pairings: number | null;
            /**
             * @description The number of tool calls that wait for a decision.
             * @example 0
             */
            readonly pending_approvals: number | null;
            /**
             * @description The number of jobs waiting or running, by kind.
             * @example {
             *       "inbound": 0,
             *       "delivery": 0
             *     }
             */
            readonly jobs: {
                readonly [key: string]: number;
            } | null;
            /**
             * @description The number of jobs given up after repeated failures of the gateway itself; counted up to 100.
             * @example 0
             */
            readonly dead_jobs: number | null;
            readonly deliveries: components["schemas"]["DeliveryCountsDto"] | null;
            /**
             * @description The number of conversations without answers because programs seem to answer each other there.
             * @example 0
             */
            readonly loops: number | null;
            /**
             * @description Conversations that a person has taken over from the assistant.
             * @example 0
             */
            readonly holds: number | null;
            /**
             * @description How long the oldest message waits for its answer, from its acceptance until the answer is sent. Null when none waits.
             * @example null
             */
            readonly oldest_unanswered_seconds: number | null;
            /**
             * @description The id of its conversation.
             * @example null
             */
            readonly oldest_unanswered_conversation: string | null;
            readonly backup: components["schemas"]["BackupStateDto"];
            /** @description What needs a person now; what hinders most comes first. */
            readonly alerts: readonly components["schemas"]["AlertDto"][];
            readonly memory: components["schemas"]["MemoryDto"];
        };
        readonly WebhookListDto: {
            /** @description All on one page, in the order of the configuration. */
            readonly items: readonly components["schemas"]["WebhookDto"][];
        };
        /**
         * @description `gone`: the receiver answered 410.
         * @enum {string}
         */
        readonly WebhookOutcome: "taken" | "gone" | "failed";
        readonly WebhookTestDto: {
            /**
             * @description Its `webhook-id`.
             * @example msg_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly message_id: string;
            /** @description `gone`: the receiver answered 410. */
            readonly outcome: components["schemas"]["WebhookOutcome"];
            /**
             * @description Status of the answer; null without one.
             * @example 204
             */
            readonly status: number | null;
            /**
             * @description Why it was not taken.
             * @example null
             */
            readonly reason: string | null;
        };
        readonly ResentDto: {
            /**
             * @description How many messages wait again.
             * @example 12
             */
            readonly count: number;
        };
        /** @enum {string} */
        readonly LogLineLevel: "trace" | "debug" | "info" | "warn" | "error" | "fatal";
        readonly LogLineDto: {
            /**
             * @description Names it within this process; the id of the event in a stream.
             * @example 01j9zq4c5x8r2m6t0w3y7v1b4d.42
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time of the line. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly time: string;
            readonly level: components["schemas"]["LogLineLevel"];
            /**
             * @description The part of the program that wrote it.
             * @example Turn
             */
            readonly context: string | null;
            /**
             * @description Never the text of a message, and no secret.
             * @example listening
             */
            readonly message: string;
            /**
             * @description The event that it is about.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly event_id: string | null;
            /**
             * @description The conversation that it is about, in the channel's own form.
             * @example -;+12025550143
             */
            readonly conversation_id: string | null;
            /**
             * @description The delivery that it is about.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly delivery_id: string | null;
            /**
             * @description What else it has, such as `method`, `path` and `status` of a request.
             * @example {}
             */
            readonly fields: {
                readonly [key: string]: unknown;
            };
        };
        readonly LogReplicasDto: {
            /** @description Those whose lines the answer has: the one that gave it. */
            readonly covered: readonly string[];
            /** @description Others that run jobs, each with a log of its own; null while the database does not tell. A replica that only serves the web is not listed. */
            readonly others: readonly string[] | null;
        };
        readonly LogPageDto: {
            readonly items: readonly components["schemas"]["LogLineDto"][];
            /** @description Pass it as `cursor` to get the next page; null at the end. */
            readonly next_cursor: string | null;
            /**
             * @description The newest line when the page was made, wanted or not: pass it as `Last-Event-ID` to follow from there.
             * @example 01j9zq4c5x8r2m6t0w3y7v1b4d.42
             */
            readonly last_id: string;
            readonly replicas: components["schemas"]["LogReplicasDto"];
        };
        readonly McpServerListDto: {
            /** @description In the order of the configuration. */
            readonly items: readonly components["schemas"]["McpServerDto"][];
        };
        /**
         * @description By the own policy of the agent; those of places and senders may say otherwise there. `at-once`: called without asking; `asks`: each call waits for an approval; any other: why the agent does not have it.
         * @enum {string}
         */
        readonly ToolUse: "at-once" | "asks" | "new" | "changed" | "not-chosen" | "unfit" | "denied" | "over-limit" | "no-list" | "not-named";
        readonly ToolUseDto: {
            /** @example main */
            readonly agent: string;
            /** @description By the own policy of the agent; those of places and senders may say otherwise there. `at-once`: called without asking; `asks`: each call waits for an approval; any other: why the agent does not have it. */
            readonly use: components["schemas"]["ToolUse"];
            /**
             * @description More about that: which of its models does not get the tool, and why.
             * @example null
             */
            readonly detail: string | null;
        };
        readonly McpToolDto: {
            /** @example read_text_file */
            readonly name: string;
            /**
             * @description The name under which models see it; null for one that is unfit.
             * @example files__read_text_file
             */
            readonly model_name: string | null;
            /**
             * @description Why no model is offered it; null when it may be offered.
             * @example null
             * @enum {string|null}
             */
            readonly withheld: "new" | "changed" | "not-chosen" | "unfit" | null;
            /**
             * @description More about that.
             * @example null
             */
            readonly detail: string | null;
            /** @description Every agent. */
            readonly agents: readonly components["schemas"]["ToolUseDto"][];
            /**
             * @description Digest of the definition that the server offers; null for one that is unfit.
             * @example null
             */
            readonly digest: string | null;
            /**
             * @description The definition that the server offers, as JSON.
             * @example {"name":"read_text_file"}
             */
            readonly offered: string | null;
            /**
             * @description The definition that was accepted, as JSON.
             * @example {"name":"read_text_file"}
             */
            readonly accepted: string | null;
        };
        readonly McpToolListDto: {
            /** @description All on one page, by name. */
            readonly items: readonly components["schemas"]["McpToolDto"][];
        };
        readonly ShownToolDto: {
            /** @example read_text_file */
            readonly name: string;
            /** @description Its digest, as the list has it. */
            readonly digest: string;
        };
        readonly AcceptToolsDto: {
            readonly tools: readonly components["schemas"]["ShownToolDto"][];
        };
        readonly StartedLoginDto: {
            /** @example mlg_01kb8r0m4q3v6w9x2y5z8a1b4c */
            readonly id: string;
            /**
             * @description Where a person logs in, in a browser. It works once.
             * @example https://login.example.org/authorize?client_id=4711&state=…
             */
            readonly authorization_url: string;
            /**
             * @description Where the browser comes back to; it must reach this gateway there.
             * @example https://chat.example.org/mcp/callback
             */
            readonly redirect_uri: string;
            /**
             * Format: date-time
             * @description When it is too late. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string;
        };
        /** @enum {string} */
        readonly LoginStatus: "waiting" | "done" | "failed";
        readonly LoginAttemptDto: {
            /** @example mlg_01kb8r0m4q3v6w9x2y5z8a1b4c */
            readonly id: string;
            readonly status: components["schemas"]["LoginStatus"];
            /**
             * @description Why it has failed.
             * @example null
             */
            readonly problem: string | null;
            /**
             * Format: date-time
             * @description When it is, or was, too late. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string;
        };
        readonly EndedLoginDto: {
            /**
             * @description Why the authorization server may still take the tokens; null when it has taken them back. They are forgotten here.
             * @example null
             */
            readonly problem: string | null;
        };
        /** @enum {string} */
        readonly BudgetSubject: "gateway" | "agent" | "sender" | "conversation" | "key";
        /** @enum {string} */
        readonly BudgetUnit: "cost" | "tokens";
        readonly BudgetCountDto: {
            /**
             * @description Empty for the gateway.
             * @example imbridge:+12025550143
             */
            readonly subject: string;
            /**
             * @description The day or month.
             * @example 2026-11
             */
            readonly period: string;
            readonly unit: components["schemas"]["BudgetUnit"];
            /**
             * @description The limit, with allowances.
             * @example 40.000000
             */
            readonly most: string;
            /**
             * @description With what is reserved for calls under way.
             * @example 12.250000
             */
            readonly used: string;
            /**
             * @description By calls that have ended.
             * @example 12.204500
             */
            readonly spent: string;
            /**
             * Format: date-time
             * @description When the next period begins. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly ends_at: string;
        };
        readonly AllowanceDto: {
            /** @example alw_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /** @example imbridge:+12025550143 */
            readonly subject: string;
            /**
             * @description In `usage.currency`.
             * @example 5.000000
             */
            readonly cost: string;
            /** @example 0 */
            readonly tokens: number;
            /**
             * Format: date-time
             * @description Until when it holds. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly until: string;
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * @description The actor who created it.
             * @example token:owner
             */
            readonly created_by: string;
        };
        readonly BudgetDto: {
            /** @example house */
            readonly name: string;
            readonly per: components["schemas"]["BudgetSubject"];
            /**
             * @description The part of the limit that is used most, from 0.
             * @example 0.31
             */
            readonly used_ratio: number;
            /** @description Those used most first, at most 200. Empty for viewers where they are about people. */
            readonly counts: readonly components["schemas"]["BudgetCountDto"][];
            /** @description Those that hold now. Empty for viewers. */
            readonly allowances: readonly components["schemas"]["AllowanceDto"][];
        };
        readonly BudgetListDto: {
            readonly items: readonly components["schemas"]["BudgetDto"][];
        };
        readonly NewAllowanceDto: {
            /**
             * @description Whom it is for, as the counts of the budget name them: a sender (`channel:sender id`, or the id of a user), an agent, a conversation, a key. Empty for the gateway.
             * @example imbridge:+12025550143
             */
            readonly subject: string;
            /**
             * @description In `usage.currency`.
             * @example 5
             */
            readonly cost?: number;
            /** @example 100000 */
            readonly tokens?: number;
            /**
             * Format: date-time
             * @description Until when it holds. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly until: string;
        };
        /** @enum {string} */
        readonly UsageGroup: "day" | "agent" | "model" | "sender" | "conversation" | "key";
        readonly UsageLineDto: {
            /** @description The day, agent, model, sender, conversation or key; empty where none applies. */
            readonly name: string;
            /**
             * @description Calls of models, failed ones too.
             * @example 12
             */
            readonly calls: number;
            /**
             * @description Calls whose tokens are our estimate, because the model reported none.
             * @example 12
             */
            readonly estimated_calls: number;
            /**
             * @description Calls of models without a price; their cost counts as 0.
             * @example 12
             */
            readonly unpriced_calls: number;
            /**
             * @description Tokens of requests, with those of the cache.
             * @example 12
             */
            readonly input_tokens: number;
            /**
             * @description The part of them that came from the cache.
             * @example 12
             */
            readonly cached_tokens: number;
            /**
             * @description The part of them that was written to the cache.
             * @example 12
             */
            readonly cache_write_tokens: number;
            /**
             * @description Tokens of answers, with those of the reasoning.
             * @example 12
             */
            readonly output_tokens: number;
            /**
             * @description The part of them that is reasoning.
             * @example 12
             */
            readonly reasoning_tokens: number;
            /**
             * @description In the currency of the report.
             * @example 1.204500
             */
            readonly cost: string;
        };
        readonly UsageReportDto: {
            /** @example 2026-11-01 */
            readonly from: string;
            /** @example 2026-11-30 */
            readonly to: string;
            readonly by: components["schemas"]["UsageGroup"];
            /**
             * @description `usage.currency`.
             * @example EUR
             */
            readonly currency: string;
            readonly items: readonly components["schemas"]["UsageLineDto"][];
        };
        readonly MessageReceivedNews: {
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /**
             * @description For `gatehouse explain`.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly event_id: string;
            /** @example iMessage;-;+12025550143 */
            readonly conversation_id: string;
            /**
             * @description `direct`, `group` or `channel`.
             * @example direct
             */
            readonly conversation_kind: string;
            /**
             * @description The thread of the conversation.
             * @example null
             */
            readonly thread_id: string | null;
            /** @example +12025550143 */
            readonly sender_id: string;
            /**
             * @description Null for what is no message of a person, such as the press of a button.
             * @example null
             */
            readonly message_id: string | null;
            /**
             * @description The number of attached files.
             * @example 0
             */
            readonly files: number;
            /**
             * @description The text, for webhooks with `includeText`.
             * @example When do you open?
             */
            readonly text?: string;
        };
        /** @enum {string} */
        readonly MessageAnsweredOutcome: "answer" | "silent" | "stopped" | "command";
        readonly MessageAnsweredNews: {
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /**
             * @description For `gatehouse explain`.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly event_id: string;
            /** @example iMessage;-;+12025550143 */
            readonly conversation_id: string;
            /**
             * @description `direct`, `group` or `channel`.
             * @example direct
             */
            readonly conversation_kind: string;
            /**
             * @description The thread of the conversation.
             * @example null
             */
            readonly thread_id: string | null;
            /** @example +12025550143 */
            readonly sender_id: string;
            /**
             * @description Null for what is no message of a person, such as the press of a button.
             * @example null
             */
            readonly message_id: string | null;
            readonly outcome: components["schemas"]["MessageAnsweredOutcome"];
            /**
             * @description The name of the command, where it was one.
             * @example status
             */
            readonly command?: string;
            /**
             * @description The model that answered; left out for a command.
             * @example gpt-5.4
             */
            readonly model?: string | null;
            /**
             * @description The delivery of the answer; left out for a command.
             * @example null
             */
            readonly delivery_id?: string | null;
            /**
             * @description Earlier messages that were answered with this one; left out for a command.
             * @example []
             */
            readonly joined_event_ids?: readonly string[];
            /**
             * @description The text, for webhooks with `includeText`.
             * @example When do you open?
             */
            readonly text?: string;
        };
        readonly MessageDroppedNews: {
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /**
             * @description For `gatehouse explain`.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly event_id: string;
            /** @example iMessage;-;+12025550143 */
            readonly conversation_id: string;
            /**
             * @description `direct`, `group` or `channel`.
             * @example direct
             */
            readonly conversation_kind: string;
            /**
             * @description The thread of the conversation.
             * @example null
             */
            readonly thread_id: string | null;
            /** @example +12025550143 */
            readonly sender_id: string;
            /**
             * @description Null for what is no message of a person, such as the press of a button.
             * @example null
             */
            readonly message_id: string | null;
            /**
             * @description The code of the reason; docs/reference/reasons.md has them all.
             * @example not-paired
             */
            readonly reason: string | null;
        };
        readonly MessageFailedNews: {
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /**
             * @description For `gatehouse explain`.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly event_id: string;
            /** @example iMessage;-;+12025550143 */
            readonly conversation_id: string;
            /**
             * @description `direct`, `group` or `channel`.
             * @example direct
             */
            readonly conversation_kind: string;
            /**
             * @description The thread of the conversation.
             * @example null
             */
            readonly thread_id: string | null;
            /** @example +12025550143 */
            readonly sender_id: string;
            /**
             * @description Null for what is no message of a person, such as the press of a button.
             * @example null
             */
            readonly message_id: string | null;
            /**
             * @description The code of the reason; docs/reference/reasons.md has them all.
             * @example model-error
             */
            readonly reason: string | null;
        };
        readonly PairingRequestedNews: {
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /** @example pair_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly pairing_id: string;
            /** @example +12025550143 */
            readonly sender_id: string;
            /**
             * @description The conversation in which it was requested.
             * @example iMessage;-;+12025550143
             */
            readonly conversation_id: string | null;
            /**
             * Format: date-time
             * @description The end of the request. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires_at: string;
        };
        readonly PairingDecidedNews: {
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /** @example pair_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly pairing_id: string;
            /** @example +12025550143 */
            readonly sender_id: string;
            /** @enum {string} */
            readonly status: "approved" | "denied";
            /**
             * @description The actor, as the audit log has it.
             * @example token:owner
             */
            readonly by: string;
        };
        readonly DeliveryDeadNews: {
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /** @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly delivery_id: string;
            /**
             * @description The message that it answers; null for one that an operator sent.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            readonly event_id: string | null;
            /** @example iMessage;-;+12025550143 */
            readonly conversation_id: string;
            /**
             * @description Whose words it has.
             * @example assistant
             */
            readonly author: string;
            /**
             * @description The number of attempts.
             * @example 8
             */
            readonly attempts: number;
            /**
             * @description The code of the last failure.
             * @example remote-error
             */
            readonly code: string | null;
            /**
             * @description The last failure in words.
             * @example HTTP 500
             */
            readonly detail: string | null;
        };
        readonly ConversationHeldNews: {
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /** @example iMessage;-;+12025550143 */
            readonly conversation_id: string;
            /**
             * Format: date-time
             * @description The begin of the hold. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly since: string | null;
            /**
             * @description The actor, as the audit log has it.
             * @example token:owner
             */
            readonly by: string;
            /**
             * Format: date-time
             * @description The end of the hold; null without one. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly until: string | null;
        };
        readonly ConversationReleasedNews: {
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /** @example iMessage;-;+12025550143 */
            readonly conversation_id: string;
            /**
             * Format: date-time
             * @description The begin of the hold. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly since: string | null;
            /**
             * @description The actor, as the audit log has it.
             * @example token:owner
             */
            readonly by: string;
        };
        readonly ChannelStateNews: {
            /** @example imbridge */
            readonly channel: string;
            /** @example default */
            readonly account: string;
            /** @example transient-disconnect */
            readonly status: string;
            /**
             * @description Why it is so.
             * @example ECONNREFUSED
             */
            readonly reason: string | null;
            /**
             * Format: date-time
             * @description Since when it is so. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly since: string;
        };
        readonly AgentFailingNews: {
            /** @example main */
            readonly agent_id: string;
            /**
             * @description The name of its model.
             * @example gpt-5.4
             */
            readonly model: string | null;
            /**
             * @description The code of the reason; docs/reference/reasons.md has them all.
             * @example model-error
             */
            readonly reason: string | null;
            /**
             * @description The failure in words.
             * @example the model answered 529
             */
            readonly detail: string | null;
        };
        readonly AgentRecoveredNews: {
            /** @example main */
            readonly agent_id: string;
            /**
             * @description The name of its model.
             * @example gpt-5.4
             */
            readonly model: string | null;
        };
        readonly AlertRaisedNews: {
            /** @example alr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /**
             * @description What it is about.
             * @example channel-down
             */
            readonly code: string;
            /**
             * @description The single thing that it is about.
             * @example imbridge/default
             */
            readonly subject: string;
            /**
             * @description What is wrong, in words.
             * @example imbridge/default is disconnected
             */
            readonly message: string;
            /**
             * Format: date-time
             * @description Since when it is so, where that is known. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly since: string | null;
            /**
             * @description The path of the setting that decided.
             * @example null
             */
            readonly setting: string | null;
            /**
             * @description What to do about it.
             * @example `gatehouse doctor`
             */
            readonly remedy: string | null;
            /**
             * Format: date-time
             * @description When it was raised. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly raised_at: string;
        };
        readonly AlertClearedNews: {
            /** @example alr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            readonly id: string;
            /**
             * @description What it is about.
             * @example channel-down
             */
            readonly code: string;
            /**
             * @description The single thing that it is about.
             * @example imbridge/default
             */
            readonly subject: string;
            /**
             * @description What is wrong, in words.
             * @example imbridge/default is disconnected
             */
            readonly message: string;
            /**
             * Format: date-time
             * @description Since when it is so, where that is known. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly since: string | null;
            /**
             * @description The path of the setting that decided.
             * @example null
             */
            readonly setting: string | null;
            /**
             * @description What to do about it.
             * @example `gatehouse doctor`
             */
            readonly remedy: string | null;
            /**
             * Format: date-time
             * @description When it was raised. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly raised_at: string;
            /**
             * Format: date-time
             * @description When it was cleared. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly cleared_at: string | null;
            /**
             * @description How long it lasted.
             * @example 720
             */
            readonly lasted_seconds: number;
        };
        readonly WebhookTestNews: {
            /** @example crm */
            readonly webhook_id: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly onMessageReceived: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "message.received";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["MessageReceivedNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onMessageAnswered: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "message.answered";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["MessageAnsweredNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onMessageDropped: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "message.dropped";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["MessageDroppedNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onMessageFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "message.failed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["MessageFailedNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onPairingRequested: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "pairing.requested";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["PairingRequestedNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onPairingDecided: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "pairing.decided";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["PairingDecidedNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onDeliveryDead: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "delivery.dead";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["DeliveryDeadNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onConversationHeld: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "conversation.held";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["ConversationHeldNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onConversationReleased: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "conversation.released";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["ConversationReleasedNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onChannelDown: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "channel.down";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["ChannelStateNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onChannelUp: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "channel.up";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["ChannelStateNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAgentFailing: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "agent.failing";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["AgentFailingNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAgentRecovered: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "agent.recovered";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["AgentRecoveredNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAlertRaised: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "alert.raised";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["AlertRaisedNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onAlertCleared: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "alert.cleared";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["AlertClearedNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onWebhookTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the message; a repeat has the same. */
                readonly "webhook-id": string;
                /** @description The time of this try, in seconds since the epoch. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the signature; one for each key, divided by a space. */
                readonly "webhook-signature": string;
                /** @description The trace of the event of the message, where traces are on. */
                readonly traceparent?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly type: "webhook.test";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    readonly timestamp: string;
                    readonly data: components["schemas"]["WebhookTestNews"];
                };
            };
        };
        readonly responses: {
            /** @description No more messages are wanted: the webhook is switched off. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again, for a day. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
