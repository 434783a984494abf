// Made by `npm run generate` from openapi/admin.v1.json. Do not edit.
export interface paths {
    "/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Perform an action
         * @description Reacts, edits, unsends, replies, sends with an effect or a file, or changes a group. Responds when the action is done, or after at most 20 s for an action that sends a message. `GET /channels/{channel}` shows the capabilities of a channel. Parameters may also be in camel case (`messageId`). Needs the role `operator`.
         */
        post: operations["performAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the current configuration
         * @description Secrets are masked. Needs the role `owner`.
         */
        get: operations["readConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the configuration
         * @description Accepts a merge patch (RFC 7396): objects are merged, null resets a setting to its default, and a list replaces the current list. To change single settings or list items, send `{"set": {"agents.list[0].systemPrompt": "…"}, "unset": ["gateway.port"]}` (`[]` appends). A masked secret keeps its value. The change is validated, written to the configuration file (comments are kept) and applied, all or nothing. With `If-Match`, it is rejected if the configuration has changed since. Needs the role `owner`.
         */
        patch: operations["changeConfig"];
        trace?: never;
    };
    "/config/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show all settings as JSON Schema
         * @description Includes the description, default, limits and source of each setting. Rules that span several settings are not part of the schema; the gateway checks them. Needs the role `owner`.
         */
        get: operations["readConfigSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a configuration change
         * @description Validates a body for `PATCH /config` and returns its effects or problems. Writes nothing. Needs the role `owner`.
         */
        post: operations["checkConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Run the doctor’s checks
         * @description Checks this process, its machine and connected services. Read-only; takes up to 5 seconds. Needs the role `operator`.
         */
        get: operations["examineGateway"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/doctor/repairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply the safe repairs
         * @description Applies each repair that the checks offer, then runs the checks again. Never changes the configuration. Needs the role `operator`.
         */
        post: operations["repairGateway"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message
         * @description Queues the message after the pending messages of that conversation. The transcript records it as a message of the assistant, so the assistant knows it when the person answers. Needs the role `operator`.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pairings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pairing requests
         * @description Needs the role `viewer`.
         */
        get: operations["listPairings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pairings/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a pairing request by its code
         * @description Gives the sender access. Their next message is answered. Needs the role `operator`.
         */
        post: operations["approvePairingByCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pairings/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a pairing request
         * @description Needs the role `operator`.
         */
        post: operations["approvePairing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pairings/{id}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deny a pairing request
         * @description The sender is not notified, and is ignored until they get a grant. Needs the role `operator`.
         */
        post: operations["denyPairing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/polls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List polls, newest first
         * @description Needs the role `viewer`.
         */
        get: operations["listPolls"];
        put?: never;
        /**
         * Create a poll
         * @description Only senders with access there can vote. The last vote of each counts. Needs the role `operator`.
         */
        post: operations["createPoll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/polls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a poll with its voters
         * @description Needs the role `viewer`.
         */
        get: operations["readPoll"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview how a sender’s message would be handled
         * @description Runs the same access check as a real message, also for unknown senders. Read-only; creates no pairing request. Needs the role `viewer`.
         */
        get: operations["checkAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log, newest first
         * @description Needs the role `owner`.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List grants
         * @description Needs the role `viewer`.
         */
        get: operations["listGrants"];
        put?: never;
        /**
         * Give a sender access
         * @description Needs the role `operator`.
         */
        post: operations["createGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/grants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a grant
         * @description Takes effect with the sender's next message. Needs the role `operator`.
         */
        delete: operations["removeGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export all stored data about a person
         * @description Returns a ZIP archive with one JSON file per kind of record and the files of their messages, as described at /docs/operations/people. If nothing is stored about the sender, the request is rejected and similar ids are listed. The export is recorded in the audit log. Needs the role `owner`.
         */
        post: operations["exportPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase all stored data about a person
         * @description Cannot be undone. Waits a few seconds for completion; a longer erasure continues in the background, even after a restart. If the person writes again, they count as new. If nothing is stored about the sender, the request is rejected and similar ids are listed. The audit log records the erasure under a pseudonym. Needs the role `owner`.
         */
        post: operations["erasePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the progress of an erasure
         * @description Needs the role `owner`.
         */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show who the caller is
         * @description Accepts the cookie or a token. Needs the role `viewer`.
         */
        get: operations["readSession"];
        put?: never;
        /**
         * Sign in to the console
         * @description Sets a cookie that is valid only for this API. It expires after 12 hours or with the token, whichever comes first, and when the token is revoked. Requests with the cookie that change something need the header `X-Gatehouse-Console: 1`. A bearer token in the same request takes precedence. Plain HTTP is rejected, except from the gateway's own machine (`dataApi.requireHttps`).
         */
        post: operations["signIn"];
        /**
         * Sign out of the console
         * @description The cookie stops working immediately on every replica. Needs the role `viewer`.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a one-time link to the console
         * @description The link works once, within 60 seconds, and signs in as the calling token. It cannot be created with a cookie, so that a session cannot extend itself. Needs the role `viewer`.
         */
        post: operations["createSessionLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List admin tokens
         * @description Includes expired ones until they are revoked. The first owner token is not listed. Needs the role `owner`.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create an admin token
         * @description The token is shown only once. It cannot have more rights or a later expiry than the calling token. Needs the role `owner`.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an admin token
         * @description The token, and all tokens created with it, stop working immediately on every replica. Needs the role `owner`.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's API keys
         * @description Shows usage and limits per key. Includes expired keys until they are revoked. Needs the role `viewer`.
         */
        get: operations["listUserKeys"];
        put?: never;
        /**
         * Create an API key for a user
         * @description The key is shown only once. Defaults: both scopes, no expiry, the gateway's limits. Needs the role `operator`.
         */
        post: operations["createUserKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key, and all keys created with it, stop working immediately on every replica. Needs the role `operator`.
         */
        delete: operations["revokeUserKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Needs the role `viewer`.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Needs the role `operator`.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a user
         * @description Needs the role `viewer`.
         */
        get: operations["readUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Deletes the user's keys and identities too. Senders keep their access. Needs the role `operator`.
         */
        delete: operations["removeUser"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Omitted fields stay unchanged. Needs the role `operator`.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/users/{id}/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link a sender to a user
         * @description The sender must have a grant and must not be linked to another user. The link ends with the grant. Needs the role `operator`.
         */
        post: operations["linkIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/identities/{identity_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink a sender from a user
         * @description The sender keeps their grant. Needs the role `operator`.
         */
        delete: operations["unlinkIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{id}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask an agent one question outside any conversation
         * @description Sends server-sent events: `text` (a part of the answer, `{text}`) and, at the end, `answered` (`{duration_ms, input_tokens, output_tokens, cut_off}`) or `failed` (`{failure, reason, what, setting, remedy}`, as in /docs/reference/reasons). Nothing is stored or sent, and the agent has no tools. Tokens are counted, budgets apply, and the audit log records `agent.tried` without the question. Each token can ask one question at a time. Closing the connection stops the answer. Needs the role `operator`.
         */
        post: operations["tryAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels/{channel}/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a channel's setup questions
         * @description The questions of `gatehouse onboard` with the current answers. Secrets are masked. Needs the role `owner`.
         */
        get: operations["readChannelSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels/{channel}/setup/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test setup answers against the service
         * @description Returns problems by step and field within 15 seconds. Writes nothing and sends no messages. A stored secret is never sent to a new address. Needs the role `owner`.
         */
        post: operations["checkChannelSetup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels/{channel}/app-package": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Create the app package to install in the service
         * @description Built from the current configuration. Writes nothing to the gateway's machine. Needs the role `owner`.
         */
        get: operations["readAppPackage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List approvals, newest first
         * @description Needs the role `viewer`.
         */
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an approval
         * @description Needs the role `viewer`.
         */
        get: operations["getApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Allow a tool call
         * @description The first decision counts. The call is then checked again and made with the stored arguments. Needs the role `operator`.
         */
        post: operations["approveCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{id}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deny a tool call
         * @description The first decision counts. The people in the conversation and the assistant are notified. Needs the role `operator`.
         */
        post: operations["denyCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations, most recently active first
         * @description Paging never repeats a conversation. A conversation that gets a new message while you read moves ahead of the pages you have read; all others are included. If more than 800 conversations had messages within two minutes, they are ordered only to the minute. Needs the role `viewer`.
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a conversation
         * @description Needs the role `viewer`.
         */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/{id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Take a conversation over from the assistant, or change its hold
         * @description After the response, the assistant stops answering there on every replica. A running turn ends as with `/stop`. Messages are kept for the next turn. Repeating the call changes only the end and the note. Needs the role `operator`.
         */
        put: operations["holdConversation"];
        post?: never;
        /**
         * Hand a conversation back to the assistant
         * @description The assistant receives the messages sent in the meantime with its next turn. Repeating the call has no effect, and no message is answered twice. Needs the role `operator`.
         */
        delete: operations["releaseConversation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of a conversation, newest first
         * @description Includes pairing requests, commands, failures and dropped messages with their reasons. Needs the role `viewer`.
         */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/loops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List loop breaks, newest first
         * @description Lists conversations without answers because programs seem to be answering each other. All on one page. Needs the role `viewer`.
         */
        get: operations["listLoopBreaks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/loops/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a loop break
         * @description The assistant answers again from the next message, and the count of rounds restarts at zero. Needs the role `operator`.
         */
        delete: operations["endLoopBreak"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a message file
         * @description Returns the stored bytes. To prevent execution in a browser, only PNG, JPEG, GIF and WebP images keep their type and may be displayed; every other file is sent as an `application/octet-stream` attachment, whatever its declared type. Needs the role `viewer`.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tool-permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one-hour tool permissions
         * @description Needs the role `viewer`.
         */
        get: operations["listToolPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tool-permissions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a one-hour tool permission
         * @description The next call needs approval again; a running call continues. Needs the role `operator`.
         */
        delete: operations["endToolPermission"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dead letters, newest first
         * @description Lists jobs that failed repeatedly because of the gateway itself. Needs the role `viewer`.
         */
        get: operations["listDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dead-letters/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a dead letter
         * @description Moves the job to the end of its lane. It is then no longer a dead letter. Needs the role `operator`.
         */
        post: operations["retryDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries, newest first
         * @description The list omits message texts. Needs the role `viewer`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a delivery with its content and attempts
         * @description Needs the role `viewer`.
         */
        get: operations["readDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a dead delivery
         * @description Needs the role `operator`.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow events
         * @description Sends server-sent events until the connection closes: `message` (a transcript line, as in `/conversations/{id}/messages`, with its conversation), `pairing` (a new pairing request), `decision` (`pairing_id` and `status` of a decided request), `hold` (a hold has started, changed or ended), `approval` (a tool call needs a decision, was decided, or has ended; without its arguments), `grant` and `user` (the `id` of a grant or user that was added, changed or removed, or whose keys or senders were) and, for owners, `audit`. Each event has an `id:`. A client that reconnects and sends it as `Last-Event-ID` first receives the events it missed, even after a restart or from another replica. On PostgreSQL, an event is sent only when no open transaction can still commit an earlier one.
         *
         *     The stream also sends hints without data (`{}`) or an id, at most twice per second, when something has changed: `event` (an event has arrived or has an outcome, such as dropped), `delivery`, `account`, `alert` and `loop`. Hints cannot be resumed. Each stream therefore starts with `gap`, on which you reload the lists that you show.
         *
         *     Each token can open 10 streams, and all tokens other than those of owners 50 together. Further requests get 503 with `Retry-After`. Needs the role `viewer`.
         */
        get: operations["followEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trace a message from acceptance to delivery, and show why it was not answered
         * @description Accepts the id of an event, of a resulting transcript line or delivery, or of a conversation (for its last message). Needs the role `viewer`.
         */
        get: operations["readTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sent alerts, newest first
         * @description Empty when `alerts.to` is not configured. `GET /status` shows all current problems. Needs the role `viewer`.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the channels
         * @description All on one page. Needs the role `viewer`.
         */
        get: operations["listChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a channel with its accounts
         * @description Needs the role `viewer`.
         */
        get: operations["readChannel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show activity over time
         * @description The same from every replica. A minute with more than 5,000 messages is counted only after it ends. Needs the role `viewer`.
         */
        get: operations["readFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the status of the gateway
         * @description Needs the role `viewer`.
         */
        get: operations["readStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks and their state
         * @description Needs the role `viewer`.
         */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message and report the result
         * @description Sends a message of type `webhook.test` ahead of pending messages. Does not change the state of the webhook. Needs the role `operator`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch a webhook back on and send its pending messages
         * @description Needed after the receiver has answered 410. Otherwise it only retries pending messages immediately. Needs the role `operator`.
         */
        post: operations["switchWebhookOn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend failed messages
         * @description The messages keep their ids. Needs the role `operator`.
         */
        post: operations["resendWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show or follow the log, newest first
         * @description Returns the last lines of the responding process (`logging.keepLines`, at most 10 MB) at `logging.level` and above. With `Accept: text/event-stream`, sends server-sent events until the connection closes: first `replicas` (as in the page), then `log` (a line, oldest first) and `gap` (the number of `lines` no longer kept). Without `since` or `Last-Event-ID`, only new lines are sent. The streams count toward the limits of `/events`: 10 per token. Needs the role `operator`.
         */
        get: operations["readLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List MCP servers and their state
         * @description All on one page. State and problem are as seen by the responding process. Needs the role `viewer`.
         */
        get: operations["listMcpServers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/servers/{name}/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a server's tools and why any are withheld
         * @description Needs the role `viewer`.
         */
        get: operations["listMcpTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/servers/{name}/tools/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept tool definitions as shown
         * @description Accepts all or none. If the server has changed a definition since, the request fails with 409. Needs the role `owner`.
         */
        post: operations["acceptMcpTools"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/servers/{name}/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the status of the last login to an MCP server
         * @description Needs the role `owner`.
         */
        get: operations["getMcpLogin"];
        put?: never;
        /**
         * Start a login to an MCP server
         * @description Finds the authorization server and registers this gateway there if necessary. Continue in a browser at the returned address. Any earlier attempt is cancelled. Needs the role `owner`.
         */
        post: operations["startMcpLogin"];
        /**
         * Log out of an MCP server
         * @description Deletes the tokens, even for a server that is no longer configured. Needs the role `owner`.
         */
        delete: operations["endMcpLogin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/try/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of the caller's conversation with the assistant, newest first
         * @description For owners, and for every token that has a grant for the channel `console`. Includes messages that wait for their answer, and requests for decisions. Needs the role `viewer`.
         */
        get: operations["listChatMessages"];
        put?: never;
        /**
         * Write to the assistant
         * @description For owners, and for every token that has a grant for the channel `console`. Answered once the message is stored; the answer appears in the list, and `GET /events` tells of it. Needs the role `viewer`.
         */
        post: operations["writeChatMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/try/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about a tool call that is shown in the conversation
         * @description For owners, and for every token that has a grant for the channel `console`. As a press on a button in a chat: the caller must be an owner, or listed in `channels.console.allowFrom`. The first decision counts. Needs the role `viewer`.
         */
        post: operations["decideInChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List budgets with remaining amounts
         * @description All on one page, in configuration order. Only operators see whose usage is counted. Needs the role `viewer`.
         */
        get: operations["listBudgets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/budgets/{name}/allowances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant an allowance on top of a budget
         * @description Applies from the next call, to every limit of the budget in the same unit. Needs the role `operator`.
         */
        post: operations["createAllowance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/budgets/{name}/allowances/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End an allowance
         * @description Usage under the allowance remains counted. Needs the role `operator`.
         */
        delete: operations["removeAllowance"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the usage of model calls
         * @description All on one page, sorted by name. Only operators see people, conversations and keys. Needs the role `viewer`.
         */
        get: operations["readUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "message.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.received
         * @description A message from a person with access was stored; no model has been called yet.
         */
        post: operations["onMessageReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.answered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.answered
         * @description An answer was stored and will be sent.
         */
        post: operations["onMessageAnswered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.dropped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.dropped
         * @description A message gets no answer from the assistant.
         */
        post: operations["onMessageDropped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * message.failed
         * @description No answer could be produced.
         */
        post: operations["onMessageFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pairing.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * pairing.requested
         * @description An unknown sender was sent a code.
         */
        post: operations["onPairingRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pairing.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * pairing.decided
         * @description An operator approved or denied a request.
         */
        post: operations["onPairingDecided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.dead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * delivery.dead
         * @description A message from the assistant or an operator failed for good.
         */
        post: operations["onDeliveryDead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversation.held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * conversation.held
         * @description A person took over a conversation, or changed the hold.
         */
        post: operations["onConversationHeld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversation.released": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * conversation.released
         * @description A person handed a conversation back.
         */
        post: operations["onConversationReleased"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "channel.down": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * channel.down
         * @description An account cannot be used.
         */
        post: operations["onChannelDown"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "channel.up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * channel.up
         * @description An account that was down is usable again.
         */
        post: operations["onChannelUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "agent.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * agent.failing
         * @description The last turn of an agent failed because of its model or service.
         */
        post: operations["onAgentFailing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "agent.recovered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * agent.recovered
         * @description A turn of an agent that was failing succeeded.
         */
        post: operations["onAgentRecovered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.raised": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * alert.raised
         * @description A problem needs attention.
         */
        post: operations["onAlertRaised"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.cleared": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * alert.cleared
         * @description The problem no longer needs attention.
         */
        post: operations["onAlertCleared"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.test
         * @description An operator requested a test message.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @enum {string} */
        UserStatus: "active" | "disabled";
        /** @enum {string} */
        ErrorCode: "INVALID_REQUEST" | "UNAUTHENTICATED" | "FORBIDDEN" | "HTTPS_REQUIRED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_MISMATCH" | "RATE_LIMITED" | "INTERNAL" | "UNAVAILABLE";
        /** @enum {string} */
        FieldFaultCode: "required" | "empty" | "unknown" | "wrong_type" | "wrong_length" | "out_of_range" | "not_a_choice" | "wrong_format" | "invalid";
        FieldFault: {
            /**
             * @description The path of the field, or the name of the header.
             * @example options.param1
             */
            field: string;
            /** @example wrong_type */
            code: components["schemas"]["FieldFaultCode"];
            /**
             * @description A message for people.
             * @example options.param1 must be a string
             */
            message: string;
        };
        ErrorObject: {
            /** @example NOT_FOUND */
            code: components["schemas"]["ErrorCode"];
            /**
             * @description A message for people.
             * @example No such request.
             */
            message: string;
            /**
             * @description The invalid fields and how to fix them, separated by `; `; may be empty.
             * @example you have no request with this id
             */
            details: string;
            /** @description The invalid fields of the request for programs, at most 20. */
            fields?: components["schemas"]["FieldFault"][];
        };
        Error: {
            error: components["schemas"]["ErrorObject"];
        };
        /**
         * @description The scopes of the key.
         * @enum {string}
         */
        Scope: "users:read" | "data:process";
        ApiKeyLimits: {
            /** @description Requests a minute; null = the gateway's. */
            per_minute: number | null;
            /** @description Requests an hour; null = the gateway's. */
            per_hour: number | null;
            /** @description Requests a day; null = the gateway's. */
            per_day: number | null;
        };
        NewApiKeyLimits: {
            /** @description Requests per minute. */
            per_minute?: number | null;
            /** @description Requests per hour. */
            per_hour?: number | null;
            /** @description Requests per day. */
            per_day?: number | null;
        };
        NewApiKey: {
            /**
             * @description A label for people.
             * @example nightly import
             */
            name?: string | null;
            /** @description The scopes of the key. */
            scopes?: components["schemas"]["Scope"][] | null;
            /**
             * Format: date-time
             * @description The time when it expires; null = never.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at?: string | null;
            limits?: components["schemas"]["NewApiKeyLimits"] | null;
        };
        CreatedApiKey: {
            /** @example key_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /**
             * @description The first characters of the key.
             * @example gh_4f7k2m
             */
            prefix: string;
            /** @example nightly import */
            name: string;
            scopes: components["schemas"]["Scope"][];
            limits: components["schemas"]["ApiKeyLimits"];
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The key with which its holder created this one; null if an operator created it.
             * @example key_01j9zq4c5x8r2m6t0w3y7v1b4c
             */
            made_with: string | null;
            /**
             * Format: date-time
             * @description The time when it expires. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, at most a minute behind. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description The key itself. It is shown only once and not stored.
             * @example gh_0123456789abcdefghjkmnpqrstvwxyz0rzksed
             */
            key: string;
        };
        ActionDto: {
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel. Default: the only one, or `default`.
             * @example default
             */
            account?: string;
            /**
             * @description The action. Both `renameGroup` and `rename_group` are accepted.
             * @example react
             * @enum {string}
             */
            action: "react" | "edit" | "unsend" | "reply" | "sendWithEffect" | "sendAttachment" | "renameGroup" | "setGroupIcon" | "addParticipant" | "removeParticipant" | "leaveGroup";
            /**
             * @description The target, in a form that the channel accepts. Optional if `message_id` is the full id of a message that the gateway sent.
             * @example +12025550143
             */
            target?: string;
            /** @description Alias of `target` for messages. */
            to?: string;
            /** @description Alias of `target` for groups. */
            chat_guid?: string;
            /**
             * @description react, edit, unsend, reply: the full id of the message, or its short id while the gateway remembers it.
             * @example 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002
             */
            message_id?: string;
            /**
             * @description react: the reaction.
             * @example 👍
             */
            emoji?: string;
            /**
             * @description react: removes the reaction.
             * @default false
             */
            remove: boolean;
            /** @description edit, reply, sendWithEffect: the text. */
            text?: string;
            /**
             * @description reply: where to post it, on channels with threads. Default: the channel's settings.
             * @enum {string}
             */
            reply_style?: "thread" | "top-level";
            /**
             * @description sendWithEffect: the name of the effect.
             * @example slam
             */
            effect_id?: string;
            /** @description sendAttachment, reply: the file in base64. */
            buffer?: string;
            /**
             * @description sendAttachment, reply, setGroupIcon: instead of the base64 content. The absolute path of a file on the gateway's machine, inside a folder listed in `media.allowedFolders`.
             * @example /srv/outgoing/plan.pdf
             */
            path?: string;
            /**
             * @description sendAttachment, reply: the file name with extension.
             * @example hello.txt
             */
            filename?: string;
            /**
             * @description sendAttachment, reply: sends the file as a voice memo (MP3, CAF or Ogg Opus; other formats are sent as files).
             * @default false
             */
            as_voice: boolean;
            /**
             * @description renameGroup: the new name.
             * @example Garden crew
             */
            display_name?: string;
            /** @description setGroupIcon: the image (PNG, JPEG, GIF, WebP) in base64. */
            media?: string;
            /**
             * @description addParticipant, removeParticipant: the person, in any form that the channel accepts.
             * @example +12025550143
             */
            address?: string;
        };
        /**
         * @description `done`, or `sent` for an action that sends a message. With 202, the current status of the delivery, which continues in the background.
         * @enum {string}
         */
        ActionStatus: "done" | "sent" | "queued" | "sending" | "unknown";
        ActionResultDto: {
            /**
             * @example react
             * @enum {string}
             */
            action: "react" | "edit" | "unsend" | "reply" | "sendWithEffect" | "sendAttachment" | "renameGroup" | "setGroupIcon" | "addParticipant" | "removeParticipant" | "leaveGroup";
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The conversation's id on the channel.
             * @example -;+12025550143
             */
            conversation_id: string;
            /** @description `done`, or `sent` for an action that sends a message. With 202, the current status of the delivery, which continues in the background. */
            status: components["schemas"]["ActionStatus"];
            /**
             * @description The service's id of the message that was sent or changed.
             * @example 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002
             */
            message_id: string | null;
            /**
             * @description The deliveries of an action that sends a message; otherwise empty.
             * @example []
             */
            delivery_ids: string[];
            /**
             * @description A remark on the result.
             * @example null
             */
            note: string | null;
        };
        ConfigDto: {
            /**
             * @description All settings, including defaults. Each secret is shown as `********`.
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
            config: {
                [key: string]: unknown;
            };
            /**
             * @description The source of each setting without its default value: `file`, or the name of the environment variable that overrides it.
             * @example {
             *       "gateway.port": "file"
             *     }
             */
            sources: {
                [key: string]: string;
            };
            /**
             * @description Changed settings that take effect at the next start.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            pending_restart: string[];
        };
        ConfigSchemaDto: {
            /**
             * @description JSON Schema (2020-12) of the configuration file. In addition to the standard keywords, settings have `x-secret`, `x-restart` (takes effect at the next start), `x-host-only` (can only be set in the file or the environment), `x-type` (the type in words) and `x-variable` (the environment variable).
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "gateway": {
             *           "type": "object"
             *         }
             *       }
             *     }
             */
            schema: {
                [key: string]: unknown;
            };
            /**
             * @description As in `GET /config`.
             * @example {
             *       "gateway.port": "file"
             *     }
             */
            sources: {
                [key: string]: string;
            };
        };
        OverriddenSettingDto: {
            /** @example channels.workchat.appId */
            path: string;
            /**
             * @description The environment variable that overrides the setting.
             * @example WORKCHAT_APP_ID
             */
            variable: string;
        };
        ConfigProblemDto: {
            /** @example channels.imbridge.dmPolicy */
            path: string;
            /**
             * @description The problem, without secret values.
             * @example must be one of pairing, allowlist, open, disabled; it is "allow"
             */
            message: string;
        };
        ConfigCheckDto: {
            /**
             * @description Settings with a changed value; a list counts as one.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            changed: string[];
            /**
             * @description Changed settings that are already in effect.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            applied: string[];
            /**
             * @description Changed settings that take effect at the next start.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            needs_restart: string[];
            /** @description Changed settings that have no effect because an environment variable overrides them. */
            overridden: components["schemas"]["OverriddenSettingDto"][];
            /** @description All problems in the changed configuration. */
            problems: components["schemas"]["ConfigProblemDto"][];
        };
        ConfigOutcomeDto: {
            /**
             * @description Settings with a changed value; a list counts as one.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            changed: string[];
            /**
             * @description Changed settings that are already in effect.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            applied: string[];
            /**
             * @description Changed settings that take effect at the next start.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            needs_restart: string[];
            /** @description Changed settings that have no effect because an environment variable overrides them. */
            overridden: components["schemas"]["OverriddenSettingDto"][];
        };
        /**
         * @description `unknown`: the result cannot be determined from here, or the check itself failed.
         * @enum {string}
         */
        CheckState: "ok" | "warning" | "failed" | "unknown";
        CheckDto: {
            /**
             * @description The check. A check of several subjects appears several times.
             * @example imbridge.webhook
             */
            id: string;
            /** @description `unknown`: the result cannot be determined from here, or the check itself failed. */
            state: components["schemas"]["CheckState"];
            /** @example the bridge has no webhook for this gateway, so messages arrive late or not at all */
            message: string;
            /**
             * @description The setting or environment variable responsible.
             * @example gateway.publicUrl
             */
            setting: string | null;
            /**
             * @description How to fix it: a command or a change.
             * @example `gatehouse doctor --fix`
             */
            remedy: string | null;
            /** @description Whether a safe automatic repair is available. */
            fixable: boolean;
            /**
             * @description What the repair would do.
             * @example re-register the webhook with the bridge
             */
            repair: string | null;
        };
        DoctorDto: {
            /** @description True if no check failed. */
            ok: boolean;
            checks: components["schemas"]["CheckDto"][];
        };
        RepairRequestDto: {
            /** @description The id of a check, such as `imbridge.webhook`, or the part before its dot. Default: all checks. */
            only?: string;
        };
        RepairDto: {
            /**
             * @description The check that offered the repair.
             * @example imbridge.webhook
             */
            id: string;
            /**
             * @description The change that was made or attempted.
             * @example re-register the webhook with the bridge
             */
            repair: string;
            /**
             * @description Why the repair failed; null if it succeeded.
             * @example null
             */
            problem: string | null;
        };
        RepairsDto: {
            /** @description True if no check failed. */
            ok: boolean;
            checks: components["schemas"]["CheckDto"][];
            repairs: components["schemas"]["RepairDto"][];
        };
        OutgoingFileDto: {
            /**
             * @description The file in base64, at most `delivery.mediaMaxMb`. Send either this or `path`.
             * @example SGVsbG8uCg==
             */
            buffer?: string;
            /**
             * @description The absolute path of a file on the gateway's machine, inside a folder listed in `media.allowedFolders`.
             * @example /srv/outgoing/plan.pdf
             */
            path?: string;
            /**
             * @description The file name shown to the recipient, with extension.
             * @example hello.txt
             */
            filename?: string;
            /**
             * @description Sends the file as a voice memo (MP3, CAF or Ogg Opus; other formats are sent as files).
             * @default false
             */
            as_voice: boolean;
        };
        OutgoingMessageDto: {
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel. Default: the only one, or `default`.
             * @example default
             */
            account?: string;
            /**
             * @description The target, in a form that the channel accepts. On imbridge: a handle, `chat_guid:`, `chat_id:` or `chat_identifier:`. On workchat: `user:` or `conversation:`, with `;messageid=` after the id for a thread.
             * @example +12025550143
             */
            target: string;
            /**
             * @description The text. If it is too long for one message on the channel, it is split into several.
             * @example Hello.
             */
            message?: string;
            /**
             * @description A card in the service's schema, on channels that support cards. `message` is sent with it.
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
            card?: {
                [key: string]: unknown;
            };
            /** @description A file, sent after the text. */
            media?: components["schemas"]["OutgoingFileDto"];
            /**
             * @description The full id of the message to reply to.
             * @example 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002
             */
            reply_to?: string;
            /**
             * @description Where to post the message, on channels with threads: in the thread of the message it replies to, or as a new post. A target with a thread accepts only `thread`.
             * @enum {string}
             */
            reply_style?: "thread" | "top-level";
        };
        SentMessageDto: {
            /**
             * @description The delivery of the message, or of the first message if the text was split. `GET /deliveries/{id}` shows its state.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            delivery_id: string;
            /**
             * @description All deliveries, in order.
             * @example [
             *       "dlv_01j9zq4c5x8r2m6t0w3y7v1b4d"
             *     ]
             */
            delivery_ids: string[];
        };
        /** @enum {string} */
        PairingStatus: "pending" | "approved" | "denied" | "expired";
        PairingDto: {
            /** @example pair_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The sender's id on the channel.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description The name shown by the service. Senders choose it themselves, so do not trust it.
             * @example Robin
             */
            sender_name: string | null;
            /** @example K7QX4MNP */
            code: string;
            status: components["schemas"]["PairingStatus"];
            /**
             * Format: date-time
             * @description Time of the request. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The deadline for approving or denying it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
            /**
             * @description The actor who approved or denied it; null while pending.
             * @example token:owner
             */
            decided_by: string | null;
            /**
             * Format: date-time
             * @description Time of the decision; null while pending. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            decided_at: string | null;
        };
        ApprovePairingDto: {
            /**
             * @description The user to link the sender to. Default: none. You can also link the sender later.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            user_id?: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description The code that the sender received; case, spaces and hyphens are ignored.
             * @example K7QX4MNP
             */
            code: string;
        };
        LetInDto: {
            /**
             * @description The user to link the sender to. Default: none. You can also link the sender later.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            user_id?: string;
        };
        NewPollDto: {
            /** @example workchat */
            channel: string;
            /**
             * @description The account on the channel. Default: the only one, or `default`.
             * @example default
             */
            account?: string;
            /**
             * @description The target, in a form that the channel accepts.
             * @example conversation:19:abc
             */
            target: string;
            /**
             * @description One line.
             * @example Which day suits?
             */
            question: string;
            /**
             * @description The options, one line each, without duplicates.
             * @example [
             *       "Monday",
             *       "Tuesday",
             *       "Friday"
             *     ]
             */
            options: string[];
            /**
             * @description The maximum number of options that a voter can choose; at most the number of options.
             * @default 1
             */
            max_selections: number;
        };
        AskedPollDto: {
            /** @example poll_01j9zq4c5x8r2m6t0w3y7v1b4d */
            poll_id: string;
            /**
             * @description The delivery of the poll. `GET /deliveries/{id}` shows its state.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            delivery_id: string;
        };
        PollOptionDto: {
            /** @example Monday */
            text: string;
            /**
             * @description The number of voters who chose it.
             * @example 3
             */
            votes: number;
        };
        PollDto: {
            /** @example poll_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example workchat */
            channel: string;
            /**
             * @description The account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The conversation's id on the channel.
             * @example 19:abc
             */
            conversation_id: string;
            /**
             * @description One line.
             * @example Which day suits?
             */
            question: string;
            options: components["schemas"]["PollOptionDto"][];
            /** @description The maximum number of options that a voter can choose. */
            max_selections: number;
            /**
             * @description The number of voters.
             * @example 3
             */
            voter_count: number;
            /**
             * @description The delivery of the poll. Old deliveries may have been deleted.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            delivery_id: string;
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The actor who created the poll, or `assistant`.
             * @example token:owner
             */
            created_by: string;
        };
        PollVoterDto: {
            /**
             * @description The voter's id on the channel.
             * @example 29:1kQv
             */
            sender_id: string;
            /** @example Robin */
            sender_name: string | null;
            /**
             * @description The chosen options.
             * @example [
             *       "Monday"
             *     ]
             */
            selections: string[];
            /**
             * Format: date-time
             * @description Time of the vote, according to the service. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            voted_at: string;
        };
        PollDetailDto: {
            /** @example poll_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example workchat */
            channel: string;
            /**
             * @description The account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The conversation's id on the channel.
             * @example 19:abc
             */
            conversation_id: string;
            /**
             * @description One line.
             * @example Which day suits?
             */
            question: string;
            options: components["schemas"]["PollOptionDto"][];
            /** @description The maximum number of options that a voter can choose. */
            max_selections: number;
            /**
             * @description The number of voters.
             * @example 3
             */
            voter_count: number;
            /**
             * @description The delivery of the poll. Old deliveries may have been deleted.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            delivery_id: string;
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The actor who created the poll, or `assistant`.
             * @example token:owner
             */
            created_by: string;
            /** @description The voters, in order of voting. */
            voters: components["schemas"]["PollVoterDto"][];
        };
        /**
         * @description `answer`: the assistant answers; `context`: not answered, but kept as context for the next answer; `code`: answered with a pairing code; `dropped`: ignored and not kept.
         * @enum {string}
         */
        AccessVerdict: "answer" | "context" | "code" | "dropped";
        JudgementDto: {
            /** @description `answer`: the assistant answers; `context`: not answered, but kept as context for the next answer; `code`: answered with a pairing code; `dropped`: ignored and not kept. */
            verdict: components["schemas"]["AccessVerdict"];
            /**
             * @description The reason code. All codes are listed at /docs/reference/reasons.
             * @example not-paired
             */
            reason: string;
            /**
             * @description A description of the reason.
             * @example The sender has no access yet.
             */
            what: string;
            /**
             * @description The setting responsible, if any.
             * @example channels.imbridge.dmPolicy
             */
            setting: string | null;
            /**
             * @description Whether the sender can use operator commands in the chat.
             * @example false
             */
            may_command: boolean;
            /**
             * @description How to fix it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            remedy: string;
        };
        AccessDto: {
            /** @description `answer`: the assistant answers; `context`: not answered, but kept as context for the next answer; `code`: answered with a pairing code; `dropped`: ignored and not kept. */
            verdict: components["schemas"]["AccessVerdict"];
            /**
             * @description The reason code. All codes are listed at /docs/reference/reasons.
             * @example not-paired
             */
            reason: string;
            /**
             * @description A description of the reason.
             * @example The sender has no access yet.
             */
            what: string;
            /**
             * @description The setting responsible, if any.
             * @example channels.imbridge.dmPolicy
             */
            setting: string | null;
            /**
             * @description Whether the sender can use operator commands in the chat.
             * @example false
             */
            may_command: boolean;
            /**
             * @description How to fix it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            remedy: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The sender's id on the channel.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description The conversation; null for a direct chat that does not exist yet.
             * @example -;+12025550143
             */
            conversation_id: string | null;
            /** @description The verdict on a message that mentions the assistant; the fields above apply without a mention. Null in a direct chat, where no mention is needed. */
            with_mention: components["schemas"]["JudgementDto"] | null;
        };
        AuditChange: {
            /**
             * @description The values before the action; empty if the object was created. A missing name had no value.
             * @example {
             *       "status": "active"
             *     }
             */
            before: {
                [key: string]: unknown;
            };
            /**
             * @description The values after the action; empty if the object was deleted. A missing name has no value.
             * @example {
             *       "status": "active"
             *     }
             */
            after: {
                [key: string]: unknown;
            };
        };
        AuditEntryDto: {
            /** @example 42 */
            id: string;
            /**
             * Format: date-time
             * @description Time of the action. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            /** @example token:owner */
            actor: string;
            /** @example pairing.approved */
            action: string;
            /**
             * @description The id of the affected object.
             * @example pair_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            subject: string;
            /**
             * @description Contains no secrets and no message text.
             * @example {
             *       "channel": "imbridge"
             *     }
             */
            details: {
                [key: string]: string;
            };
            /** @description The changed values. Secrets are masked, message texts are omitted, and long values are truncated. Null if the action changed no values or was recorded by an older release. */
            change: components["schemas"]["AuditChange"] | null;
        };
        /**
         * @description How the grant was created.
         * @enum {string}
         */
        GrantSource: "pairing" | "operator";
        GrantDto: {
            /** @example grt_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The sender's id on the channel.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description The sender's name at the time of the pairing.
             * @example Robin
             */
            sender_name: string | null;
            /** @description How the grant was created. */
            source: components["schemas"]["GrantSource"];
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The actor who created it.
             * @example token:owner
             */
            created_by: string;
        };
        NewGrantDto: {
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel. Default: the only one, or `default`.
             * @example default
             */
            account?: string;
            /**
             * @description The sender, in any form that the channel accepts.
             * @example +1 (202) 555-0143
             */
            sender_id: string;
        };
        PersonDto: {
            /** @example imbridge */
            channel?: string;
            /** @description Only on this account. Default: on all accounts of the channel. */
            account?: string;
            /**
             * @description The sender, in any form that the channel accepts.
             * @example +1 (202) 555-0143
             */
            sender_id?: string;
            /**
             * @description A user, instead of `channel` and `sender_id`.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            user_id?: string;
        };
        ErasePersonDto: {
            /** @example imbridge */
            channel?: string;
            /** @description Only on this account. Default: on all accounts of the channel. */
            account?: string;
            /**
             * @description The sender, in any form that the channel accepts.
             * @example +1 (202) 555-0143
             */
            sender_id?: string;
            /**
             * @description A user, instead of `channel` and `sender_id`.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            user_id?: string;
            /**
             * @description Only counts the records and changes nothing.
             * @default false
             */
            dry_run: boolean;
            /**
             * @description The `digest` from a dry run. Fails with 409 if the request now matches a different person.
             * @example 3f1c09a7b2de
             */
            digest?: string;
        };
        PersonSenderDto: {
            /** @example imbridge */
            channel: string;
            /**
             * @description Null = all accounts.
             * @example null
             */
            account: string | null;
            /**
             * @description The sender's id on the channel.
             * @example +12025550143
             */
            sender_id: string;
        };
        LinkedUserDto: {
            /** @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            user_id: string;
            /** @description The user's other senders, which are not erased. */
            other_senders: components["schemas"]["PersonSenderDto"][];
        };
        ErasingDto: {
            /**
             * @description Null for a dry run.
             * @example ers_01j9zq4c5x8r2m
             */
            id: string | null;
            /**
             * @description Replaces the person's id in the audit log; null for a dry run.
             * @example erased_k3p8m1x5c7v9b2n4q6w0
             */
            pseudonym: string | null;
            /**
             * @description Identifies this person's senders and user. Send it with the request that erases them.
             * @example 3f1c09a7b2de
             */
            digest: string;
            /** @description The person's senders. */
            senders: components["schemas"]["PersonSenderDto"][];
            /** @description Users linked to these senders. Only the links are deleted; to erase a user, use `user_id`. */
            linked_users: components["schemas"]["LinkedUserDto"][];
            /**
             * @description Paths of settings that name the person, such as an entry in `allowFrom`. They are not changed.
             * @example [
             *       "channels.imbridge.allowFrom[0]"
             *     ]
             */
            settings: string[];
            /**
             * @description The number of records about the person, by kind.
             * @example {
             *       "messages": 12,
             *       "deliveries": 6,
             *       "grants": 1
             *     }
             */
            counts: {
                [key: string]: number;
            };
            /**
             * Format: date-time
             * @description Time of completion; null while the erasure is running and for a dry run. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            finished_at: string | null;
        };
        ErasureDto: {
            /** @example ers_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example erased_k3p8m1x5c7v9b2n4q6w0 */
            pseudonym: string;
            /**
             * @description The number of records about the person, by kind.
             * @example {
             *       "messages": 12,
             *       "deliveries": 6,
             *       "grants": 1
             *     }
             */
            counts: {
                [key: string]: number;
            };
            /**
             * Format: date-time
             * @description Time of the request. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of completion; null while the erasure is running. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            finished_at: string | null;
        };
        NewSessionDto: {
            /**
             * @description An admin token.
             * @example gha_0123456789abcdefghjkmnpqrstvwxyz0rzksed
             */
            token?: string;
            /**
             * @description The code of a one-time link, instead of a token.
             * @example ghl_0123456789abcdefghjkmnpqrstvwxyz0rzksed
             */
            code?: string;
        };
        /**
         * @description The caller's role.
         * @enum {string}
         */
        Role: "viewer" | "operator" | "owner";
        SessionDto: {
            /**
             * @description The caller's name in the audit log.
             * @example token:owner
             */
            actor: string;
            /** @description The caller's role. */
            role: components["schemas"]["Role"];
            /**
             * @description The name of the admin token.
             * @example on-call
             */
            name: string;
            /**
             * Format: date-time
             * @description Expiry of the cookie or token; null = never. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
        };
        SessionLinkDto: {
            /**
             * @description The code in the fragment of the link (`/console/#code=…`), which browsers do not send to servers. Shown only once.
             * @example ghl_0123456789abcdefghjkmnpqrstvwxyz0rzksed
             */
            code: string;
            /**
             * Format: date-time
             * @description Expiry of the link. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
        };
        AdminTokenDto: {
            /** @example tok_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @description The token's role. */
            role: components["schemas"]["Role"];
            /** @example on-call */
            name: string;
            /**
             * @description The first characters of the token.
             * @example gha_4f7k2m
             */
            prefix: string;
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The actor who created it.
             * @example token:owner
             */
            created_by: string;
            /**
             * @description The token that created it. This token ends when that one does. Null for the first owner token.
             * @example null
             */
            made_with: string | null;
            /**
             * Format: date-time
             * @description Expiry; null = never. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of last use, up to a minute out of date; null = never used. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
        };
        NewAdminTokenDto: {
            /** @description The token's role. */
            role: components["schemas"]["Role"];
            /**
             * @description A descriptive name.
             * @example on-call
             */
            name?: string | null;
            /**
             * Format: date-time
             * @description Expiry; null = never. Default: the expiry of the calling token.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at?: string | null;
        };
        CreatedAdminTokenDto: {
            /** @example tok_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @description The token's role. */
            role: components["schemas"]["Role"];
            /** @example on-call */
            name: string;
            /**
             * @description The first characters of the token.
             * @example gha_4f7k2m
             */
            prefix: string;
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The actor who created it.
             * @example token:owner
             */
            created_by: string;
            /**
             * @description The token that created it. This token ends when that one does. Null for the first owner token.
             * @example null
             */
            made_with: string | null;
            /**
             * Format: date-time
             * @description Expiry; null = never. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of last use, up to a minute out of date; null = never used. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description The token itself. It is shown only once and stored nowhere.
             * @example gha_0123456789abcdefghjkmnpqrstvwxyz0rzksed
             */
            token: string;
        };
        ApiKeyWindow: {
            /**
             * @description Requests in the current window, including those of the keys that this key created or was created with. Rejected requests count, so the number may exceed the limit.
             * @example 42
             */
            used: number;
            /**
             * @description The limit of the key, or else of the gateway.
             * @example 100
             */
            limit: number;
            /**
             * Format: date-time
             * @description The end of the window; null until a request opens the next one. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            resets_at: string | null;
        };
        ApiKeyUsage: {
            minute: components["schemas"]["ApiKeyWindow"];
            hour: components["schemas"]["ApiKeyWindow"];
            day: components["schemas"]["ApiKeyWindow"];
        };
        ListedApiKey: {
            /** @example key_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /**
             * @description The first characters of the key.
             * @example gh_4f7k2m
             */
            prefix: string;
            /** @example nightly import */
            name: string;
            scopes: components["schemas"]["Scope"][];
            limits: components["schemas"]["ApiKeyLimits"];
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The key with which its holder created this one; null if an operator created it.
             * @example key_01j9zq4c5x8r2m6t0w3y7v1b4c
             */
            made_with: string | null;
            /**
             * Format: date-time
             * @description The time when it expires. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, at most a minute behind. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
            /** @description The counts used for rate limiting, the same on every replica. */
            usage: components["schemas"]["ApiKeyUsage"];
        };
        IdentityDto: {
            /** @example idn_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The sender's id on the channel.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description The name shown by the service when the sender got access. Senders choose it themselves, so do not trust it.
             * @example Robin
             */
            display_name: string | null;
            /**
             * Format: date-time
             * @description Time at which the sender was linked. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            linked_at: string;
        };
        UserDto: {
            /** @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example Robin */
            display_name: string;
            /**
             * Format: email
             * @example robin@example.com
             */
            email: string;
            status: components["schemas"]["UserStatus"];
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            /** @description The linked senders, oldest link first. */
            identities: components["schemas"]["IdentityDto"][];
        };
        NewUserDto: {
            /**
             * Format: email
             * @description Must be unique (case-insensitive).
             * @example robin@example.com
             */
            email: string;
            /**
             * @description Default: the part of the address before the @.
             * @example Robin
             */
            display_name?: string;
        };
        UserChangeDto: {
            /**
             * Format: email
             * @example robin@example.com
             */
            email?: string;
            /** @example Robin */
            display_name?: string;
            /** @description Disabling a user blocks their keys immediately. The keys work again when the user is active. */
            status?: components["schemas"]["UserStatus"];
        };
        SenderDto: {
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel. Default: the only one, or `default`.
             * @example default
             */
            account?: string;
            /**
             * @description The sender, in any form that the channel accepts.
             * @example +1 (202) 555-0143
             */
            sender_id: string;
        };
        AgentQuestionDto: {
            /** @example Which days is the office open? */
            text: string;
        };
        SetupChoiceDto: {
            /** @example pairing */
            value: string;
            /** @example unknown senders get a code that you approve */
            hint: string;
        };
        AskedWhenDto: {
            /** @example channels.workchat.groupPolicy */
            path: string;
            /**
             * @example [
             *       "allowlist"
             *     ]
             */
            values: string[];
        };
        SetupFieldDto: {
            /**
             * @description The setting that stores the answer.
             * @example channels.imbridge.serverUrl
             */
            path: string;
            /** @example Server URL of the bridge, http://<host>:<port> */
            label: string;
            /** @example null */
            help: string | null;
            /**
             * @description A `secret` is never shown; the entries of a `list` are separated by commas.
             * @enum {string}
             */
            kind: "text" | "secret" | "number" | "list" | "choice";
            /** @description The options of a `choice`; otherwise empty. */
            choices: components["schemas"]["SetupChoiceDto"][];
            /**
             * @description The initial answer if none is set.
             * @example null
             */
            default: (string | null) | number | string[];
            /**
             * @description The current answer; a secret is `********`.
             * @example null
             */
            value: (string | null) | number | string[];
            /**
             * @description The source of the current answer, as in `GET /config`.
             * @example file
             */
            source: string | null;
            /** @example http://192.168.1.20:1234 */
            placeholder: string | null;
            /** @description Whether the account needs this setting. */
            required: boolean;
            /** @description Whether the secret should be a random value. */
            random: boolean;
            /** @description Null for a question that is always asked. */
            asked_when: components["schemas"]["AskedWhenDto"] | null;
        };
        SetupStepDto: {
            /** @example Bridge */
            title: string;
            /** @description Whether these answers are tested against the service. */
            tested: boolean;
            fields: components["schemas"]["SetupFieldDto"][];
        };
        SetupEndpointDto: {
            /**
             * @description The URL, with `<…>` for parts that you must fill in and `********` for a secret.
             * @example https://gate.example.org/imbridge-webhook?password=********
             */
            url: string;
            /**
             * @description The setting whose value, percent-encoded, replaces `********`.
             * @example channels.imbridge.webhookSecret
             */
            secret_path: string | null;
            /** @description Whether the gateway registers the address with the service; if not, enter it there yourself. */
            automatic: boolean;
            notes: string[];
        };
        ChannelSetupDto: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /** @description Whether the account is already set up. If so, the answers change it. */
            configured: boolean;
            /** @description Whether the channel supports several accounts. */
            several_accounts: boolean;
            steps: components["schemas"]["SetupStepDto"][];
            /** @description Null until the account is set up. */
            endpoint: components["schemas"]["SetupEndpointDto"] | null;
            /** @description Whether `GET /channels/{channel}/app-package` is available. */
            app_package: boolean;
        };
        SetupAnswersDto: {
            /**
             * @description Answers by path. An omitted answer or secret keeps its current value; null removes it.
             * @example {
             *       "channels.imbridge.serverUrl": "http://192.168.1.20:1234"
             *     }
             */
            values: {
                [key: string]: (string | null) | number | string[];
            };
        };
        SetupStepOutcomeDto: {
            /** @example Bridge */
            title: string;
            /**
             * @description `not-tested`: an answer that the test needs is missing or wrong.
             * @enum {string}
             */
            state: "passed" | "failed" | "not-tested";
            /**
             * @description The result of the live test; null for a step without one.
             * @example The bridge at http://192.168.1.20:1234 can be reached and accepts the password.
             */
            text: string | null;
            /** @description By field. */
            problems: components["schemas"]["ConfigProblemDto"][];
        };
        SetupCheckDto: {
            steps: components["schemas"]["SetupStepOutcomeDto"][];
            /** @description Problems with settings that no question covers. */
            problems: components["schemas"]["ConfigProblemDto"][];
            /**
             * @description The settings to send to `PATCH /config` as `{"set": …}`. Secrets are `********`; replace them with their values first.
             * @example {
             *       "channels.imbridge.serverUrl": "http://192.168.1.20:1234"
             *     }
             */
            set: {
                [key: string]: unknown;
            };
            /**
             * @description Settings that would change.
             * @example [
             *       "channels.imbridge.serverUrl"
             *     ]
             */
            changed: string[];
            /**
             * @description Settings in `changed` that take effect at the next start.
             * @example [
             *       "channels.imbridge.serverUrl"
             *     ]
             */
            needs_restart: string[];
            endpoint: components["schemas"]["SetupEndpointDto"] | null;
            warnings: string[];
            /** @description What to do outside the gateway after saving. */
            next_steps: string[];
        };
        /**
         * @description `pending`: needs a decision; `approved`: the call will be made soon; `running`: the call is in progress; `done`: the call succeeded; `failed`: the call failed or the second check rejected it; `interrupted`: the call may or may not have been made.
         * @enum {string}
         */
        ApprovalState: "pending" | "approved" | "running" | "done" | "failed" | "interrupted" | "denied" | "expired" | "withdrawn";
        ApprovalDto: {
            /** @example apr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The conversation's id on the channel.
             * @example -;+12025550143
             */
            conversation_id: string;
            /**
             * @description A short code for use in chats.
             * @example K7QX4M
             */
            code: string;
            /** @description `pending`: needs a decision; `approved`: the call will be made soon; `running`: the call is in progress; `done`: the call succeeded; `failed`: the call failed or the second check rejected it; `interrupted`: the call may or may not have been made. */
            state: components["schemas"]["ApprovalState"];
            /** @example main */
            agent_id: string;
            /**
             * @description The MCP server in `mcp.servers`; null for the tool `message`.
             * @example linear
             */
            server: string | null;
            /**
             * @description The tool’s name on its server, or the action of the tool `message`.
             * @example create_issue
             */
            tool: string;
            /**
             * @description The tool's name for the model.
             * @example linear__create_issue
             */
            model_name: string;
            /**
             * @description The arguments as a JSON string, exactly as stored, hashed and sent.
             * @example {"title":"Broken link"}
             */
            arguments: string;
            /**
             * @description SHA-256 of the agent, server, tool definition, arguments, requester, conversation and expiry.
             * @example 5f2c8a2b9d1e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8
             */
            digest: string;
            /**
             * @description The sender on whose behalf the call is made.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description The name shown by the service.
             * @example Robin
             */
            sender_name: string | null;
            /**
             * Format: date-time
             * @description Time of the request. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The deadline for the decision. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description Time of the decision; null while pending. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            decided_at: string | null;
            /**
             * @description The actor who decided; `gateway` if it expired.
             * @example sender:imbridge:+12025550177
             */
            decided_by: string | null;
            /**
             * @description The display name of that actor.
             * @example Ann
             */
            decided_by_name: string | null;
            /**
             * @description The reason given for the decision, or why the call was not made.
             * @example null
             */
            reason: string | null;
            /**
             * @description The result as the model received it, truncated. Null until available, and for viewers.
             * @example null
             */
            result: string | null;
            /**
             * Format: date-time
             * @description Time at which the call ended or the request was closed. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            ended_at: string | null;
        };
        ApproveDto: {
            /**
             * @description Whether to skip approval for one hour for calls of the same tool, with any arguments, by the same sender in the same conversation.
             * @default false
             */
            for_an_hour: boolean;
        };
        DenyDto: {
            /**
             * @description Shown in the conversation and to the assistant. Default: none.
             * @example ask Ann first
             */
            reason?: string | null;
        };
        /** @enum {string} */
        ConversationKind: "direct" | "group" | "channel";
        HoldDto: {
            /**
             * Format: date-time
             * @description Start time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string;
            /**
             * Format: date-time
             * @description Expiry time; null = until released. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            until: string | null;
            /**
             * @description The actor who started the hold or last changed it; `account-owner` if the owner wrote from the account itself.
             * @example token:owner
             */
            by: string;
            /**
             * @description A note for operators.
             * @example refund, see 4711
             */
            note: string | null;
        };
        ConversationDto: {
            /** @example cnv_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The conversation's id on the channel.
             * @example -;+12025550143
             */
            conversation_id: string;
            kind: components["schemas"]["ConversationKind"];
            /**
             * @description The name shown by the service; for a direct conversation, that of the person.
             * @example Family
             */
            name: string | null;
            /**
             * Format: date-time
             * @description Time of its first event. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of its last message. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_message_at: string;
            /** @description Set while an operator has taken the conversation over from the assistant; otherwise null. */
            hold: components["schemas"]["HoldDto"] | null;
        };
        HoldTermsDto: {
            /**
             * Format: date-time
             * @description When the hold ends automatically; must be in the future. Null (default): when an operator releases it.
             * @example 2027-01-31T09:30:00.000Z
             */
            until?: string | null;
            /**
             * @description A note for operators; not shown to the assistant. Default: none.
             * @example refund, see 4711
             */
            note?: string | null;
        };
        ReleaseDto: {
            /** @description The ended hold; null if the conversation was not held. */
            hold: components["schemas"]["HoldDto"] | null;
            /**
             * @description The event of the message that the assistant now answers; null if none.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            answers: string | null;
        };
        /** @enum {string} */
        MessageRole: "user" | "assistant";
        /**
         * @description `turn`: a question or its answer; `heard`: not addressed to the assistant, in a group or while an operator held the conversation (with the role `assistant`: written by that operator); `notice`: a reaction, a join, a hold, …; `pairing`: answered with a pairing code; `command`: executed; `failed`: answered with an apology; `dropped`: rejected.
         * @enum {string}
         */
        MessageKind: "turn" | "heard" | "notice" | "pairing" | "command" | "failed" | "dropped";
        MessageFileDto: {
            /**
             * @description The name given by the sender.
             * @example plan.pdf
             */
            name: string;
            /**
             * @description Detected from the content.
             * @example application/pdf
             */
            mime_type: string;
            /**
             * @description Its size.
             * @example 48213
             */
            bytes: number;
            /**
             * @description The id for `GET /media/{id}`; null if the file could not be fetched or is no longer kept.
             * @example null
             */
            media_id: string | null;
            /**
             * @description Why the file is missing.
             * @example null
             */
            problem: string | null;
        };
        /**
         * @description If the text was split into several messages, the state of the least advanced one. `unknown`: it may have been sent, and the service is being asked; `delivered` and `read`: as reported by the service.
         * @enum {string}
         */
        MessageDeliveryState: "failed" | "unknown" | "sending" | "queued" | "sent" | "delivered" | "read";
        MessageDeliveryDto: {
            /**
             * @description The delivery; if the text was split into several messages, the first delivery.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            id: string;
            /** @description If the text was split into several messages, the state of the least advanced one. `unknown`: it may have been sent, and the service is being asked; `delivered` and `read`: as reported by the service. */
            state: components["schemas"]["MessageDeliveryState"];
            /**
             * @description Why the last attempt failed: a code listed at /docs/reference/reasons.
             * @example null
             */
            reason: string | null;
        };
        ConversationMessageDto: {
            /** @example msg_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /**
             * @description The event that this line records or answers, for `GET /events/{event_id}/timeline`; for an operator's message, its delivery.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            event_id: string;
            role: components["schemas"]["MessageRole"];
            /** @description `turn`: a question or its answer; `heard`: not addressed to the assistant, in a group or while an operator held the conversation (with the role `assistant`: written by that operator); `notice`: a reaction, a join, a hold, …; `pairing`: answered with a pairing code; `command`: executed; `failed`: answered with an apology; `dropped`: rejected. */
            kind: components["schemas"]["MessageKind"];
            /** @example +12025550143 */
            sender_id: string | null;
            /** @example Ann */
            sender_name: string | null;
            /**
             * @description The text. Empty for dropped messages, pairing requests and commands, whose text is not kept.
             * @example Hello.
             */
            text: string;
            /**
             * @description The service's id of the message.
             * @example null
             */
            message_id: string | null;
            /**
             * @description The service's id of the message that this message or notice refers to.
             * @example null
             */
            reply_to: string | null;
            /**
             * @description The session of the message; the second part is the agent.
             * @example agent:main:main
             */
            session_key: string;
            /**
             * @description Why the assistant did not answer: a code listed at /docs/reference/reasons, or the command.
             * @example null
             */
            reason: string | null;
            /**
             * @description The outcome of an inbound message. Null for outbound messages, and if it is no longer kept. `stopped`: a person stopped its turn; `vote`: counted in a poll.
             * @enum {string|null}
             */
            outcome: "waiting" | "answered" | "heard" | "dropped" | "pairing" | "command" | "failed" | "stopped" | "vote" | "approval" | null;
            /** @description The files of the message, in order. */
            files: components["schemas"]["MessageFileDto"][];
            /** @description Set for outbound messages; null if no longer kept. */
            delivery: components["schemas"]["MessageDeliveryDto"] | null;
            /**
             * Format: date-time
             * @description Time at which the message was sent, or else arrived. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
        };
        LoopBreakDto: {
            /** @example lpb_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The conversation's id on the channel.
             * @example -;+12025550143
             */
            conversation_id: string;
            /**
             * @description The number of consecutive answers to messages that arrived faster than people write.
             * @example 30
             */
            rounds: number;
            /**
             * Format: date-time
             * @description Start of the break. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            broken_at: string;
            /**
             * Format: date-time
             * @description End of the break. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            ends_at: string;
        };
        ToolPermissionDto: {
            /** @example prm_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The conversation's id on the channel.
             * @example -;+12025550143
             */
            conversation_id: string;
            /** @example main */
            agent_id: string;
            /**
             * @description The MCP server in `mcp.servers`; null for the tool `message`.
             * @example linear
             */
            server: string | null;
            /**
             * @description The tool’s name on its server, or the action of the tool `message`.
             * @example create_issue
             */
            tool: string;
            /**
             * @description The sender on whose behalf calls are made.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description The name shown by the service.
             * @example Robin
             */
            sender_name: string | null;
            /**
             * @description The actor who granted it.
             * @example token:owner
             */
            granted_by: string;
            /**
             * Format: date-time
             * @description Start time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Expiry time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            ends_at: string;
        };
        ToolPermissionListDto: {
            /** @description All active permissions on one page, newest first. */
            items: components["schemas"]["ToolPermissionDto"][];
        };
        DeadLetterDto: {
            /** @example 42 */
            id: string;
            /**
             * @description The kind of job: `inbound` or `delivery`.
             * @example inbound
             */
            kind: string;
            /**
             * @description The lane of the job: jobs with the same kind and key run in order.
             * @example agent:main:imbridge:direct:+12025550143
             */
            key: string;
            /**
             * @description The event or delivery of the job.
             * @example {
             *       "event_id": "evt_01j9zq4c5x8r2m6t0w3y7v1b4d"
             *     }
             */
            subject: {
                [key: string]: string;
            };
            /** @example 8 */
            attempt_count: number;
            /**
             * @description The error of the last attempt.
             * @example disk I/O error
             */
            last_error: string;
            /**
             * @description `internal`: the job reached the maximum number of attempts. `crashed`: it crashed the gateway twice with an uncaught error.
             * @example internal
             * @enum {string}
             */
            reason: "internal" | "crashed";
            /**
             * Format: date-time
             * @description Creation time of the job. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time at which the job became a dead letter. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            died_at: string;
        };
        /**
         * @description With `sending` and `unknown`, the message may have been sent; the gateway checks before it sends again. `dead` needs an operator.
         * @enum {string}
         */
        DeliveryStatus: "queued" | "sending" | "unknown" | "sent" | "dead";
        DeliveryDto: {
            /** @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The conversation's id on the channel.
             * @example -;+12025550143
             */
            conversation_id: string;
            /** @description With `sending` and `unknown`, the message may have been sent; the gateway checks before it sends again. `dead` needs an operator. */
            status: components["schemas"]["DeliveryStatus"];
            /**
             * @description The number of attempts started.
             * @example 1
             */
            attempt_count: number;
            /**
             * @description The service's id of the message; null until sent.
             * @example null
             */
            message_id: string | null;
            /**
             * @description Why the last attempt failed.
             * @example unreachable
             */
            last_code: string | null;
            /** @example connection refused */
            last_detail: string | null;
            /**
             * Format: date-time
             * @description Time at which the message was queued. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Start of the last attempt. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the service accepted the message. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the message reached one of the recipient's devices, if reported by the service. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the message was read, if reported by the service. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            read_at: string | null;
        };
        DeliveryFileDto: {
            /** @example report.pdf */
            name: string;
            /**
             * @description The type, detected from the content.
             * @example application/pdf
             */
            mime_type: string;
            /**
             * @description The size in bytes.
             * @example 48213
             */
            bytes: number;
            /** @description Whether the file is sent as a voice memo. */
            as_voice: boolean;
        };
        DeliveryContentDto: {
            /**
             * @description `handover`: the step after a person accepted or declined a file.
             * @enum {string}
             */
            kind: "text" | "card" | "media" | "poll" | "handover" | "approval";
            /**
             * @description The text. Empty for a file without one.
             * @example Hello.
             */
            text: string;
            /** @description The file, without its content, for the kinds `media` and `handover`. */
            file?: components["schemas"]["DeliveryFileDto"];
        };
        /** @enum {string} */
        AttemptOutcome: "sent" | "not-sent" | "unknown";
        DeliveryAttemptDto: {
            /** @example 1 */
            number: number;
            /**
             * Format: date-time
             * @description Start time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @description End time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            ended_at: string;
            outcome: components["schemas"]["AttemptOutcome"];
            /** @example null */
            code: string | null;
            /** @example null */
            detail: string | null;
        };
        DeliveryDetailDto: {
            /** @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description The account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The conversation's id on the channel.
             * @example -;+12025550143
             */
            conversation_id: string;
            /** @description With `sending` and `unknown`, the message may have been sent; the gateway checks before it sends again. `dead` needs an operator. */
            status: components["schemas"]["DeliveryStatus"];
            /**
             * @description The number of attempts started.
             * @example 1
             */
            attempt_count: number;
            /**
             * @description The service's id of the message; null until sent.
             * @example null
             */
            message_id: string | null;
            /**
             * @description Why the last attempt failed.
             * @example unreachable
             */
            last_code: string | null;
            /** @example connection refused */
            last_detail: string | null;
            /**
             * Format: date-time
             * @description Time at which the message was queued. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Start of the last attempt. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the service accepted the message. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the message reached one of the recipient's devices, if reported by the service. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description Time at which the message was read, if reported by the service. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            read_at: string | null;
            /**
             * @description The meaning of `last_code`; null once sent.
             * @example The service refused the message.
             */
            what: string | null;
            /**
             * @description The setting responsible, if any.
             * @example null
             */
            setting: string | null;
            /**
             * @description How to fix it: a command or a change.
             * @example `gatehouse deliveries retry dlv_01j9zq4c5x8r2m6t0w3y7v1b4d`
             */
            remedy: string | null;
            /** @description The content of the message. */
            content: components["schemas"]["DeliveryContentDto"];
            /** @description Finished attempts, oldest first. */
            attempts: components["schemas"]["DeliveryAttemptDto"][];
        };
        /**
         * @description `dead`: failed; see the dead letters.
         * @enum {string}
         */
        EventState: "pending" | "done" | "dead";
        /**
         * @description `accepted`: stored; `judged`: access was checked, with the outcome `answer`, `command`, `context`, `code` or `dropped`; `turn`: the model was asked, or will soon be asked again (`waiting`); `written`: added to the transcript; `tool`: an effect of an assistant tool; `approval`: a tool call needs a decision, was decided, or has ended; `queued`: an outbound message was created; `attempted`: an attempt to send it ended; `sent`: the service accepted it; `ended`: nothing more to do.
         * @enum {string}
         */
        TimelineStepKind: "accepted" | "judged" | "turn" | "written" | "tool" | "approval" | "queued" | "attempted" | "sent" | "delivered" | "read" | "ended";
        TimelineTurnDto: {
            /**
             * @description The agent that answers.
             * @example main
             */
            agent: string;
            /**
             * @description The last model that was asked.
             * @example gpt-5.4
             */
            model: string | null;
            /**
             * @description Request tokens, as reported by the model; null if not reported.
             * @example 1200
             */
            input_tokens: number | null;
            /**
             * @description Answer tokens, as reported by the model; null if not reported.
             * @example 85
             */
            output_tokens: number | null;
            /**
             * @description The number of times the turn ran in the process that ended it; null while pending.
             * @example 1
             */
            tries: number | null;
            /**
             * @description The duration of the last run; null while pending.
             * @example 900
             */
            duration_ms: number | null;
            /**
             * @description Why there is no answer; never message text.
             * @example null
             */
            error: string | null;
        };
        TimelineStepDto: {
            /**
             * @description The reason code. All codes are listed at /docs/reference/reasons.
             * @example not-paired
             */
            reason: string | null;
            /**
             * @description A description of the reason.
             * @example The sender has no access yet.
             */
            what: string | null;
            /**
             * @description The setting responsible, if any.
             * @example channels.imbridge.dmPolicy
             */
            setting: string | null;
            /**
             * @description How to fix it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            remedy: string | null;
            /**
             * Format: date-time
             * @description Time of the step. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            /** @description `accepted`: stored; `judged`: access was checked, with the outcome `answer`, `command`, `context`, `code` or `dropped`; `turn`: the model was asked, or will soon be asked again (`waiting`); `written`: added to the transcript; `tool`: an effect of an assistant tool; `approval`: a tool call needs a decision, was decided, or has ended; `queued`: an outbound message was created; `attempted`: an attempt to send it ended; `sent`: the service accepted it; `ended`: nothing more to do. */
            step: components["schemas"]["TimelineStepKind"];
            /**
             * @description The event, transcript line, delivery or approval of the step.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            id: string;
            /**
             * @description The outcome.
             * @example sent
             */
            outcome: string | null;
            /**
             * @description The reason, or further details; never message text.
             * @example not-paired
             */
            detail: string | null;
            /** @description Only for the step `turn`. */
            turn: components["schemas"]["TimelineTurnDto"] | null;
        };
        LeftOutToolDto: {
            /**
             * @description The reason code. All codes are listed at /docs/reference/reasons.
             * @example not-paired
             */
            reason: string | null;
            /**
             * @description A description of the reason.
             * @example The sender has no access yet.
             */
            what: string | null;
            /**
             * @description The setting responsible, if any.
             * @example channels.imbridge.dmPolicy
             */
            setting: string | null;
            /**
             * @description How to fix it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            remedy: string | null;
            /** @example files */
            server: string;
            /**
             * @description The tool's name on its server; null for all tools of the server.
             * @example write_file
             */
            tool: string | null;
            /**
             * @description Further details.
             * @example null
             */
            detail: string | null;
        };
        TimelineDto: {
            /**
             * @description The reason code. All codes are listed at /docs/reference/reasons.
             * @example not-paired
             */
            reason: string | null;
            /**
             * @description A description of the reason.
             * @example The sender has no access yet.
             */
            what: string | null;
            /**
             * @description The setting responsible, if any.
             * @example channels.imbridge.dmPolicy
             */
            setting: string | null;
            /**
             * @description How to fix it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            remedy: string | null;
            /** @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d */
            event_id: string;
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /**
             * @description The conversation's id on the channel.
             * @example -;+12025550143
             */
            conversation_id: string | null;
            /**
             * @description The sender's id on the channel.
             * @example +12025550143
             */
            sender_id: string | null;
            /** @example agent:main:main */
            session_key: string;
            /** @description `dead`: failed; see the dead letters. */
            state: components["schemas"]["EventState"];
            /**
             * @description The result; null while pending.
             * @example turn
             */
            outcome: string | null;
            /**
             * @description The last model that was asked.
             * @example gpt-5.4
             */
            model: string | null;
            /** @description The steps, oldest first. */
            steps: components["schemas"]["TimelineStepDto"][];
            /** @description Server tools that the agent would not get now in this conversation for this sender. */
            left_out_tools: components["schemas"]["LeftOutToolDto"][];
        };
        /** @enum {string} */
        AlertCode: "database-unavailable" | "configuration-invalid" | "plugin-broken" | "account-down" | "bad-credentials" | "oldest-unanswered" | "dead-letters" | "job-crashed" | "model-failing" | "model-passed-over" | "budget-reached" | "mcp-login-needed" | "mcp-server-down" | "mcp-tools-waiting" | "mcp-tools-unfit" | "webhook-off" | "webhook-failing" | "disk-nearly-full" | "backup-failing" | "backup-old" | "certificate-ending" | "certificate-unusable";
        RaisedAlertDto: {
            code: components["schemas"]["AlertCode"];
            /**
             * @description The affected account, agent, budget, server or plugin. Empty if the code can only occur once.
             * @example imbridge/default
             */
            subject: string;
            /**
             * @description The problem and where it occurs.
             * @example imbridge/default is transient-disconnect: connect ECONNREFUSED 127.0.0.1:1234
             */
            message: string;
            /**
             * Format: date-time
             * @description When the problem started, if known. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The setting responsible, if any.
             * @example channels.imbridge.serverUrl
             */
            setting: string | null;
            /**
             * @description How to fix it.
             * @example gatehouse channels status --deep
             */
            remedy: string | null;
            /** @example alr_06fwm4bq1zk7v9n3t5r8d2xc01 */
            id: string;
            /**
             * Format: date-time
             * @description When the alert was raised and the notice sent. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            raised_at: string;
            /**
             * Format: date-time
             * @description When the alert was cleared and the notice sent; null while open. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            cleared_at: string | null;
            /**
             * @description How long the problem lasted, as far as its start is known. Null while open.
             * @example 720
             */
            lasted_seconds: number | null;
        };
        TextCapabilityDto: {
            /**
             * @description The maximum message length in UTF-16 code units.
             * @example 20000
             */
            max_chars: number;
            /** @enum {string} */
            format: "plain" | "markdown";
        };
        CapabilitiesDto: {
            /**
             * @description Increases with every change of the capabilities.
             * @example 1
             */
            version: number;
            text: components["schemas"]["TextCapabilityDto"];
            /**
             * @description The features of the channel. Unlisted features are rejected.
             * @example {
             *       "typing": "full",
             *       "read_receipts": "full"
             *     }
             */
            features: {
                [key: string]: "rejected" | "dropped" | "partial" | "full";
            };
        };
        /**
         * @description The state seen by the replica that runs the account; `stopped` if no process has run it.
         * @enum {string}
         */
        ConnectionStatus: "starting" | "connecting" | "connected" | "degraded" | "transient-disconnect" | "bad-credentials" | "logged-out" | "error" | "stopped";
        /** @enum {string} */
        DmPolicy: "pairing" | "allowlist" | "open" | "disabled";
        /** @enum {string} */
        GroupPolicy: "open" | "allowlist" | "disabled";
        AccountDto: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /** @description The state seen by the replica that runs the account; `stopped` if no process has run it. */
            status: components["schemas"]["ConnectionStatus"];
            /**
             * @description A summary of the status. `degraded`: messages go in and out, but another feature does not work; `down`: messages do not go in and out.
             * @enum {string}
             */
            health: "connected" | "degraded" | "down";
            /**
             * @description The problem and its fix; for a connected account, the missing features.
             * @example null
             */
            reason: string | null;
            /**
             * @description The setting responsible, if any.
             * @example null
             */
            setting: string | null;
            /**
             * @description How to fix it: a command or a change. Null while there is no problem.
             * @example null
             */
            remedy: string | null;
            /**
             * Format: date-time
             * @description Start time of this status; null if no process has run the account. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The most recent connection problem, even after it is resolved.
             * @example null
             */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When this problem was last reported. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_error_at: string | null;
            dm_policy: components["schemas"]["DmPolicy"];
            group_policy: components["schemas"]["GroupPolicy"];
            /** @description The capabilities of the account, as its service last reported them. */
            capabilities: components["schemas"]["CapabilitiesDto"];
            /**
             * @description The report of the service; null without `deep` and for channels that cannot be queried. Values from an unreachable service are null.
             * @example {
             *       "reachable": true
             *     }
             */
            probe: {
                [key: string]: (string | null) | number | boolean;
            } | null;
        };
        ChannelDto: {
            /** @example imbridge */
            channel: string;
            /** @description The capabilities of the channel; an account may have fewer. */
            capabilities: components["schemas"]["CapabilitiesDto"];
            /** @description The enabled accounts. */
            accounts: components["schemas"]["AccountDto"][];
        };
        /** @enum {string} */
        FigureWindow: "1h" | "24h" | "30d";
        DroppedCountDto: {
            /** @example not-allowed */
            reason: string;
            /**
             * @description Messages.
             * @example 12
             */
            count: number;
        };
        AgentTokensDto: {
            /** @example main */
            agent: string;
            /**
             * @description Request tokens, including cached tokens.
             * @example 12
             */
            input_tokens: number;
            /**
             * @description Answer tokens, including reasoning tokens.
             * @example 12
             */
            output_tokens: number;
        };
        FigurePointDto: {
            /**
             * @description Messages and other events that arrived.
             * @example 12
             */
            received: number;
            /**
             * @description Answers of the assistant that the service accepted, counted at the end of the turn.
             * @example 12
             */
            answered: number;
            /**
             * @description Messages whose turn failed, counted at their arrival, and answers that became dead letters.
             * @example 12
             */
            failed: number;
            /** @description Dropped messages by reason, most frequent first. */
            dropped: components["schemas"]["DroppedCountDto"][];
            /**
             * @description The median of the time from the acceptance of a message until the service accepted the first part of its answer, accurate to 4.4 %. Null without answers.
             * @example 840
             */
            latency_p50_ms: number | null;
            /**
             * @description The 95th percentile of the time from the acceptance of a message until the service accepted the first part of its answer, accurate to 4.4 %. Null without answers.
             * @example 840
             */
            latency_p95_ms: number | null;
            /** @description Tokens by agent, sorted by name. */
            tokens: components["schemas"]["AgentTokensDto"][];
            /**
             * Format: date-time
             * @description Start of the period. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            from: string;
        };
        FiguresTotalDto: {
            /**
             * @description Messages and other events that arrived.
             * @example 12
             */
            received: number;
            /**
             * @description Answers of the assistant that the service accepted, counted at the end of the turn.
             * @example 12
             */
            answered: number;
            /**
             * @description Messages whose turn failed, counted at their arrival, and answers that became dead letters.
             * @example 12
             */
            failed: number;
            /** @description Dropped messages by reason, most frequent first. */
            dropped: components["schemas"]["DroppedCountDto"][];
            /**
             * @description The median of the time from the acceptance of a message until the service accepted the first part of its answer, accurate to 4.4 %. Null without answers.
             * @example 840
             */
            latency_p50_ms: number | null;
            /**
             * @description The 95th percentile of the time from the acceptance of a message until the service accepted the first part of its answer, accurate to 4.4 %. Null without answers.
             * @example 840
             */
            latency_p95_ms: number | null;
            /** @description Tokens by agent, sorted by name. */
            tokens: components["schemas"]["AgentTokensDto"][];
        };
        FiguresDto: {
            window: components["schemas"]["FigureWindow"];
            /**
             * @description The length of a period.
             * @example 3600
             */
            step_seconds: number;
            /** @description The periods, oldest first, ending with the current one. */
            items: components["schemas"]["FigurePointDto"][];
            /** @description The totals of the window. */
            total: components["schemas"]["FiguresTotalDto"];
        };
        DatabaseStatusDto: {
            /** @enum {string} */
            dialect: "sqlite" | "postgres";
            /** @description Whether the database can be read from and written to. If not, all counts are null. */
            ok: boolean;
        };
        ConfigStateDto: {
            /** @description Whether the current file is in effect. If not, the previous configuration still is. */
            valid: boolean;
            /** @description The problems in the file. */
            problems: components["schemas"]["ConfigProblemDto"][];
            /**
             * @description Changed settings that take effect at the next start.
             * @example [
             *       "gateway.port"
             *     ]
             */
            pending_restart: string[];
        };
        AccountStateDto: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /** @description The state seen by the replica that runs the account; `stopped` if no process has run it. */
            status: components["schemas"]["ConnectionStatus"];
            /**
             * @description A summary of the status. `degraded`: messages go in and out, but another feature does not work; `down`: messages do not go in and out.
             * @enum {string}
             */
            health: "connected" | "degraded" | "down";
            /**
             * @description The problem and its fix; for a connected account, the missing features.
             * @example null
             */
            reason: string | null;
            /**
             * @description The setting responsible, if any.
             * @example null
             */
            setting: string | null;
            /**
             * @description How to fix it: a command or a change. Null while there is no problem.
             * @example null
             */
            remedy: string | null;
            /**
             * Format: date-time
             * @description Start time of this status; null if no process has run the account. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The most recent connection problem, even after it is resolved.
             * @example null
             */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When this problem was last reported. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_error_at: string | null;
        };
        PluginDto: {
            /**
             * @description The package name.
             * @example @gatehouse/workchat
             */
            name: string;
            /**
             * @description The installed version; null if not installed.
             * @example 0.1.0
             */
            version: string | null;
            /**
             * @description The channels that the plugin provides.
             * @example [
             *       "workchat"
             *     ]
             */
            channels: string[];
            /**
             * @description `missing`: not installed, although one of its channels is configured.
             * @enum {string}
             */
            state: "loaded" | "broken" | "missing";
            /**
             * @description Why the plugin cannot be used, and how to fix it.
             * @example null
             */
            problem: string | null;
        };
        PassedOverModelDto: {
            /** @enum {string} */
            runtime: "echo" | "openai-compatible" | "anthropic" | "openai" | "gemini" | "ollama" | "http";
            /**
             * @description The name of the model.
             * @example gpt-5.4
             */
            model: string | null;
            /**
             * @description Why the model failed.
             * @example the model answered 529
             */
            reason: string;
            /**
             * Format: date-time
             * @description When the model is asked again. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            until: string;
        };
        AgentStatusDto: {
            /** @example main */
            id: string;
            /** @description Whether this is the default agent. */
            default: boolean;
            /** @enum {string} */
            runtime: "echo" | "openai-compatible" | "anthropic" | "openai" | "gemini" | "ollama" | "http";
            /**
             * @description The name of the model.
             * @example null
             */
            model: string | null;
            /**
             * @description The outcome of its last turn in this process. `failing`: its model or service could not be reached or did not answer; `unknown`: no turn yet.
             * @enum {string}
             */
            state: "unknown" | "ok" | "failing";
            /**
             * @description Why the agent failed.
             * @example null
             */
            reason: string | null;
            /**
             * @description The setting responsible, if any.
             * @example null
             */
            setting: string | null;
            /**
             * @description How to fix it: a command or a change.
             * @example null
             */
            remedy: string | null;
            /** @description For an agent with fallbacks: the models that this process currently skips. */
            passed_over: components["schemas"]["PassedOverModelDto"][];
        };
        /**
         * @description `starting` while a program starts for the first time, which may take a while; `unknown` before the first attempt and in a process that runs no turns.
         * @enum {string}
         */
        McpServerState: "up" | "down" | "starting" | "unknown";
        McpServerDto: {
            /** @example files */
            name: string;
            /**
             * @description The address of the server; null for a local program.
             * @example https://mcp.example.org/mcp
             */
            url: string | null;
            /** @description `starting` while a program starts for the first time, which may take a while; `unknown` before the first attempt and in a process that runs no turns. */
            state: components["schemas"]["McpServerState"];
            /**
             * Format: date-time
             * @description Start time of this state. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The protocol revision in use.
             * @example 2026-07-28
             */
            revision: string | null;
            /**
             * @description The last failure.
             * @example null
             */
            problem: string | null;
            /**
             * @description A remark even though nothing has failed, such as that the server has no tools.
             * @example null
             */
            note: string | null;
            /**
             * @description Whether this gateway is logged in to the server; `needed` if a login is required (`gatehouse mcp login`). Null for a program and if a secret is configured.
             * @example null
             * @enum {string|null}
             */
            login: "none" | "logged-in" | "needed" | null;
            /**
             * @description Why a login is required.
             * @example null
             */
            login_needed_because: string | null;
            /**
             * @description The number of tools available to models.
             * @example 14
             */
            tools: number;
            /**
             * @description The number of tools withheld from all agents, for any reason.
             * @example 0
             */
            withheld: number;
            /**
             * @description The number of new or changed tools that have not been accepted yet.
             * @example 0
             */
            waiting: number;
        };
        AgentToolsDto: {
            /** @example main */
            agent: string;
            /**
             * @description The number of tools offered to its model.
             * @example 14
             */
            offered: number;
            /**
             * @description The number of offered tools that need approval for each call.
             * @example 3
             */
            asking: number;
            /**
             * @description The number of tools not offered, by reason. `GET /mcp/servers/{name}/tools` lists them. `no-list` counts servers.
             * @example {
             *       "denied": 2
             *     }
             */
            left_out: {
                [key: string]: number;
            };
        };
        /**
         * @description `failing`: the last attempt failed and will be retried. `off`: the receiver answered 410. Nothing is stored or sent until you switch the webhook on or change its address.
         * @enum {string}
         */
        WebhookState: "on" | "failing" | "off";
        WebhookDto: {
            /**
             * @description Its id in `webhooks.list`.
             * @example crm
             */
            id: string;
            /**
             * @description The origin and path of its address. The query is never shown.
             * @example https://crm.example.org/hooks/gatehouse
             */
            url: string;
            /**
             * @description Subscribed event types.
             * @example [
             *       "message.*",
             *       "channel.down"
             *     ]
             */
            events: string[];
            /**
             * @description Whether messages include the conversation’s text.
             * @example false
             */
            include_text: boolean;
            /** @description `failing`: the last attempt failed and will be retried. `off`: the receiver answered 410. Nothing is stored or sent until you switch the webhook on or change its address. */
            state: components["schemas"]["WebhookState"];
            /**
             * @description The number of pending messages.
             * @example 0
             */
            waiting: number;
            /**
             * Format: date-time
             * @description When the oldest pending message was stored. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            oldest_waiting_at: string | null;
            /**
             * @description The number of failed messages. `resend` sends them again.
             * @example 0
             */
            dead: number;
            /**
             * Format: date-time
             * @description Time of the first failure since the last success. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Time of the next attempt; null if no retry is scheduled. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            next_try_at: string | null;
            /**
             * Format: date-time
             * @description When a message was last accepted, up to a second out of date. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_success_at: string | null;
            /**
             * Format: date-time
             * @description When a message last failed. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_failure_at: string | null;
            /**
             * @description The reason for the last failure, without the response body.
             * @example HTTP 503
             */
            last_failure: string | null;
        };
        DeliveryCountsDto: {
            /**
             * @description The number of deliveries that are neither sent nor failed.
             * @example 0
             */
            open: number;
            /**
             * @description The number of failed deliveries that need an operator's decision.
             * @example 0
             */
            dead: number;
        };
        BackupStateDto: {
            /**
             * Format: date-time
             * @description The time of the data in the last backup or export. Null if none is known on this machine. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_at: string | null;
            /**
             * @description The path of the backup on the machine that created it.
             * @example /backups/gatehouse-2026-01-31T04-05-06Z.backup
             */
            file: string | null;
            /**
             * Format: date-time
             * @description When the next backup is due. Null without `backup.everyHours`. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            next_at: string | null;
            /**
             * Format: date-time
             * @description When automatic backups started to fail. Null if they succeed. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            failing_since: string | null;
            /**
             * @description Why the last automatic backup failed.
             * @example null
             */
            reason: string | null;
        };
        AlertDto: {
            code: components["schemas"]["AlertCode"];
            /**
             * @description The affected account, agent, budget, server or plugin. Empty if the code can only occur once.
             * @example imbridge/default
             */
            subject: string;
            /**
             * @description The problem and where it occurs.
             * @example imbridge/default is transient-disconnect: connect ECONNREFUSED 127.0.0.1:1234
             */
            message: string;
            /**
             * Format: date-time
             * @description When the problem started, if known. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The setting responsible, if any.
             * @example channels.imbridge.serverUrl
             */
            setting: string | null;
            /**
             * @description How to fix it.
             * @example gatehouse channels status --deep
             */
            remedy: string | null;
        };
        MemoryDto: {
            /**
             * @description Null if the system does not report it, such as Linux without `/proc`.
             * @example 104857600
             */
            rss_bytes: number | null;
        };
        StatusDto: {
            /** @example 0.1.0 */
            version: string;
            /**
             * Format: date-time
             * @description Start time of this process. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            started_at: string;
            /** @example 3600 */
            uptime_seconds: number;
            /**
             * @description The version of Node.js.
             * @example v24.0.0
             */
            node: string;
            database: components["schemas"]["DatabaseStatusDto"];
            configuration: components["schemas"]["ConfigStateDto"];
            /** @description Every enabled account. */
            channels: components["schemas"]["AccountStateDto"][];
            /** @description Installed and missing plugins. */
            plugins: components["schemas"]["PluginDto"][];
            /** @description Every agent. */
            agents: components["schemas"]["AgentStatusDto"][];
            /** @description MCP servers. */
            mcp_servers: components["schemas"]["McpServerDto"][];
            /** @description Every agent that uses an MCP server. */
            agent_tools: components["schemas"]["AgentToolsDto"][];
            /** @description Webhooks, as in `GET /webhooks`. */
            webhooks: components["schemas"]["WebhookDto"][];
            /**
             * @description Advice on things that work but deserve attention.
             * @example []
             */
            warnings: string[];
            /**
             * @description The number of pending pairing requests.
             * @example 1
             */
            pending_pairings: number | null;
            /**
             * @description The number of tool calls that need a decision.
             * @example 0
             */
            pending_approvals: number | null;
            /**
             * @description The number of waiting or running jobs, by kind.
             * @example {
             *       "inbound": 0,
             *       "delivery": 0
             *     }
             */
            jobs: {
                [key: string]: number;
            } | null;
            /**
             * @description The number of jobs that failed repeatedly because of the gateway itself, up to 100.
             * @example 0
             */
            dead_jobs: number | null;
            deliveries: components["schemas"]["DeliveryCountsDto"] | null;
            /**
             * @description The number of conversations without answers because programs seem to be answering each other.
             * @example 0
             */
            loops: number | null;
            /**
             * @description The number of conversations that a person has taken over from the assistant.
             * @example 0
             */
            holds: number | null;
            /**
             * @description How long the oldest unanswered message has been waiting since it was accepted. Null if none is waiting.
             * @example null
             */
            oldest_unanswered_seconds: number | null;
            /**
             * @description The id of the conversation of that message.
             * @example null
             */
            oldest_unanswered_conversation: string | null;
            backup: components["schemas"]["BackupStateDto"];
            /** @description Problems that need attention now, most severe first. */
            alerts: components["schemas"]["AlertDto"][];
            memory: components["schemas"]["MemoryDto"];
        };
        WebhookListDto: {
            /** @description All on one page, in configuration order. */
            items: components["schemas"]["WebhookDto"][];
        };
        /**
         * @description `gone`: the receiver answered 410.
         * @enum {string}
         */
        WebhookOutcome: "taken" | "gone" | "failed";
        WebhookTestDto: {
            /**
             * @description The `webhook-id` of the message.
             * @example msg_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            message_id: string;
            /** @description `gone`: the receiver answered 410. */
            outcome: components["schemas"]["WebhookOutcome"];
            /**
             * @description The HTTP status of the response; null without a response.
             * @example 204
             */
            status: number | null;
            /**
             * @description Why the message was not accepted.
             * @example null
             */
            reason: string | null;
        };
        ResentDto: {
            /**
             * @description The number of messages queued again.
             * @example 12
             */
            count: number;
        };
        /** @enum {string} */
        LogLineLevel: "trace" | "debug" | "info" | "warn" | "error" | "fatal";
        LogLineDto: {
            /**
             * @description Unique within this process; also the event id in a stream.
             * @example 01j9zq4c5x8r2m6t0w3y7v1b4d.42
             */
            id: string;
            /**
             * Format: date-time
             * @description Time of the line. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            level: components["schemas"]["LogLineLevel"];
            /**
             * @description The part of the program that wrote it.
             * @example Turn
             */
            context: string | null;
            /**
             * @description Never contains message text or secrets.
             * @example listening
             */
            message: string;
            /**
             * @description The event that the line concerns.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            event_id: string | null;
            /**
             * @description The conversation that the line concerns, by the channel's id.
             * @example -;+12025550143
             */
            conversation_id: string | null;
            /**
             * @description The delivery that the line concerns.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            delivery_id: string | null;
            /**
             * @description Additional fields, such as the `method`, `path` and `status` of a request.
             * @example {}
             */
            fields: {
                [key: string]: unknown;
            };
        };
        LogReplicasDto: {
            /** @description The replicas whose lines are included: only the one that responds. */
            covered: string[];
            /** @description Other replicas that run jobs, each with a separate log; null while the database is unavailable. Replicas that only serve HTTP are not listed. */
            others: string[] | null;
        };
        LogPageDto: {
            items: components["schemas"]["LogLineDto"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
            /**
             * @description The newest line when the page was created, even if the filters exclude it. Send it as `Last-Event-ID` to follow the log from there.
             * @example 01j9zq4c5x8r2m6t0w3y7v1b4d.42
             */
            last_id: string;
            replicas: components["schemas"]["LogReplicasDto"];
        };
        McpServerListDto: {
            /** @description In configuration order. */
            items: components["schemas"]["McpServerDto"][];
        };
        /**
         * @description According to the agent's policy; policies for conversations and senders may differ. `at-once`: called without approval; `asks`: each call needs approval; any other value: why the agent does not have the tool.
         * @enum {string}
         */
        ToolUse: "at-once" | "asks" | "new" | "changed" | "not-chosen" | "unfit" | "denied" | "over-limit" | "no-list" | "not-named";
        ToolUseDto: {
            /** @example main */
            agent: string;
            /** @description According to the agent's policy; policies for conversations and senders may differ. `at-once`: called without approval; `asks`: each call needs approval; any other value: why the agent does not have the tool. */
            use: components["schemas"]["ToolUse"];
            /**
             * @description Further details: which of the agent's models do not get the tool, and why.
             * @example null
             */
            detail: string | null;
        };
        McpToolDto: {
            /** @example read_text_file */
            name: string;
            /**
             * @description The tool's name for models; null if the tool is unusable.
             * @example files__read_text_file
             */
            model_name: string | null;
            /**
             * @description Why models do not get the tool; null if they do.
             * @example null
             * @enum {string|null}
             */
            withheld: "new" | "changed" | "not-chosen" | "unfit" | null;
            /**
             * @description Further details.
             * @example null
             */
            detail: string | null;
            /** @description Every agent. */
            agents: components["schemas"]["ToolUseDto"][];
            /**
             * @description Digest of the definition that the server offers; null if the tool is unusable.
             * @example null
             */
            digest: string | null;
            /**
             * @description The definition that the server offers, as JSON.
             * @example {"name":"read_text_file"}
             */
            offered: string | null;
            /**
             * @description The definition that was accepted, as JSON.
             * @example {"name":"read_text_file"}
             */
            accepted: string | null;
        };
        McpToolListDto: {
            /** @description All on one page, sorted by name. */
            items: components["schemas"]["McpToolDto"][];
        };
        ShownToolDto: {
            /** @example read_text_file */
            name: string;
            /** @description The digest, as in the list of tools. */
            digest: string;
        };
        AcceptToolsDto: {
            tools: components["schemas"]["ShownToolDto"][];
        };
        StartedLoginDto: {
            /** @example mlg_01kb8r0m4q3v6w9x2y5z8a1b4c */
            id: string;
            /**
             * @description The address to open in a browser. It works once.
             * @example https://login.example.org/authorize?client_id=4711&state=…
             */
            authorization_url: string;
            /**
             * @description The address that the browser returns to. It must reach this gateway.
             * @example https://chat.example.org/mcp/callback
             */
            redirect_uri: string;
            /**
             * Format: date-time
             * @description Expiry of the login. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
        };
        /** @enum {string} */
        LoginStatus: "waiting" | "done" | "failed";
        LoginAttemptDto: {
            /** @example mlg_01kb8r0m4q3v6w9x2y5z8a1b4c */
            id: string;
            status: components["schemas"]["LoginStatus"];
            /**
             * @description Why the login failed.
             * @example null
             */
            problem: string | null;
            /**
             * Format: date-time
             * @description Expiry of the login. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
        };
        EndedLoginDto: {
            /**
             * @description Why the authorization server may still accept the tokens; null if it has revoked them. The gateway has deleted them in any case.
             * @example null
             */
            problem: string | null;
        };
        /**
         * @description `operator`: a person who has taken the conversation over; `gateway`: a notice, or a request.
         * @enum {string}
         */
        ChatAuthor: "you" | "assistant" | "operator" | "gateway";
        ChatFactDto: {
            /** @example title */
            name: string;
            /** @example "Broken link" */
            value: string;
        };
        ChatApprovalDto: {
            /** @example apr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            state: components["schemas"]["ApprovalState"] | null;
            /**
             * @description Who wants to call which tool.
             * @example main wants to call create_issue of linear
             */
            title: string;
            /** @description The arguments, and what else is decided about. */
            facts: components["schemas"]["ChatFactDto"][];
            /**
             * Format: date-time
             * @description The deadline for the decision. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
            /**
             * @description The display name of the actor who decided.
             * @example null
             */
            decided_by_name: string | null;
            /**
             * @description Whether the caller may decide about it now.
             * @example true
             */
            may_decide: boolean;
        };
        ChatMessageDto: {
            /** @example msg_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @description `operator`: a person who has taken the conversation over; `gateway`: a notice, or a request. */
            author: components["schemas"]["ChatAuthor"];
            /**
             * @description The text; of a command, only its name. Empty for notices to the assistant.
             * @example Hello.
             */
            text: string;
            /**
             * @description The outcome of the caller's own message; `waiting` until it has one.
             * @enum {string|null}
             */
            outcome: "waiting" | "answered" | "heard" | "dropped" | "pairing" | "command" | "failed" | "stopped" | "vote" | "approval" | null;
            /**
             * @description Why the assistant did not answer: a code listed at /docs/reference/reasons, or the command.
             * @example null
             */
            reason: string | null;
            /** @description The files of the message, in order. */
            files: components["schemas"]["MessageFileDto"][];
            /** @description The request, if this line asks for a decision about a tool call. */
            approval: components["schemas"]["ChatApprovalDto"] | null;
            /**
             * Format: date-time
             * @description Time at which the message was sent, or else arrived. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
        };
        ChatFileDto: {
            /**
             * @description The file in base64, at most `delivery.mediaMaxMb` with the other files of the message.
             * @example SGVsbG8uCg==
             */
            buffer: string;
            /**
             * @description The file name with extension.
             * @example hello.txt
             */
            filename: string;
            /**
             * @description The type, as far as the content does not show it.
             * @example text/plain
             */
            mime_type?: string;
        };
        NewChatMessageDto: {
            /**
             * @description The text.
             * @example Which days is the office open?
             */
            text?: string;
            /** @description Its files. */
            files?: components["schemas"]["ChatFileDto"][];
        };
        ChatReceiptDto: {
            /**
             * @description Whether the message was stored now, or by an earlier request with the same key.
             * @example stored
             * @enum {string}
             */
            receipt: "stored" | "duplicate";
        };
        ChatDecisionDto: {
            /**
             * @description `allow-hour` also allows calls of the same tool for the caller in this conversation for an hour.
             * @enum {string}
             */
            decision: "allow" | "allow-hour" | "deny";
        };
        /** @enum {string} */
        BudgetSubject: "gateway" | "agent" | "sender" | "conversation" | "key";
        /** @enum {string} */
        BudgetUnit: "cost" | "tokens";
        BudgetCountDto: {
            /**
             * @description Who or what the limit applies to; empty for the gateway.
             * @example imbridge:+12025550143
             */
            subject: string;
            /**
             * @description The day or month.
             * @example 2026-11
             */
            period: string;
            unit: components["schemas"]["BudgetUnit"];
            /**
             * @description The limit, including allowances.
             * @example 40.000000
             */
            most: string;
            /**
             * @description The amount used, including reservations for running calls.
             * @example 12.250000
             */
            used: string;
            /**
             * @description The amount used by completed calls.
             * @example 12.204500
             */
            spent: string;
            /**
             * Format: date-time
             * @description Start of the next period. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            ends_at: string;
        };
        AllowanceDto: {
            /** @example alw_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge:+12025550143 */
            subject: string;
            /**
             * @description In `usage.currency`.
             * @example 5.000000
             */
            cost: string;
            /** @example 0 */
            tokens: number;
            /**
             * Format: date-time
             * @description Expiry time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            until: string;
            /**
             * Format: date-time
             * @description Creation time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The actor who created it.
             * @example token:owner
             */
            created_by: string;
        };
        BudgetDto: {
            /** @example house */
            name: string;
            per: components["schemas"]["BudgetSubject"];
            /**
             * @description The used fraction of the most used limit; 0 = unused.
             * @example 0.31
             */
            used_ratio: number;
            /** @description The counts, most used first, at most 200. Empty for viewers if they show people. */
            counts: components["schemas"]["BudgetCountDto"][];
            /** @description Current allowances. Empty for viewers. */
            allowances: components["schemas"]["AllowanceDto"][];
        };
        BudgetListDto: {
            items: components["schemas"]["BudgetDto"][];
        };
        NewAllowanceDto: {
            /**
             * @description Who or what the allowance is for, as in the counts of the budget: a sender (`channel:sender id` or a user id), an agent, a conversation or a key. Empty for the gateway.
             * @example imbridge:+12025550143
             */
            subject: string;
            /**
             * @description In `usage.currency`.
             * @example 5
             */
            cost?: number;
            /** @example 100000 */
            tokens?: number;
            /**
             * Format: date-time
             * @description Expiry time. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            until: string;
        };
        /** @enum {string} */
        UsageGroup: "day" | "agent" | "model" | "sender" | "conversation" | "key";
        UsageLineDto: {
            /** @description The day, agent, model, sender, conversation or key; empty if none applies. */
            name: string;
            /**
             * @description Model calls, including failed ones.
             * @example 12
             */
            calls: number;
            /**
             * @description Calls with estimated tokens, because the model reported none.
             * @example 12
             */
            estimated_calls: number;
            /**
             * @description Calls to models without a price; their cost counts as 0.
             * @example 12
             */
            unpriced_calls: number;
            /**
             * @description Request tokens, including cached tokens.
             * @example 12
             */
            input_tokens: number;
            /**
             * @description Request tokens read from the cache.
             * @example 12
             */
            cached_tokens: number;
            /**
             * @description Request tokens written to the cache.
             * @example 12
             */
            cache_write_tokens: number;
            /**
             * @description Answer tokens, including reasoning tokens.
             * @example 12
             */
            output_tokens: number;
            /**
             * @description Answer tokens spent on reasoning.
             * @example 12
             */
            reasoning_tokens: number;
            /**
             * @description In the currency of the report.
             * @example 1.204500
             */
            cost: string;
        };
        UsageReportDto: {
            /** @example 2026-11-01 */
            from: string;
            /** @example 2026-11-30 */
            to: string;
            by: components["schemas"]["UsageGroup"];
            /**
             * @description `usage.currency`.
             * @example EUR
             */
            currency: string;
            items: components["schemas"]["UsageLineDto"][];
        };
        MessageReceivedNews: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /**
             * @description For `gatehouse explain`.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            event_id: string;
            /** @example iMessage;-;+12025550143 */
            conversation_id: string;
            /**
             * @description `direct`, `group` or `channel`.
             * @example direct
             */
            conversation_kind: string;
            /**
             * @description The thread of the conversation.
             * @example null
             */
            thread_id: string | null;
            /** @example +12025550143 */
            sender_id: string;
            /**
             * @description Null for events other than a person’s message, such as a button press.
             * @example null
             */
            message_id: string | null;
            /**
             * @description The number of attached files.
             * @example 0
             */
            files: number;
            /**
             * @description The text, for webhooks with `includeText`.
             * @example When do you open?
             */
            text?: string;
        };
        /** @enum {string} */
        MessageAnsweredOutcome: "answer" | "silent" | "stopped" | "command";
        MessageAnsweredNews: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /**
             * @description For `gatehouse explain`.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            event_id: string;
            /** @example iMessage;-;+12025550143 */
            conversation_id: string;
            /**
             * @description `direct`, `group` or `channel`.
             * @example direct
             */
            conversation_kind: string;
            /**
             * @description The thread of the conversation.
             * @example null
             */
            thread_id: string | null;
            /** @example +12025550143 */
            sender_id: string;
            /**
             * @description Null for events other than a person’s message, such as a button press.
             * @example null
             */
            message_id: string | null;
            outcome: components["schemas"]["MessageAnsweredOutcome"];
            /**
             * @description The name of the command, if it was one.
             * @example status
             */
            command?: string;
            /**
             * @description The model that answered; left out for a command.
             * @example gpt-5.4
             */
            model?: string | null;
            /**
             * @description The delivery of the answer; left out for a command.
             * @example null
             */
            delivery_id?: string | null;
            /**
             * @description Earlier messages that were answered with this one; left out for a command.
             * @example []
             */
            joined_event_ids?: string[];
            /**
             * @description The text, for webhooks with `includeText`.
             * @example When do you open?
             */
            text?: string;
        };
        MessageDroppedNews: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /**
             * @description For `gatehouse explain`.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            event_id: string;
            /** @example iMessage;-;+12025550143 */
            conversation_id: string;
            /**
             * @description `direct`, `group` or `channel`.
             * @example direct
             */
            conversation_kind: string;
            /**
             * @description The thread of the conversation.
             * @example null
             */
            thread_id: string | null;
            /** @example +12025550143 */
            sender_id: string;
            /**
             * @description Null for events other than a person’s message, such as a button press.
             * @example null
             */
            message_id: string | null;
            /**
             * @description The code of the reason; see /docs/reference/reasons.
             * @example not-paired
             */
            reason: string | null;
        };
        MessageFailedNews: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /**
             * @description For `gatehouse explain`.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            event_id: string;
            /** @example iMessage;-;+12025550143 */
            conversation_id: string;
            /**
             * @description `direct`, `group` or `channel`.
             * @example direct
             */
            conversation_kind: string;
            /**
             * @description The thread of the conversation.
             * @example null
             */
            thread_id: string | null;
            /** @example +12025550143 */
            sender_id: string;
            /**
             * @description Null for events other than a person’s message, such as a button press.
             * @example null
             */
            message_id: string | null;
            /**
             * @description The code of the reason; see /docs/reference/reasons.
             * @example model-error
             */
            reason: string | null;
        };
        PairingRequestedNews: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /** @example pair_01j9zq4c5x8r2m6t0w3y7v1b4d */
            pairing_id: string;
            /** @example +12025550143 */
            sender_id: string;
            /**
             * @description The conversation in which it was requested.
             * @example iMessage;-;+12025550143
             */
            conversation_id: string | null;
            /**
             * Format: date-time
             * @description When the request ends. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
        };
        PairingDecidedNews: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /** @example pair_01j9zq4c5x8r2m6t0w3y7v1b4d */
            pairing_id: string;
            /** @example +12025550143 */
            sender_id: string;
            /** @enum {string} */
            status: "approved" | "denied";
            /**
             * @description The actor, as in the audit log.
             * @example token:owner
             */
            by: string;
        };
        DeliveryDeadNews: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /** @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d */
            delivery_id: string;
            /**
             * @description The message that it answers; null if an operator sent it.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            event_id: string | null;
            /** @example iMessage;-;+12025550143 */
            conversation_id: string;
            /**
             * @description Who wrote it.
             * @example assistant
             */
            author: string;
            /**
             * @description The number of attempts.
             * @example 8
             */
            attempts: number;
            /**
             * @description The code of the last failure.
             * @example remote-error
             */
            code: string | null;
            /**
             * @description The last failure in words.
             * @example HTTP 500
             */
            detail: string | null;
        };
        ConversationHeldNews: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /** @example iMessage;-;+12025550143 */
            conversation_id: string;
            /**
             * Format: date-time
             * @description The start of the hold. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The actor, as in the audit log.
             * @example token:owner
             */
            by: string;
            /**
             * Format: date-time
             * @description The end of the hold; null if it has none. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            until: string | null;
        };
        ConversationReleasedNews: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /** @example iMessage;-;+12025550143 */
            conversation_id: string;
            /**
             * Format: date-time
             * @description The start of the hold. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The actor, as in the audit log.
             * @example token:owner
             */
            by: string;
        };
        ChannelStateNews: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /** @example transient-disconnect */
            status: string;
            /**
             * @description The cause of this state.
             * @example ECONNREFUSED
             */
            reason: string | null;
            /**
             * Format: date-time
             * @description When this state began. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string;
        };
        AgentFailingNews: {
            /** @example main */
            agent_id: string;
            /**
             * @description The name of its model.
             * @example gpt-5.4
             */
            model: string | null;
            /**
             * @description The code of the reason; see /docs/reference/reasons.
             * @example model-error
             */
            reason: string | null;
            /**
             * @description The failure in words.
             * @example the model answered 529
             */
            detail: string | null;
        };
        AgentRecoveredNews: {
            /** @example main */
            agent_id: string;
            /**
             * @description The name of its model.
             * @example gpt-5.4
             */
            model: string | null;
        };
        AlertRaisedNews: {
            /** @example alr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /**
             * @description The subject.
             * @example channel-down
             */
            code: string;
            /**
             * @description The object that the alert is about.
             * @example imbridge/default
             */
            subject: string;
            /**
             * @description The problem, in words.
             * @example imbridge/default is disconnected
             */
            message: string;
            /**
             * Format: date-time
             * @description When the problem began, if known. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The path of the setting that caused it.
             * @example null
             */
            setting: string | null;
            /**
             * @description How to fix it.
             * @example `gatehouse doctor`
             */
            remedy: string | null;
            /**
             * Format: date-time
             * @description When it was raised. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            raised_at: string;
        };
        AlertClearedNews: {
            /** @example alr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /**
             * @description The subject.
             * @example channel-down
             */
            code: string;
            /**
             * @description The object that the alert is about.
             * @example imbridge/default
             */
            subject: string;
            /**
             * @description The problem, in words.
             * @example imbridge/default is disconnected
             */
            message: string;
            /**
             * Format: date-time
             * @description When the problem began, if known. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The path of the setting that caused it.
             * @example null
             */
            setting: string | null;
            /**
             * @description How to fix it.
             * @example `gatehouse doctor`
             */
            remedy: string | null;
            /**
             * Format: date-time
             * @description When it was raised. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            raised_at: string;
            /**
             * Format: date-time
             * @description When it was cleared. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            cleared_at: string | null;
            /**
             * @description How long it lasted.
             * @example 720
             */
            lasted_seconds: number;
        };
        WebhookTestNews: {
            /** @example crm */
            webhook_id: string;
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
    performAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe. For 24 hours, a repeat with the same key and body returns the first result without acting again (`CONFLICT` with `Retry-After` while the action is in progress, and the same `UNAVAILABLE` if the outcome is unknown); a different body fails with `IDEMPOTENCY_MISMATCH`. A rejected request releases its key. 1 to 255 visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `true` if this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionResultDto"];
                };
            };
            /** @description The message is still being sent. */
            202: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `true` if this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionResultDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `IDEMPOTENCY_MISMATCH` */
            422: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Changes whenever the configuration changes. Send it as `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the configuration that you read. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
                "application/merge-patch+json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Changes whenever the configuration changes. Send it as `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigOutcomeDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PRECONDITION_FAILED` */
            412: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readConfigSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigSchemaDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    checkConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigCheckDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    examineGateway: {
        parameters: {
            query?: {
                /** @description The id of a check, such as `imbridge.webhook`, or the part before its dot. Default: all checks. */
                only?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoctorDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    repairGateway: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RepairRequestDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepairsDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe. For 24 hours, a repeat with the same key and body returns the first deliveries without sending again; a different body fails with `IDEMPOTENCY_MISMATCH`. A rejected request releases its key. 1 to 255 visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OutgoingMessageDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `true` if this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentMessageDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `IDEMPOTENCY_MISMATCH` */
            422: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPairings: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Restricts the list to this channel, such as `imbridge`. */
                channel?: string;
                /** @description Restricts the list to requests with this status. */
                status?: "pending" | "approved" | "denied" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PairingDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    approvePairingByCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovePairingDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PairingDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    approvePairing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The pairing request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetInDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PairingDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    denyPairing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The pairing request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PairingDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPolls: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PollDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPoll: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe. For 24 hours, a repeat with the same key and body returns the first poll without sending again; a different body fails with `IDEMPOTENCY_MISMATCH`. A rejected request releases its key. 1 to 255 visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPollDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `true` if this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedPollDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `IDEMPOTENCY_MISMATCH` */
            422: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readPoll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The poll. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PollDetailDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    checkAccess: {
        parameters: {
            query: {
                channel: string;
                /** @description The account on the channel. Default: the only one, or `default`. */
                account?: string;
                /** @description The sender, in any form that the channel accepts. */
                sender_id: string;
                /** @description The conversation, by the channel's id or as `cnv_…`. Default: the sender's direct chat, which need not exist yet. */
                conversation_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Only actions by this actor, such as `token:owner`. */
                actor?: string;
                /** @description Only this action, such as `pairing.approved`. */
                action?: string;
                /** @description Only actions on the object with this id or name. */
                subject?: string;
                /** @description Only actions at or after this time. */
                since?: string;
                /** @description Only actions before this time. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditEntryDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listGrants: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Restricts the list to this channel, such as `imbridge`. */
                channel?: string;
                /** @description Restricts the list to this account. */
                account?: string;
                /** @description Restricts the list to this sender, as in the `sender_id` of a grant. */
                sender_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["GrantDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createGrant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGrantDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The grant. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonDto"];
            };
        };
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The file name. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    erasePerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasePersonDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasingDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The erasure. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`, `HTTPS_REQUIRED` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSessionDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The cookie, which page scripts cannot read. */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`, `HTTPS_REQUIRED` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Deletes the cookie. */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`, `HTTPS_REQUIRED` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSessionLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionLinkDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AdminTokenDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, the same key creates nothing more. The retry is a `CONFLICT` whose details name the created object, because its secret is shown only once: if you missed it, revoke it and repeat with another key. With a different body it is an `IDEMPOTENCY_MISMATCH`. A rejected request frees its key. 1 to 255 visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAdminTokenDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAdminTokenDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `IDEMPOTENCY_MISMATCH` */
            422: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listUserKeys: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ListedApiKey"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createUserKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, the same key creates nothing more. The retry is a `CONFLICT` whose details name the created object, because its secret is shown only once: if you missed it, revoke it and repeat with another key. With a different body it is an `IDEMPOTENCY_MISMATCH`. A rejected request frees its key. 1 to 255 visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `IDEMPOTENCY_MISMATCH` */
            422: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeUserKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                id: string;
                /** @description The key. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Restricts the list to the user with this address (case-insensitive). */
                email?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["UserDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUserDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Identifies this state; send it as `If-Match` to change only this state. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Identifies this state; send it as `If-Match` to change only this state. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read. If it has changed since, the request has no effect. */
                "If-Match"?: string;
            };
            path: {
                /** @description The user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PRECONDITION_FAILED` */
            412: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read. If it has changed since, the request has no effect. */
                "If-Match"?: string;
            };
            path: {
                /** @description The user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChangeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Identifies this state; send it as `If-Match` to change only this state. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PRECONDITION_FAILED` */
            412: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    linkIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SenderDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unlinkIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                id: string;
                /** @description The link. */
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    tryAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent’s id, as in `GET /status`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentQuestionDto"];
            };
        };
        responses: {
            /** @description Events, until the answer ends. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readChannelSetup: {
        parameters: {
            query?: {
                /** @description An existing or new account. A channel with only one account accepts only `default`. */
                account?: string;
            };
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelSetupDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    checkChannelSetup: {
        parameters: {
            query?: {
                /** @description An existing or new account. A channel with only one account accepts only `default`. */
                account?: string;
            };
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetupAnswersDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetupCheckDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readAppPackage: {
        parameters: {
            query?: {
                /** @description A page about the app. Default: the website of the previous package, or else `gateway.publicUrl`. */
                website?: string;
                /** @description The name shown to users. */
                name?: string;
                /** @description Default: the version of the package on the gateway's machine, raised if the content has changed. */
                version?: string;
            };
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A ZIP archive. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The file name. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Restricts the list to approvals in this state. */
                state?: "pending" | "approved" | "running" | "done" | "failed" | "interrupted" | "denied" | "expired" | "withdrawn";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApprovalDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or code of the approval. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    approveCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or code of the approval. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    denyCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or code of the approval. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DenyDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Restricts the list to this channel, such as `imbridge`. */
                channel?: string;
                /** @description Restricts the list to conversations with this text in their name, `conversation_id` or `id`. Case-insensitive, without wildcards. */
                q?: string;
                /** @description Restricts the list to conversations of this kind. */
                kind?: "direct" | "group" | "channel";
                /** @description `true` restricts the list to held conversations. */
                held?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ConversationDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The conversation. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    holdConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The conversation. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldTermsDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    releaseConversation: {
        parameters: {
            query?: {
                /** @description Whether the assistant answers the last message that it did not answer because of the hold. */
                answer?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The conversation. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The conversation. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ConversationMessageDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listLoopBreaks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["LoopBreakDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endLoopBreak: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The loop break. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `media_id` of a message file. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The file name, for files sent as attachments. */
                    "Content-Disposition"?: string;
                    /** @description `same-origin` */
                    "Cross-Origin-Resource-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                    "image/png": string;
                    "image/jpeg": string;
                    "image/gif": string;
                    "image/webp": string;
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listToolPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolPermissionListDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endToolPermission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The permission. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["DeadLetterDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    retryDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The dead letter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Restricts the list to deliveries with this status. */
                status?: "queued" | "sending" | "unknown" | "sent" | "dead";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["DeliveryDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetailDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    followEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id:` of the last event received. Default: only new events. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, until either side closes the connection. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The event, a resulting transcript line or delivery, or a conversation. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Restricts the list to open or cleared alerts. */
                state?: "open" | "cleared";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RaisedAlertDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listChannels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ChannelDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readChannel: {
        parameters: {
            query?: {
                /** @description `true` queries the service of each account now, which may take several seconds. */
                deep?: "true" | "false";
            };
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readFigures: {
        parameters: {
            query?: {
                /** @description `1h` by minute, `24h` by hour, `30d` by day (UTC). */
                window?: components["schemas"]["FigureWindow"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FiguresDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookListDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook in `webhooks.list`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTestDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    switchWebhookOn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook in `webhooks.list`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resendWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook in `webhooks.list`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResentDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readLogs: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Only lines since this time: a duration before now (`90s`, `10m`, `2h`, `1d`) or a UTC time (`2026-11-25T20:30:00Z`). A stream starts with the kept lines since then. */
                since?: string;
                /** @description The minimum level. */
                level?: "fatal" | "error" | "warn" | "info" | "debug" | "trace";
                /** @description Only lines with this `event_id`. */
                event?: string;
                /** @description Only lines about this conversation, by its `id` or `conversation_id`. */
                conversation?: string;
            };
            header?: {
                /** @description For streams: the id of the last line received. The stream starts with the kept lines after it. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first, or a stream. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogPageDto"];
                    "text/event-stream": string;
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMcpServers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpServerListDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMcpTools: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the server in `mcp.servers`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpToolListDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    acceptMcpTools: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the server in `mcp.servers`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptToolsDto"];
            };
        };
        responses: {
            /** @description The tools of the server after the change. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpToolListDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMcpLogin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the server in `mcp.servers`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAttemptDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    startMcpLogin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the server in `mcp.servers`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedLoginDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endMcpLogin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the server in `mcp.servers`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedLoginDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listChatMessages: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page; opaque. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ChatMessageDto"][];
                        /** @description Send it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    writeChatMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id that the caller gives the message: as long as the message is kept, a request with the same key is the same message, and nothing is stored again. 1 to 255 visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewChatMessageDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `true` if this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatReceiptDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    decideInChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The approval. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatDecisionDto"];
            };
        };
        responses: {
            /** @description Stored; the decision is made right after. */
            202: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listBudgets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BudgetListDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createAllowance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the budget. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAllowanceDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllowanceDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE` */
            413: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The accepted compressions, if the `Content-Encoding` is not supported. */
                    "Accept-Encoding"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeAllowance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the budget. */
                name: string;
                /** @description The allowance. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readUsage: {
        parameters: {
            query?: {
                /** @description The first day, such as `2026-11-01`. Default: the first of this month. */
                from?: string;
                /** @description The last day. Default: today in `usage.timeZone`. */
                to?: string;
                /** @description How to group the usage. `sender`, `conversation` and `key` need the role `operator`. */
                by?: components["schemas"]["UsageGroup"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReportDto"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `Bearer` */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL` */
            500: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    onMessageReceived: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "message.received";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["MessageReceivedNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMessageAnswered: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "message.answered";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["MessageAnsweredNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMessageDropped: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "message.dropped";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["MessageDroppedNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMessageFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "message.failed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["MessageFailedNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPairingRequested: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "pairing.requested";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["PairingRequestedNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPairingDecided: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "pairing.decided";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["PairingDecidedNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDeliveryDead: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "delivery.dead";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["DeliveryDeadNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConversationHeld: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "conversation.held";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["ConversationHeldNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConversationReleased: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "conversation.released";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["ConversationReleasedNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChannelDown: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "channel.down";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["ChannelStateNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChannelUp: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "channel.up";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["ChannelStateNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAgentFailing: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "agent.failing";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["AgentFailingNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAgentRecovered: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "agent.recovered";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["AgentRecoveredNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAlertRaised: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "alert.raised";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["AlertRaisedNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAlertCleared: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "alert.cleared";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["AlertClearedNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the message; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; one per key, separated by a space. */
                "webhook-signature": string;
                /** @description The trace of the event, if tracing is on. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "webhook.test";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC.
                     */
                    timestamp: string;
                    data: components["schemas"]["WebhookTestNews"];
                };
            };
        };
        responses: {
            /** @description No more messages are wanted: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Any other status is retried for a day. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
