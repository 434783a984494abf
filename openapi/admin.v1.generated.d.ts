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
         * @description React, edit, unsend, reply, send with an effect or a file, change a group. The answer comes when the action is done; an action that is a message is waited for up to 20 s. `GET /channels/{channel}` shows the capabilities of a channel. Parameters may also be spelled as in the spec (`messageId`). Needs the role `operator`.
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
         * Show the configuration in force
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
         * @description A merge patch (RFC 7396): objects are merged, null resets a setting to its default, a list replaces the whole list. Or `{"set": {"agents.list[0].systemPrompt": "…"}, "unset": ["gateway.port"]}` for single settings and list items (`[]` appends). Sending a masked secret back keeps the secret. Everything is checked first; then it is written to the configuration file, whose comments stay, and takes effect. All or nothing. With `If-Match`, only if the configuration has not changed since. Needs the role `owner`.
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
         * Show every setting as JSON Schema
         * @description With meaning, default, limits and source. Rules between settings are checked by the gateway only. Needs the role `owner`.
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
         * Try a change of the configuration
         * @description Validates the body of `PATCH /config` and returns its effects or its problems. Writes nothing. Needs the role `owner`.
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
         * @description Checks this process, its machine and its services now. Read-only; takes up to 5 seconds. Needs the role `operator`.
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
         * Repair what cannot be harmed by it
         * @description Makes the repairs that the checks offer, each on its own, and looks again. Never changes the configuration. Needs the role `operator`.
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
         * @description Stores the message in the outbox, after the pending messages of that conversation. It is added to the conversation's transcript as the assistant's own words, so the assistant sees it when the person answers. Needs the role `operator`.
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
         * @description Lets the sender in: their next message is answered. Needs the role `operator`.
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
         * @description The sender gets no notice, and is ignored until they get a grant. Needs the role `operator`.
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
         * @description Only senders who may write there can vote; the last vote of each counts. Needs the role `operator`.
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
         * @description Judged by the gate itself, also for people never seen. Changes nothing: no pairing request is made. Needs the role `viewer`.
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
         * Let a sender in
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
         * Hand out all that is stored about a person
         * @description A ZIP archive with a JSON file for each kind of record, and the files of their messages. docs/operations/people.md describes it. A sender about whom nothing is stored is refused, with similar ids. The act is audited. Needs the role `owner`.
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
         * Erase all that is stored about a person
         * @description Cannot be undone. Waits some seconds for the end; a longer one continues, also after a restart. If the person writes again, they count as new. A sender about whom nothing is stored is refused, with similar ids. The act is audited under a pseudonym. Needs the role `owner`.
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
         * Read how far an erasing is
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
         * @description By cookie and by token. Needs the role `viewer`.
         */
        get: operations["readSession"];
        put?: never;
        /**
         * Sign in to the console
         * @description Answers with a cookie for this API alone: for 12 hours at most, no longer than the token, and only as long as the token is not revoked. A call that changes something by it needs the header `X-Gatehouse-Console: 1`; where a bearer token is presented too, that decides. Over plain HTTP it is refused, except on the machine of the gateway (`dataApi.requireHttps`).
         */
        post: operations["signIn"];
        /**
         * Sign out of the console
         * @description The cookie is refused at once, on every replica. Needs the role `viewer`.
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
         * @description Opening it within 60 seconds signs in as the calling token, once. A cookie cannot make one, so a sign-in is not prolonged. Needs the role `viewer`.
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
         * @description The token is shown only once. It can do no more than the calling token, and lasts no longer. Needs the role `owner`.
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
         * @description The token is refused at once, on every replica, and so are the tokens that were made with it. Needs the role `owner`.
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
         * @description Each with usage and limits. Includes expired keys until they are revoked. Needs the role `viewer`.
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
         * @description The key is refused at once, on every replica, and so are the keys that were made with it. Needs the role `operator`.
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
         * @description Fields that are left out stay unchanged. Needs the role `operator`.
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
         * Remove the link to a sender
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
         * Ask an agent one question, outside of every conversation
         * @description Server-sent events: `text` (a part of the answer, `{text}`), and last `answered` (`{duration_ms, input_tokens, output_tokens, cut_off}`) or `failed` (`{failure, reason, what, setting, remedy}`, as in the table of reasons). Nothing is stored or sent, and the agent gets no tools; tokens count, budgets apply, and the audit log has `agent.tried` without the question. One at a time for each token. Closing the connection ends the answer. Needs the role `operator`.
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
         * Show the questions of a channel’s setup
         * @description Those of `gatehouse onboard`, with the present answers. Secrets are masked. Needs the role `owner`.
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
         * Try the answers of a channel’s setup at the service
         * @description Returns problems by step and field, within 15 seconds. Writes nothing, and sends no messages. A present secret is not sent to another address than before. Needs the role `owner`.
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
         * Make the app package that is installed in the service
         * @description From the configuration in force. Writes nothing on the machine of the gateway. Needs the role `owner`.
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
         * @description The first decision counts. The call is checked again and made soon afterwards, with the arguments as they are stored. Needs the role `operator`.
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
         * Refuse a tool call
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
         * List conversations, those with the newest messages first
         * @description No page shows a conversation a second time, and none is left out that has no new message meanwhile; one with a new message moves ahead of the pages that were read. Where more than 800 conversations had messages within two minutes, their order is to the minute. Needs the role `viewer`.
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
         * @description Once it is answered, the assistant says nothing there any more, on any replica; a running turn ends as by `/stop`. Messages are kept for its next turn. Repeating it changes only the end and the note. Needs the role `operator`.
         */
        put: operations["holdConversation"];
        post?: never;
        /**
         * Hand a conversation back to the assistant
         * @description With its next turn, the assistant gets the messages sent meanwhile. Repeating the call changes nothing, and no message is answered twice. Needs the role `operator`.
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
         * @description Conversations that get no answers because programs seem to answer each other there. All on one page. Needs the role `viewer`.
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
         * @description The conversation is answered again from its next message on, and its rounds are counted from zero. Needs the role `operator`.
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
         * Read a file of a message
         * @description The bytes, as they are stored. Nothing in it is executed: only PNG, JPEG, GIF and WebP pictures have their type and may be shown; every other file is `application/octet-stream` and an attachment, whatever it says about itself. Needs the role `viewer`.
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
         * List permissions for one hour
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
         * End a permission before its hour is over
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
         * @description Jobs that failed repeatedly because of the gateway itself. Needs the role `viewer`.
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
         * @description Puts the job at the end of its lane. It is then no longer a dead letter. Needs the role `operator`.
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
         * Send a dead delivery again
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
         * @description Server-sent events until the connection closes: `message` (a line of a transcript, as in `/conversations/{id}/messages`, with its place), `pairing` (a new pairing request), `decision` (`pairing_id` and `status` of one that is decided), `hold` (a conversation that a person has taken over, whose hold has changed, or which is handed back), `approval` (a tool call waits for a decision, is decided about, or has ended; without its arguments), `grant` and `user` (the `id` of one that was added, changed or removed, or whose keys or senders were) and, for owners, `audit`. Each has an `id:`. A client that reconnects with it as `Last-Event-ID` first gets the events since, also after a restart and from another replica. On PostgreSQL an event is sent once every transaction that may still commit an earlier one has ended.
         *
         *     Besides, hints without data (`{}`) and without an id tell that something has changed, at most twice a second: `event` (an event has come, or has got its outcome: dropped, for instance), `delivery`, `account`, `alert` and `loop`. They cannot be resumed, so each stream begins with `gap`: reload the lists that you show.
         *
         *     A token can have 10 streams, and all tokens but those of owners 50; one more is answered with 503 and `Retry-After`. Needs the role `viewer`.
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
         * Show the path of a message from acceptance to delivery, and why it got no answer
         * @description Accepts the id of an event, that of a transcript line or delivery that resulted from it, or that of a conversation: then its last message. Needs the role `viewer`.
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
         * Show what happened over time
         * @description The same from every replica. While more than 5,000 messages arrive in a minute, that minute is counted when it is over. Needs the role `viewer`.
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
         * List webhooks, and how they are
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
         * Send a test message now, and tell what came of it
         * @description Its type is `webhook.test`. It is sent ahead of pending messages, and does not change the webhook. Needs the role `operator`.
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
         * Switch a webhook on again, and send its pending messages
         * @description Needed after its receiver has answered 410; otherwise it only ends the waits. Needs the role `operator`.
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
         * @description They have the same ids as before. Needs the role `operator`.
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
         * @description The last lines of the process that answers (`logging.keepLines`, at most 10 MB), down to `logging.level`. With `Accept: text/event-stream`, server-sent events until the connection closes: first `replicas` (as in the page), then `log` (a line, oldest first) and `gap` (`lines` that are not kept any more). Without `since` or `Last-Event-ID` only lines from now on. The places are those of `/events`: 10 streams for each token. Needs the role `operator`.
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
         * List servers of tools, and how they are
         * @description All on one page. State and problem are those of the process that answers. Needs the role `viewer`.
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
         * List the tools of a server, and why one is withheld
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
         * Accept definitions of tools as they were shown
         * @description All or none: one that the server offers otherwise by now is a conflict. Needs the role `owner`.
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
         * Show how the last login to a server of tools ended
         * @description Needs the role `owner`.
         */
        get: operations["getMcpLogin"];
        put?: never;
        /**
         * Begin a login to a server of tools
         * @description Finds its authorization server, and registers this gateway there if need be. A person continues at the address. Any earlier attempt is cancelled. Needs the role `owner`.
         */
        post: operations["startMcpLogin"];
        /**
         * Log out of a server of tools
         * @description Forgets the tokens, also those for a server that is not configured any more. Needs the role `owner`.
         */
        delete: operations["endMcpLogin"];
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
         * @description All on one page, as configured. Only operators see whose they are. Needs the role `viewer`.
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
         * Grant something on top of a budget
         * @description Applies from the next call on, to every limit of the budget in its unit. Needs the role `operator`.
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
         * @description Spending under it stays counted. Needs the role `operator`.
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
         * Show what model calls used
         * @description All on one page, by name. Only operators see people, conversations and keys. Needs the role `viewer`.
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
         * @description The scopes the key has.
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
             * @description Our account on the channel. Default: the only one, or `default`.
             * @example default
             */
            account?: string;
            /**
             * @description The action, as the specification names it; `rename_group` is accepted for `renameGroup`.
             * @example react
             * @enum {string}
             */
            action: "react" | "edit" | "unsend" | "reply" | "sendWithEffect" | "sendAttachment" | "renameGroup" | "setGroupIcon" | "addParticipant" | "removeParticipant" | "leaveGroup";
            /**
             * @description The target, in a form that the channel accepts. It may be left out when `message_id` is the full id of a message we sent.
             * @example +12025550143
             */
            target?: string;
            /** @description The same as `target`; the specification's name for messages. */
            to?: string;
            /** @description The same as `target`; the specification's name for groups. */
            chat_guid?: string;
            /**
             * @description react, edit, unsend, reply: the message concerned, by its full id, or by its short id while that is known.
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
             * @description reply: where it is posted, on channels with threads. Default: as the channel's settings say.
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
             * @description sendAttachment, reply, setGroupIcon: replaces the file in base64. A file on the gateway's machine, by its absolute path, below a folder of `media.allowedFolders`.
             * @example /srv/outgoing/plan.pdf
             */
            path?: string;
            /**
             * @description sendAttachment, reply: the file name with its extension.
             * @example hello.txt
             */
            filename?: string;
            /**
             * @description sendAttachment, reply: sends it as a voice memo (MP3, CAF or Opus in Ogg; any other format goes as a file).
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
             * @description addParticipant, removeParticipant: the person, as people write it on that channel.
             * @example +12025550143
             */
            address?: string;
        };
        /**
         * @description `done`, or `sent` for an action that is a message. With 202, the current status of the delivery, which continues in the background.
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
             * @description Our account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            conversation_id: string;
            /** @description `done`, or `sent` for an action that is a message. With 202, the current status of the delivery, which continues in the background. */
            status: components["schemas"]["ActionStatus"];
            /**
             * @description The service's id of the message that was sent or that the action changed.
             * @example 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002
             */
            message_id: string | null;
            /**
             * @description The deliveries of an action that is a message; otherwise empty.
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
            config: {
                [key: string]: unknown;
            };
            /**
             * @description The source of each setting that is not a default: `file`, or the environment variable that takes precedence.
             * @example {
             *       "gateway.port": "file"
             *     }
             */
            sources: {
                [key: string]: string;
            };
            /**
             * @description Settings whose new value takes effect at the next start.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            pending_restart: string[];
        };
        ConfigSchemaDto: {
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
             * @description The environment variable that is set.
             * @example WORKCHAT_APP_ID
             */
            variable: string;
        };
        ConfigProblemDto: {
            /** @example channels.imbridge.dmPolicy */
            path: string;
            /**
             * @description The problem, without the value of a secret.
             * @example must be one of pairing, allowlist, open, disabled; it is "allow"
             */
            message: string;
        };
        ConfigCheckDto: {
            /**
             * @description Settings whose value has changed; a list counts as one.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            changed: string[];
            /**
             * @description Changed settings that are in force now.
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
            /** @description Changed settings without effect, because an environment variable holds another value. */
            overridden: components["schemas"]["OverriddenSettingDto"][];
            /** @description Every problem of the changed configuration. */
            problems: components["schemas"]["ConfigProblemDto"][];
        };
        ConfigOutcomeDto: {
            /**
             * @description Settings whose value has changed; a list counts as one.
             * @example [
             *       "channels.imbridge.dmPolicy"
             *     ]
             */
            changed: string[];
            /**
             * @description Changed settings that are in force now.
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
            /** @description Changed settings without effect, because an environment variable holds another value. */
            overridden: components["schemas"]["OverriddenSettingDto"][];
        };
        /**
         * @description `unknown`: the result cannot be determined from here, or the check itself failed.
         * @enum {string}
         */
        CheckState: "ok" | "warning" | "failed" | "unknown";
        CheckDto: {
            /**
             * @description The check; a check of several subjects is there several times.
             * @example imbridge.webhook
             */
            id: string;
            /** @description `unknown`: the result cannot be determined from here, or the check itself failed. */
            state: components["schemas"]["CheckState"];
            /** @example the bridge has no webhook of ours */
            message: string;
            /**
             * @description The path of the setting or variable that decides.
             * @example gateway.publicUrl
             */
            setting: string | null;
            /**
             * @description What to do about it: a command or a change.
             * @example `gatehouse doctor --fix`
             */
            remedy: string | null;
            /** @description Whether a repair that cannot hurt is offered. */
            fixable: boolean;
            /**
             * @description What that repair would do.
             * @example register the webhook at the bridge
             */
            repair: string | null;
        };
        DoctorDto: {
            /** @description Whether no check failed. */
            ok: boolean;
            checks: components["schemas"]["CheckDto"][];
        };
        RepairRequestDto: {
            /** @description The id of a check, such as `imbridge.webhook`, or the part before its dot. All when left out. */
            only?: string;
        };
        RepairDto: {
            /**
             * @description The check whose finding it is.
             * @example imbridge.webhook
             */
            id: string;
            /**
             * @description The change that was made or attempted.
             * @example register the webhook at the bridge
             */
            repair: string;
            /**
             * @description Why it was not done; null when it was.
             * @example null
             */
            problem: string | null;
        };
        RepairsDto: {
            /** @description Whether no check failed. */
            ok: boolean;
            checks: components["schemas"]["CheckDto"][];
            repairs: components["schemas"]["RepairDto"][];
        };
        OutgoingFileDto: {
            /**
             * @description The file in base64, at most `delivery.mediaMaxMb`. Give this or `path`.
             * @example SGVsbG8uCg==
             */
            buffer?: string;
            /**
             * @description A file on the gateway's machine, by its absolute path, below a folder of `media.allowedFolders`.
             * @example /srv/outgoing/plan.pdf
             */
            path?: string;
            /**
             * @description The file name that the recipient sees, with its extension.
             * @example hello.txt
             */
            filename?: string;
            /**
             * @description Sends the file as a voice memo (MP3, CAF or Opus in Ogg; any other format goes as a file).
             * @default false
             */
            as_voice: boolean;
        };
        OutgoingMessageDto: {
            /** @example imbridge */
            channel: string;
            /**
             * @description Our account on the channel. Default: the only one, or `default`.
             * @example default
             */
            account?: string;
            /**
             * @description The target, in a form that the channel accepts: on imbridge a handle, `chat_guid:`, `chat_id:`, `chat_identifier:`; on workchat `user:`, `conversation:`, with `;messageid=` behind the id for a thread.
             * @example +12025550143
             */
            target: string;
            /**
             * @description The text. A text that is too long for one message of the channel becomes several.
             * @example Hello.
             */
            message?: string;
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
            card?: {
                [key: string]: unknown;
            };
            /** @description A file, sent after the text. */
            media?: components["schemas"]["OutgoingFileDto"];
            /**
             * @description The full id of the message that this one answers.
             * @example 0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002
             */
            reply_to?: string;
            /**
             * @description Where it is posted, on channels with threads: in the thread of the message it answers, or as a post of its own. A target with a thread allows only `thread`.
             * @enum {string}
             */
            reply_style?: "thread" | "top-level";
        };
        SentMessageDto: {
            /**
             * @description The delivery of the message, or of the first of several; `GET /deliveries/{id}` shows its state.
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
             * @description Our account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The id in the channel's own form.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description The name that the service shows; anyone may choose any name.
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
             * @description The time until which it can be approved or denied. ISO 8601, UTC.
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
             * @description The time of the decision; null while pending. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            decided_at: string | null;
        };
        ApprovePairingDto: {
            /**
             * @description The user to link the sender to. Default: none. The link can also be made later.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            user_id?: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description The code as the sender received it; case, spaces and hyphens do not matter.
             * @example K7QX4MNP
             */
            code: string;
        };
        LetInDto: {
            /**
             * @description The user to link the sender to. Default: none. The link can also be made later.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            user_id?: string;
        };
        NewPollDto: {
            /** @example workchat */
            channel: string;
            /**
             * @description Our account on the channel. Default: the only one, or `default`.
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
             * @description The options: one line each, all different.
             * @example [
             *       "Monday",
             *       "Tuesday",
             *       "Friday"
             *     ]
             */
            options: string[];
            /**
             * @description How many options a voter may choose, at most the number of options.
             * @default 1
             */
            max_selections: number;
        };
        AskedPollDto: {
            /** @example poll_01j9zq4c5x8r2m6t0w3y7v1b4d */
            poll_id: string;
            /**
             * @description The delivery of the poll; `GET /deliveries/{id}` shows its state.
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
             * @description Our account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The id in the channel's own form.
             * @example 19:abc
             */
            conversation_id: string;
            /**
             * @description One line.
             * @example Which day suits?
             */
            question: string;
            options: components["schemas"]["PollOptionDto"][];
            /** @description How many options a voter may choose. */
            max_selections: number;
            /**
             * @description The number of voters.
             * @example 3
             */
            voter_count: number;
            /**
             * @description The delivery of the poll; an old one may have been deleted.
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
             * @description The id in the channel's own form.
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
             * @description Time of the vote by the service's clock. ISO 8601, UTC.
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
             * @description Our account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The id in the channel's own form.
             * @example 19:abc
             */
            conversation_id: string;
            /**
             * @description One line.
             * @example Which day suits?
             */
            question: string;
            options: components["schemas"]["PollOptionDto"][];
            /** @description How many options a voter may choose. */
            max_selections: number;
            /**
             * @description The number of voters.
             * @example 3
             */
            voter_count: number;
            /**
             * @description The delivery of the poll; an old one may have been deleted.
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
            /** @description The voters, in the order of their votes. */
            voters: components["schemas"]["PollVoterDto"][];
        };
        /**
         * @description `answer`: the assistant answers it; `context`: kept for the next answer, not answered; `code`: answered with a pairing code; `dropped`: not even kept.
         * @enum {string}
         */
        AccessVerdict: "answer" | "context" | "code" | "dropped";
        JudgementDto: {
            /** @description `answer`: the assistant answers it; `context`: kept for the next answer, not answered; `code`: answered with a pairing code; `dropped`: not even kept. */
            verdict: components["schemas"]["AccessVerdict"];
            /**
             * @description The code of the reason; docs/reference/reasons.md has them all.
             * @example not-paired
             */
            reason: string;
            /**
             * @description What happened, in words.
             * @example The sender has no access yet.
             */
            what: string;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example channels.imbridge.dmPolicy
             */
            setting: string | null;
            /**
             * @description Whether they may give the commands of an operator in the chat.
             * @example false
             */
            may_command: boolean;
            /**
             * @description What to do about it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            remedy: string;
        };
        AccessDto: {
            /** @description `answer`: the assistant answers it; `context`: kept for the next answer, not answered; `code`: answered with a pairing code; `dropped`: not even kept. */
            verdict: components["schemas"]["AccessVerdict"];
            /**
             * @description The code of the reason; docs/reference/reasons.md has them all.
             * @example not-paired
             */
            reason: string;
            /**
             * @description What happened, in words.
             * @example The sender has no access yet.
             */
            what: string;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example channels.imbridge.dmPolicy
             */
            setting: string | null;
            /**
             * @description Whether they may give the commands of an operator in the chat.
             * @example false
             */
            may_command: boolean;
            /**
             * @description What to do about it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            remedy: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The id in the channel's own form.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description The conversation; null for a direct chat that does not exist yet.
             * @example -;+12025550143
             */
            conversation_id: string | null;
            /** @description What a message would get that mentions the assistant; the fields above are about one that does not. Null in a direct chat, where none is needed. */
            with_mention: components["schemas"]["JudgementDto"] | null;
        };
        AuditChange: {
            /**
             * @description The values until then; empty when the thing was made. A name that is missing had no value.
             * @example {
             *       "status": "active"
             *     }
             */
            before: {
                [key: string]: unknown;
            };
            /**
             * @description The values since; empty when the thing was deleted. A name that is missing has no value.
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
             * @description The id of the thing it was done to.
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
            /** @description The changed values. Secrets are masked, message texts are omitted, and long values are cut. Null for an act that changes no values, and for acts of older releases. */
            change: components["schemas"]["AuditChange"] | null;
        };
        /**
         * @description The origin of the grant.
         * @enum {string}
         */
        GrantSource: "pairing" | "operator";
        GrantDto: {
            /** @example grt_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The id in the channel's own form.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description The name at the time of the pairing.
             * @example Robin
             */
            sender_name: string | null;
            /** @description The origin of the grant. */
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
             * @description Our account on the channel. Default: the only one, or `default`.
             * @example default
             */
            account?: string;
            /**
             * @description The sender, as people write it on that channel; the channel converts it to its own form.
             * @example +1 (202) 555-0143
             */
            sender_id: string;
        };
        PersonDto: {
            /** @example imbridge */
            channel?: string;
            /** @description Only on this account of ours. Default: on all of the channel. */
            account?: string;
            /**
             * @description The sender, as people write it on that channel; the channel converts it to its own form.
             * @example +1 (202) 555-0143
             */
            sender_id?: string;
            /**
             * @description A user, in place of `channel` and `sender_id`.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            user_id?: string;
        };
        ErasePersonDto: {
            /** @example imbridge */
            channel?: string;
            /** @description Only on this account of ours. Default: on all of the channel. */
            account?: string;
            /**
             * @description The sender, as people write it on that channel; the channel converts it to its own form.
             * @example +1 (202) 555-0143
             */
            sender_id?: string;
            /**
             * @description A user, in place of `channel` and `sender_id`.
             * @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            user_id?: string;
            /**
             * @description Only count what there is, and change nothing.
             * @default false
             */
            dry_run: boolean;
            /**
             * @description The `digest` of a dry run. Erases only if the request still means the same person (409).
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
             * @description The id in the channel's own form.
             * @example +12025550143
             */
            sender_id: string;
        };
        LinkedUserDto: {
            /** @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            user_id: string;
            /** @description Their other senders, who are not erased. */
            other_senders: components["schemas"]["PersonSenderDto"][];
        };
        ErasingDto: {
            /**
             * @description Null for a dry run.
             * @example ers_01j9zq4c5x8r2m
             */
            id: string | null;
            /**
             * @description Stands for the person in the audit log; null for a dry run.
             * @example erased_k3p8m1x5c7v9b2n4q6w0
             */
            pseudonym: string | null;
            /**
             * @description Stands for the senders and the user who are the person; for the request that erases.
             * @example 3f1c09a7b2de
             */
            digest: string;
            /** @description The senders who are the person. */
            senders: components["schemas"]["PersonSenderDto"][];
            /** @description Users who the senders are linked to: only the links go. Erase by `user_id` to erase the user. */
            linked_users: components["schemas"]["LinkedUserDto"][];
            /**
             * @description Paths of settings that name the person, such as an entry of `allowFrom`. The configuration is not changed.
             * @example [
             *       "channels.imbridge.allowFrom[0]"
             *     ]
             */
            settings: string[];
            /**
             * @description Rows about the person, by kind of record.
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
             * @description Time of completion; null while it is running, and for a dry run. ISO 8601, UTC.
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
             * @description Rows about the person, by kind of record.
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
             * @description When it was asked for. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When nothing was left; null while it goes on. ISO 8601, UTC.
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
         * @description The role, which limits what the caller may do.
         * @enum {string}
         */
        Role: "viewer" | "operator" | "owner";
        SessionDto: {
            /**
             * @description The name of the caller in the audit log.
             * @example token:owner
             */
            actor: string;
            /** @description The role, which limits what the caller may do. */
            role: components["schemas"]["Role"];
            /**
             * @description The name of the admin token.
             * @example on-call
             */
            name: string;
            /**
             * Format: date-time
             * @description The time from which the cookie or the token is refused; null = never. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
        };
        SessionLinkDto: {
            /**
             * @description Stands in the fragment of the link (`/console/#code=…`), which browsers send to no server. It is shown only once.
             * @example ghl_0123456789abcdefghjkmnpqrstvwxyz0rzksed
             */
            code: string;
            /**
             * Format: date-time
             * @description The time from which it is refused. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
        };
        AdminTokenDto: {
            /** @example tok_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @description The role, which limits what the token may do. */
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
             * @description The token it was made with; it ends together with that token. null for the first owner token.
             * @example null
             */
            made_with: string | null;
            /**
             * Format: date-time
             * @description The time from which it is refused; null = never. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, at most a minute behind; null = never used. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
        };
        NewAdminTokenDto: {
            /** @description The role, which limits what the token may do. */
            role: components["schemas"]["Role"];
            /**
             * @description A label for people.
             * @example on-call
             */
            name?: string | null;
            /**
             * Format: date-time
             * @description The time from which it is refused; null = never. Default: that of the calling token.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at?: string | null;
        };
        CreatedAdminTokenDto: {
            /** @example tok_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @description The role, which limits what the token may do. */
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
             * @description The token it was made with; it ends together with that token. null for the first owner token.
             * @example null
             */
            made_with: string | null;
            /**
             * Format: date-time
             * @description The time from which it is refused; null = never. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, at most a minute behind; null = never used. ISO 8601, UTC.
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
             * @description Requests in the present window, also of the keys that were made with this one or with which it was made. Refused ones count, so it may be above the limit.
             * @example 42
             */
            used: number;
            /**
             * @description The key's own limit, else the gateway's.
             * @example 100
             */
            limit: number;
            /**
             * Format: date-time
             * @description The end of the window; null while none is open: it begins with the next request. ISO 8601, UTC.
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
            /** @description From the counts that limit it, the same on every replica. */
            usage: components["schemas"]["ApiKeyUsage"];
        };
        IdentityDto: {
            /** @example idn_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The id in the channel's own form.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description The name that the service showed when the sender got access; anyone may choose any name.
             * @example Robin
             */
            display_name: string | null;
            /**
             * Format: date-time
             * @description Time of the link. ISO 8601, UTC.
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
            /** @description The linked senders, in the order in which they were linked. */
            identities: components["schemas"]["IdentityDto"][];
        };
        NewUserDto: {
            /**
             * Format: email
             * @description The address is unique, whatever its case.
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
            /** @description The keys of a disabled user are refused at once, and are valid again when the user is active. */
            status?: components["schemas"]["UserStatus"];
        };
        SenderDto: {
            /** @example imbridge */
            channel: string;
            /**
             * @description Our account on the channel. Default: the only one, or `default`.
             * @example default
             */
            account?: string;
            /**
             * @description The sender, as people write it on that channel; the channel converts it to its own form.
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
             * @description The setting that the answer becomes.
             * @example channels.imbridge.serverUrl
             */
            path: string;
            /** @example Server URL of the bridge, http://<host>:<port> */
            label: string;
            /** @example null */
            help: string | null;
            /**
             * @description A `secret` is never shown; a `list` is typed with commas.
             * @enum {string}
             */
            kind: "text" | "secret" | "number" | "list" | "choice";
            /** @description Of a `choice`; otherwise empty. */
            choices: components["schemas"]["SetupChoiceDto"][];
            /**
             * @description The answer to begin with where none is set.
             * @example null
             */
            default: (string | null) | number | string[];
            /**
             * @description The present answer; a secret is `********`.
             * @example null
             */
            value: (string | null) | number | string[];
            /**
             * @description The source of the present answer, as in `GET /config`.
             * @example file
             */
            source: string | null;
            /** @example http://192.168.1.20:1234 */
            placeholder: string | null;
            /** @description Whether the account cannot be without it. */
            required: boolean;
            /** @description A secret for which a random value is best. */
            random: boolean;
            /** @description Null for a question that is always asked. */
            asked_when: components["schemas"]["AskedWhenDto"] | null;
        };
        SetupStepDto: {
            /** @example Bridge */
            title: string;
            /** @description Whether the service itself is asked about these answers. */
            tested: boolean;
            fields: components["schemas"]["SetupFieldDto"][];
        };
        SetupEndpointDto: {
            /**
             * @description Complete but for `<…>`, which only a person knows, and `********` in place of a secret.
             * @example https://gate.example.org/imbridge-webhook?password=********
             */
            url: string;
            /**
             * @description The setting whose value, percent-encoded, replaces `********`.
             * @example channels.imbridge.webhookSecret
             */
            secret_path: string | null;
            /** @description The gateway enters it at the service; otherwise a person does. */
            automatic: boolean;
            notes: string[];
        };
        ChannelSetupDto: {
            /** @example imbridge */
            channel: string;
            /** @example default */
            account: string;
            /** @description Whether it is set up already: then the answers change it. */
            configured: boolean;
            /** @description Whether the channel can have further accounts. */
            several_accounts: boolean;
            steps: components["schemas"]["SetupStepDto"][];
            /** @description Null until it is set up. */
            endpoint: components["schemas"]["SetupEndpointDto"] | null;
            /** @description Whether `GET /channels/{channel}/app-package` makes a file for the service. */
            app_package: boolean;
        };
        SetupAnswersDto: {
            /**
             * @description Answers by path. One that is left out stays as it is; null takes it away. A secret that is left out is the present one.
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
            /** @description Problems of settings that no question is about. */
            problems: components["schemas"]["ConfigProblemDto"][];
            /**
             * @description The body for `PATCH /config`, as `{"set": …}`; each secret of the answers is `********` and has to be put in again.
             * @example {
             *       "channels.imbridge.serverUrl": "http://192.168.1.20:1234"
             *     }
             */
            set: {
                [key: string]: unknown;
            };
            /**
             * @description Settings whose value would change.
             * @example [
             *       "channels.imbridge.serverUrl"
             *     ]
             */
            changed: string[];
            /**
             * @description Those of them that take effect at the next start.
             * @example [
             *       "channels.imbridge.serverUrl"
             *     ]
             */
            needs_restart: string[];
            endpoint: components["schemas"]["SetupEndpointDto"] | null;
            warnings: string[];
            /** @description What to do after it is written, outside the gateway. */
            next_steps: string[];
        };
        /**
         * @description `pending`: waits for a person; `approved`: waits for its call; `running`: the call is being made; `done`, `failed`: it was made, or was refused when it was checked again; `interrupted`: it may or may not have happened.
         * @enum {string}
         */
        ApprovalState: "pending" | "approved" | "running" | "done" | "failed" | "interrupted" | "denied" | "expired" | "withdrawn";
        ApprovalDto: {
            /** @example apr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            conversation_id: string;
            /**
             * @description Its name for people.
             * @example K7QX4M
             */
            code: string;
            /** @description `pending`: waits for a person; `approved`: waits for its call; `running`: the call is being made; `done`, `failed`: it was made, or was refused when it was checked again; `interrupted`: it may or may not have happened. */
            state: components["schemas"]["ApprovalState"];
            /** @example main */
            agent_id: string;
            /**
             * @description The MCP server in `mcp.servers`; null for the tool `message`.
             * @example linear
             */
            server: string | null;
            /**
             * @description The tool as its server names it, or the action of `message`.
             * @example create_issue
             */
            tool: string;
            /**
             * @description The tool as the model names it.
             * @example linear__create_issue
             */
            model_name: string;
            /**
             * @description The arguments as they are stored, hashed and sent: the text of a JSON object.
             * @example {"title":"Broken link"}
             */
            arguments: string;
            /**
             * @description SHA-256 over agent, server, definition of the tool, arguments, requester, place and expiry.
             * @example 5f2c8a2b9d1e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8
             */
            digest: string;
            /**
             * @description The person for whom the call is made.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description The name that the service shows.
             * @example Robin
             */
            sender_name: string | null;
            /**
             * Format: date-time
             * @description The time at which it was asked for. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time until which it can be decided. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description The time of the decision; null while it is pending. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            decided_at: string | null;
            /**
             * @description The actor who decided; `gateway` for an expiry.
             * @example sender:imbridge:+12025550177
             */
            decided_by: string | null;
            /**
             * @description A name of theirs for people.
             * @example Ann
             */
            decided_by_name: string | null;
            /**
             * @description Their reason, or why the call was not made.
             * @example null
             */
            reason: string | null;
            /**
             * @description The result as the model got it, cut; null until there is one, and for viewers.
             * @example null
             */
            result: string | null;
            /**
             * Format: date-time
             * @description The time at which the call ended, or nothing was left to do. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            ended_at: string | null;
        };
        ApproveDto: {
            /**
             * @description Whether calls of the same tool, with any arguments, need no approval for this person in this place for one hour.
             * @default false
             */
            for_an_hour: boolean;
        };
        DenyDto: {
            /**
             * @description Told to the people in the conversation, and to the assistant. Default: none.
             * @example ask Ann first
             */
            reason?: string | null;
        };
        /** @enum {string} */
        ConversationKind: "direct" | "group" | "channel";
        HoldDto: {
            /**
             * Format: date-time
             * @description Its beginning. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string;
            /**
             * Format: date-time
             * @description The time at which it expires; null = until released. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            until: string | null;
            /**
             * @description The actor who began it or changed it last; `account-owner` for the owner who wrote with the account itself.
             * @example token:owner
             */
            by: string;
            /**
             * @description For operators.
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
             * @description Our account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            conversation_id: string;
            kind: components["schemas"]["ConversationKind"];
            /**
             * @description The name that the service shows.
             * @example Family
             */
            name: string | null;
            /**
             * Format: date-time
             * @description Time of the first event from it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last message in it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_message_at: string;
            /** @description The hold of a person who took it over from the assistant; null when it is not held. */
            hold: components["schemas"]["HoldDto"] | null;
        };
        HoldTermsDto: {
            /**
             * Format: date-time
             * @description The time at which it ends by itself, in the future. Default, and null: when somebody ends it.
             * @example 2027-01-31T09:30:00.000Z
             */
            until?: string | null;
            /**
             * @description For operators; the assistant does not get it. Default: none.
             * @example refund, see 4711
             */
            note?: string | null;
        };
        ReleaseDto: {
            /** @description The ended hold; null when the conversation was not held. */
            hold: components["schemas"]["HoldDto"] | null;
            /**
             * @description The event of the message that is answered now; null when none is.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            answers: string | null;
        };
        /** @enum {string} */
        MessageRole: "user" | "assistant";
        /**
         * @description `turn`: a question or its answer; `heard`: said to others, in a group or while a person held the conversation (with the role `assistant`, what that person wrote); `notice`: a reaction, a join, a hold, …; `pairing`: answered with a pairing code; `command`: executed; `failed`: answered with an apology; `dropped`: not let in.
         * @enum {string}
         */
        MessageKind: "turn" | "heard" | "notice" | "pairing" | "command" | "failed" | "dropped";
        MessageFileDto: {
            /**
             * @description As its sender named it.
             * @example plan.pdf
             */
            name: string;
            /**
             * @description Detected from its bytes.
             * @example application/pdf
             */
            mime_type: string;
            /**
             * @description Its size.
             * @example 48213
             */
            bytes: number;
            /**
             * @description For `GET /media/{id}`; null when it could not be fetched, or is not kept any more.
             * @example null
             */
            media_id: string | null;
            /**
             * @description Why it is missing.
             * @example null
             */
            problem: string | null;
        };
        /**
         * @description Of several messages, the one that progressed least. `failed`; `unknown`: it may have been sent, and the service is being asked; `delivered` and `read`: where the service says so.
         * @enum {string}
         */
        MessageDeliveryState: "failed" | "unknown" | "sending" | "queued" | "sent" | "delivered" | "read";
        MessageDeliveryDto: {
            /**
             * @description Its delivery, or that of the first of several messages.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            id: string;
            /** @description Of several messages, the one that progressed least. `failed`; `unknown`: it may have been sent, and the service is being asked; `delivered` and `read`: where the service says so. */
            state: components["schemas"]["MessageDeliveryState"];
            /**
             * @description Why its last attempt failed: a code of docs/reference/reasons.md.
             * @example null
             */
            reason: string | null;
        };
        ConversationMessageDto: {
            /** @example msg_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /**
             * @description The event it records or answers, for `GET /events/{event_id}/timeline`; for an operator's message, its own delivery.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            event_id: string;
            role: components["schemas"]["MessageRole"];
            /** @description `turn`: a question or its answer; `heard`: said to others, in a group or while a person held the conversation (with the role `assistant`, what that person wrote); `notice`: a reaction, a join, a hold, …; `pairing`: answered with a pairing code; `command`: executed; `failed`: answered with an apology; `dropped`: not let in. */
            kind: components["schemas"]["MessageKind"];
            /** @example +12025550143 */
            sender_id: string | null;
            /** @example Ann */
            sender_name: string | null;
            /**
             * @description The text. Empty where none is kept: of dropped messages, pairing requests and commands.
             * @example Hello.
             */
            text: string;
            /**
             * @description The id that the service gave it.
             * @example null
             */
            message_id: string | null;
            /**
             * @description The service's id of the message that this one answers or that the notice is about.
             * @example null
             */
            reply_to: string | null;
            /**
             * @description The session it belongs to; the second part names the agent.
             * @example agent:main:main
             */
            session_key: string;
            /**
             * @description Why it got no answer of the assistant: a code of docs/reference/reasons.md, or the command.
             * @example null
             */
            reason: string | null;
            /**
             * @description What became of a person's message. Null for one of ours, and where that is not kept any more. `stopped`: its turn was ended by a person; `vote`: counted in a poll.
             * @enum {string|null}
             */
            outcome: "waiting" | "answered" | "heard" | "dropped" | "pairing" | "command" | "failed" | "stopped" | "vote" | "approval" | null;
            /** @description Its files, in order. */
            files: components["schemas"]["MessageFileDto"][];
            /** @description Of a message of ours; null where that is not kept any more. */
            delivery: components["schemas"]["MessageDeliveryDto"] | null;
            /**
             * Format: date-time
             * @description Time of the message or of its arrival. ISO 8601, UTC.
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
             * @description Our account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            conversation_id: string;
            /**
             * @description The number of consecutive answers to messages that came faster than people write.
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
             * @description Our account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The id in the channel's own form.
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
             * @description The tool as its server names it, or the action of `message`.
             * @example create_issue
             */
            tool: string;
            /**
             * @description The person for whom calls are made.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description The name that the service shows.
             * @example Robin
             */
            sender_name: string | null;
            /**
             * @description The actor who gave it.
             * @example token:owner
             */
            granted_by: string;
            /**
             * Format: date-time
             * @description Its beginning. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time at which it expires. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            ends_at: string;
        };
        ToolPermissionListDto: {
            /** @description All in force on one page, newest first. */
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
             * @description The event or delivery it was for.
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
             * @description `internal`: it failed as often as it may. `crashed`: it ended the gateway twice, by an error that nothing caught.
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
             * @description Time at which it failed. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            died_at: string;
        };
        /**
         * @description `sending` and `unknown` may have been sent and are looked up before anything is sent again; `dead` waits for an operator.
         * @enum {string}
         */
        DeliveryStatus: "queued" | "sending" | "unknown" | "sent" | "dead";
        DeliveryDto: {
            /** @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example imbridge */
            channel: string;
            /**
             * @description Our account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            conversation_id: string;
            /** @description `sending` and `unknown` may have been sent and are looked up before anything is sent again; `dead` waits for an operator. */
            status: components["schemas"]["DeliveryStatus"];
            /**
             * @description The number of attempts begun.
             * @example 1
             */
            attempt_count: number;
            /**
             * @description The service's id of the message, once it is sent.
             * @example null
             */
            message_id: string | null;
            /**
             * @description The reason for the failure of the last attempt.
             * @example unreachable
             */
            last_code: string | null;
            /** @example connection refused */
            last_detail: string | null;
            /**
             * Format: date-time
             * @description Time at which it was put in the outbox. ISO 8601, UTC.
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
             * @description Time at which the service accepted it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description Time at which it reached one of the recipient's devices, if the service reports that. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description Time at which it was read, if the service reports that. ISO 8601, UTC.
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
            /** @description Whether it is sent as a voice memo. */
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
            /** @description The file without its content, for kind `media` and for a file that is handed over. */
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
             * @description Our account on the channel.
             * @example default
             */
            account: string;
            /**
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            conversation_id: string;
            /** @description `sending` and `unknown` may have been sent and are looked up before anything is sent again; `dead` waits for an operator. */
            status: components["schemas"]["DeliveryStatus"];
            /**
             * @description The number of attempts begun.
             * @example 1
             */
            attempt_count: number;
            /**
             * @description The service's id of the message, once it is sent.
             * @example null
             */
            message_id: string | null;
            /**
             * @description The reason for the failure of the last attempt.
             * @example unreachable
             */
            last_code: string | null;
            /** @example connection refused */
            last_detail: string | null;
            /**
             * Format: date-time
             * @description Time at which it was put in the outbox. ISO 8601, UTC.
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
             * @description Time at which the service accepted it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description Time at which it reached one of the recipient's devices, if the service reports that. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description Time at which it was read, if the service reports that. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            read_at: string | null;
            /**
             * @description What `last_code` means, in words; null once it is sent.
             * @example The service refuses it.
             */
            what: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example null
             */
            setting: string | null;
            /**
             * @description What to do about it: a command or a change.
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
         * @description `accepted`: stored; `judged`: by the gate, with the outcome `answer`, `command`, `context`, `code` or `dropped`; `turn`: the model was asked, or is asked again soon (`waiting`); `written`: added to the transcript; `tool`: an effect of a tool of the assistant; `approval`: a tool call waits for a decision, is decided about, or has ended; `queued`: a message of ours was created; `attempted`: an attempt to send it ended; `sent`: the service has it; `ended`: nothing more to do.
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
             * @description The name of the model that was asked last.
             * @example gpt-5.4
             */
            model: string | null;
            /**
             * @description Tokens of the request, as the model counts them; null where it says nothing.
             * @example 1200
             */
            input_tokens: number | null;
            /**
             * @description Tokens of the answer, likewise.
             * @example 85
             */
            output_tokens: number | null;
            /**
             * @description How often the turn ran in the process that ended it; null while it waits.
             * @example 1
             */
            tries: number | null;
            /**
             * @description How long the last run took; null while it waits.
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
             * @description The code of the reason; docs/reference/reasons.md has them all.
             * @example not-paired
             */
            reason: string | null;
            /**
             * @description What happened, in words.
             * @example The sender has no access yet.
             */
            what: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example channels.imbridge.dmPolicy
             */
            setting: string | null;
            /**
             * @description What to do about it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            remedy: string | null;
            /**
             * Format: date-time
             * @description Time of the step. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            /** @description `accepted`: stored; `judged`: by the gate, with the outcome `answer`, `command`, `context`, `code` or `dropped`; `turn`: the model was asked, or is asked again soon (`waiting`); `written`: added to the transcript; `tool`: an effect of a tool of the assistant; `approval`: a tool call waits for a decision, is decided about, or has ended; `queued`: a message of ours was created; `attempted`: an attempt to send it ended; `sent`: the service has it; `ended`: nothing more to do. */
            step: components["schemas"]["TimelineStepKind"];
            /**
             * @description The event, transcript line, delivery or approval that the step concerns.
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
            /** @description Only of the step `turn`. */
            turn: components["schemas"]["TimelineTurnDto"] | null;
        };
        LeftOutToolDto: {
            /**
             * @description The code of the reason; docs/reference/reasons.md has them all.
             * @example not-paired
             */
            reason: string | null;
            /**
             * @description What happened, in words.
             * @example The sender has no access yet.
             */
            what: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example channels.imbridge.dmPolicy
             */
            setting: string | null;
            /**
             * @description What to do about it: a command or a change.
             * @example `gatehouse grants add imbridge +12025550143`
             */
            remedy: string | null;
            /** @example files */
            server: string;
            /**
             * @description The tool as its server names it; null for all of the server.
             * @example write_file
             */
            tool: string | null;
            /**
             * @description More about that.
             * @example null
             */
            detail: string | null;
        };
        TimelineDto: {
            /**
             * @description The code of the reason; docs/reference/reasons.md has them all.
             * @example not-paired
             */
            reason: string | null;
            /**
             * @description What happened, in words.
             * @example The sender has no access yet.
             */
            what: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example channels.imbridge.dmPolicy
             */
            setting: string | null;
            /**
             * @description What to do about it: a command or a change.
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
             * @description The id in the channel's own form.
             * @example -;+12025550143
             */
            conversation_id: string | null;
            /**
             * @description The id in the channel's own form.
             * @example +12025550143
             */
            sender_id: string | null;
            /** @example agent:main:main */
            session_key: string;
            /** @description `dead`: failed; see the dead letters. */
            state: components["schemas"]["EventState"];
            /**
             * @description The result; null while it waits.
             * @example turn
             */
            outcome: string | null;
            /**
             * @description The name of the model that was asked last.
             * @example gpt-5.4
             */
            model: string | null;
            /** @description The steps in order of time. */
            steps: components["schemas"]["TimelineStepDto"][];
            /** @description The tools of servers that the agent would not be offered in this place for this sender, as things are now. */
            left_out_tools: components["schemas"]["LeftOutToolDto"][];
        };
        /** @enum {string} */
        AlertCode: "database-unavailable" | "configuration-invalid" | "plugin-broken" | "account-down" | "bad-credentials" | "oldest-unanswered" | "dead-letters" | "job-crashed" | "model-failing" | "model-passed-over" | "budget-reached" | "mcp-login-needed" | "mcp-server-down" | "mcp-tools-waiting" | "mcp-tools-unfit" | "webhook-off" | "webhook-failing" | "disk-nearly-full" | "backup-failing" | "backup-old" | "certificate-ending" | "certificate-unusable";
        RaisedAlertDto: {
            code: components["schemas"]["AlertCode"];
            /**
             * @description Of several with one code: the account, agent, budget, server or plugin. Empty where there can be one only.
             * @example imbridge/default
             */
            subject: string;
            /**
             * @description The problem and its place.
             * @example imbridge/default is transient-disconnect: connect ECONNREFUSED 127.0.0.1:1234
             */
            message: string;
            /**
             * Format: date-time
             * @description Since when, where that is known. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The setting that it depends on.
             * @example channels.imbridge.serverUrl
             */
            setting: string | null;
            /**
             * @description What to do about it.
             * @example gatehouse channels status --deep
             */
            remedy: string | null;
            /** @example alr_06fwm4bq1zk7v9n3t5r8d2xc01 */
            id: string;
            /**
             * Format: date-time
             * @description When it was raised, and told. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            raised_at: string;
            /**
             * Format: date-time
             * @description When it was over, and told; null while it is open. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            cleared_at: string | null;
            /**
             * @description How long it lasted, from its beginning as far as that is known. Null while it is open.
             * @example 720
             */
            lasted_seconds: number | null;
        };
        TextCapabilityDto: {
            /**
             * @description The length of the longest message, in UTF-16 units.
             * @example 20000
             */
            max_chars: number;
            /** @enum {string} */
            format: "plain" | "markdown";
        };
        CapabilitiesDto: {
            /**
             * @description Rises with every change of the capabilities.
             * @example 1
             */
            version: number;
            text: components["schemas"]["TextCapabilityDto"];
            /**
             * @description The features of the channel. A feature that is not listed is rejected.
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
         * @description As the replica sees it that has the upkeep of the account; `stopped` when no process has run it.
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
            /** @description As the replica sees it that has the upkeep of the account; `stopped` when no process has run it. */
            status: components["schemas"]["ConnectionStatus"];
            /**
             * @description The status in three values: `degraded` when messages go in and out but something else does not work, `down` when they do not.
             * @enum {string}
             */
            health: "connected" | "degraded" | "down";
            /**
             * @description The problem and its remedy; for a connected account, the features it lacks.
             * @example null
             */
            reason: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example null
             */
            setting: string | null;
            /**
             * @description What to do about it: a command or a change. Null while it is well.
             * @example null
             */
            remedy: string | null;
            /**
             * Format: date-time
             * @description Since when it has this status; null when no process has run it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The problem when it was last not connected; it stays known after that.
             * @example null
             */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When that was last reported. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_error_at: string | null;
            dm_policy: components["schemas"]["DmPolicy"];
            group_policy: components["schemas"]["GroupPolicy"];
            /** @description The capabilities of the account, as its service last reported them. */
            capabilities: components["schemas"]["CapabilitiesDto"];
            /**
             * @description The service's own report; null without `deep`, and for a channel that cannot be asked. Values of an unreachable service are null.
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
            /** @description The capabilities of the channel in general; those of an account may be fewer. */
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
             * @description Tokens of requests, with those of the cache.
             * @example 12
             */
            input_tokens: number;
            /**
             * @description Tokens of answers, with those of the reasoning.
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
             * @description Answers of the assistant that the service took, by the end of the turn.
             * @example 12
             */
            answered: number;
            /**
             * @description Messages whose turn failed, by their arrival, and answers that became dead letters.
             * @example 12
             */
            failed: number;
            /** @description Messages that were dropped, most frequent first. */
            dropped: components["schemas"]["DroppedCountDto"][];
            /**
             * @description The time from the acceptance of a message until the service took the first part of its answer, which half of the answers did not exceed; exact to 4.4 %. Null without an answer.
             * @example 840
             */
            latency_p50_ms: number | null;
            /**
             * @description The time from the acceptance of a message until the service took the first part of its answer, which 95 % of the answers did not exceed; exact to 4.4 %. Null without an answer.
             * @example 840
             */
            latency_p95_ms: number | null;
            /** @description By agent, in the order of their names. */
            tokens: components["schemas"]["AgentTokensDto"][];
            /**
             * Format: date-time
             * @description The beginning of the period. ISO 8601, UTC.
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
             * @description Answers of the assistant that the service took, by the end of the turn.
             * @example 12
             */
            answered: number;
            /**
             * @description Messages whose turn failed, by their arrival, and answers that became dead letters.
             * @example 12
             */
            failed: number;
            /** @description Messages that were dropped, most frequent first. */
            dropped: components["schemas"]["DroppedCountDto"][];
            /**
             * @description The time from the acceptance of a message until the service took the first part of its answer, which half of the answers did not exceed; exact to 4.4 %. Null without an answer.
             * @example 840
             */
            latency_p50_ms: number | null;
            /**
             * @description The time from the acceptance of a message until the service took the first part of its answer, which 95 % of the answers did not exceed; exact to 4.4 %. Null without an answer.
             * @example 840
             */
            latency_p95_ms: number | null;
            /** @description By agent, in the order of their names. */
            tokens: components["schemas"]["AgentTokensDto"][];
        };
        FiguresDto: {
            window: components["schemas"]["FigureWindow"];
            /**
             * @description The length of a period.
             * @example 3600
             */
            step_seconds: number;
            /** @description Each period, the oldest first; the last is the present one. */
            items: components["schemas"]["FigurePointDto"][];
            /** @description The whole window. */
            total: components["schemas"]["FiguresTotalDto"];
        };
        DatabaseStatusDto: {
            /** @enum {string} */
            dialect: "sqlite" | "postgres";
            /** @description Whether the database can be read and written. If not, all counts are null. */
            ok: boolean;
        };
        ConfigStateDto: {
            /** @description Whether the current file is in force; if not, the configuration before it still is. */
            valid: boolean;
            /** @description The problems of the file. */
            problems: components["schemas"]["ConfigProblemDto"][];
            /**
             * @description Settings whose new value takes effect at the next start.
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
            /** @description As the replica sees it that has the upkeep of the account; `stopped` when no process has run it. */
            status: components["schemas"]["ConnectionStatus"];
            /**
             * @description The status in three values: `degraded` when messages go in and out but something else does not work, `down` when they do not.
             * @enum {string}
             */
            health: "connected" | "degraded" | "down";
            /**
             * @description The problem and its remedy; for a connected account, the features it lacks.
             * @example null
             */
            reason: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example null
             */
            setting: string | null;
            /**
             * @description What to do about it: a command or a change. Null while it is well.
             * @example null
             */
            remedy: string | null;
            /**
             * Format: date-time
             * @description Since when it has this status; null when no process has run it. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The problem when it was last not connected; it stays known after that.
             * @example null
             */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When that was last reported. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_error_at: string | null;
        };
        PluginDto: {
            /**
             * @description The name of its package.
             * @example @gatehouse/workchat
             */
            name: string;
            /**
             * @description The installed version; null when it is not installed.
             * @example 0.1.0
             */
            version: string | null;
            /**
             * @description The channels it serves.
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
             * @description Why it cannot be used, and how to fix that.
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
             * @description The reason for its failure.
             * @example the model answered 529
             */
            reason: string;
            /**
             * Format: date-time
             * @description When it is asked again. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            until: string;
        };
        AgentStatusDto: {
            /** @example main */
            id: string;
            /** @description Whether it is the default agent. */
            default: boolean;
            /** @enum {string} */
            runtime: "echo" | "openai-compatible" | "anthropic" | "openai" | "gemini" | "ollama" | "http";
            /**
             * @description The name of its model.
             * @example null
             */
            model: string | null;
            /**
             * @description The outcome of its last turn in this process: `failing` when its model or service could not be reached or gave no answer; `unknown` before the first turn.
             * @enum {string}
             */
            state: "unknown" | "ok" | "failing";
            /**
             * @description The reason for its failure.
             * @example null
             */
            reason: string | null;
            /**
             * @description The path of the setting that decided; null where none did.
             * @example null
             */
            setting: string | null;
            /**
             * @description What to do about it: a command or a change.
             * @example null
             */
            remedy: string | null;
            /** @description Of an agent with fallbacks: its models that are not asked for now, in this process. */
            passed_over: components["schemas"]["PassedOverModelDto"][];
        };
        /**
         * @description `starting` while a program is started for the first time, which may take long; `unknown` before the first attempt, and in a process that takes no turns.
         * @enum {string}
         */
        McpServerState: "up" | "down" | "starting" | "unknown";
        McpServerDto: {
            /** @example files */
            name: string;
            /**
             * @description Its address; null for a program.
             * @example https://mcp.example.org/mcp
             */
            url: string | null;
            /** @description `starting` while a program is started for the first time, which may take long; `unknown` before the first attempt, and in a process that takes no turns. */
            state: components["schemas"]["McpServerState"];
            /**
             * Format: date-time
             * @description The beginning of this state. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The revision of the protocol that both speak.
             * @example 2026-07-28
             */
            revision: string | null;
            /**
             * @description The last failure.
             * @example null
             */
            problem: string | null;
            /**
             * @description A note although nothing has failed, such as a server without tools.
             * @example null
             */
            note: string | null;
            /**
             * @description Whether a person has logged in to it for this gateway; `needed` when a login is required (`gatehouse mcp login`). Null for a program, and where a secret is configured.
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
             * @description Tools that may be offered to a model.
             * @example 14
             */
            tools: number;
            /**
             * @description Tools that are withheld from every agent, for whatever reason.
             * @example 0
             */
            withheld: number;
            /**
             * @description New or changed tools that are not accepted yet.
             * @example 0
             */
            waiting: number;
        };
        AgentToolsDto: {
            /** @example main */
            agent: string;
            /**
             * @description Tools that its model is offered.
             * @example 14
             */
            offered: number;
            /**
             * @description Those of them that wait for an approval with each call.
             * @example 3
             */
            asking: number;
            /**
             * @description Tools that it is not offered, by reason; `GET /mcp/servers/{name}/tools` has each of them. `no-list` counts servers.
             * @example {
             *       "denied": 2
             *     }
             */
            left_out: {
                [key: string]: number;
            };
        };
        /**
         * @description `failing`: its last try failed, and it is tried again. `off`: its receiver answered 410, so nothing is stored or sent until it is switched on, or has another address.
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
             * @description Origin and path of its address; what follows them is never shown.
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
            /** @description `failing`: its last try failed, and it is tried again. `off`: its receiver answered 410, so nothing is stored or sent until it is switched on, or has another address. */
            state: components["schemas"]["WebhookState"];
            /**
             * @description Messages that wait.
             * @example 0
             */
            waiting: number;
            /**
             * Format: date-time
             * @description When the oldest of them was stored. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            oldest_waiting_at: string | null;
            /**
             * @description Failed messages; `resend` sends them again.
             * @example 0
             */
            dead: number;
            /**
             * Format: date-time
             * @description The first failure since the last success. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Nothing is sent before; null where nothing has to wait for that. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            next_try_at: string | null;
            /**
             * Format: date-time
             * @description The last time that a message was taken, at most a second behind. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_success_at: string | null;
            /**
             * Format: date-time
             * @description The last time that a message was not taken. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_failure_at: string | null;
            /**
             * @description The reason of that; no text of the answer.
             * @example HTTP 503
             */
            last_failure: string | null;
        };
        DeliveryCountsDto: {
            /**
             * @description The number of deliveries neither sent nor failed.
             * @example 0
             */
            open: number;
            /**
             * @description The number of deliveries failed, pending an operator’s decision.
             * @example 0
             */
            dead: number;
        };
        BackupStateDto: {
            /**
             * Format: date-time
             * @description The moment that the last backup or export shows. Null when none is known here. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_at: string | null;
            /**
             * @description Its path on the machine that made it.
             * @example /backups/gatehouse-2026-01-31T04-05-06Z.backup
             */
            file: string | null;
            /**
             * Format: date-time
             * @description When the next is due. Null without `backup.everyHours`. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            next_at: string | null;
            /**
             * Format: date-time
             * @description Since when backups by the gateway itself fail. Null while they do not. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            failing_since: string | null;
            /**
             * @description Why the last one failed.
             * @example null
             */
            reason: string | null;
        };
        AlertDto: {
            code: components["schemas"]["AlertCode"];
            /**
             * @description Of several with one code: the account, agent, budget, server or plugin. Empty where there can be one only.
             * @example imbridge/default
             */
            subject: string;
            /**
             * @description The problem and its place.
             * @example imbridge/default is transient-disconnect: connect ECONNREFUSED 127.0.0.1:1234
             */
            message: string;
            /**
             * Format: date-time
             * @description Since when, where that is known. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string | null;
            /**
             * @description The setting that it depends on.
             * @example channels.imbridge.serverUrl
             */
            setting: string | null;
            /**
             * @description What to do about it.
             * @example gatehouse channels status --deep
             */
            remedy: string | null;
        };
        MemoryDto: {
            /**
             * @description Null where the system does not report it, such as Linux without `/proc`.
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
            /** @description Plugins that are installed or missing. */
            plugins: components["schemas"]["PluginDto"][];
            /** @description Every agent. */
            agents: components["schemas"]["AgentStatusDto"][];
            /** @description Servers of tools. */
            mcp_servers: components["schemas"]["McpServerDto"][];
            /** @description Every agent that names a server of tools. */
            agent_tools: components["schemas"]["AgentToolsDto"][];
            /** @description Webhooks, as `GET /webhooks` lists them. */
            webhooks: components["schemas"]["WebhookDto"][];
            /**
             * @description Advice for the operator on things that work but deserve attention.
             * @example []
             */
            warnings: string[];
            /**
             * @description The number of requests that wait for an operator.
             * @example 1
             */
            pending_pairings: number | null;
            /**
             * @description The number of tool calls that wait for a decision.
             * @example 0
             */
            pending_approvals: number | null;
            /**
             * @description The number of jobs waiting or running, by kind.
             * @example {
             *       "inbound": 0,
             *       "delivery": 0
             *     }
             */
            jobs: {
                [key: string]: number;
            } | null;
            /**
             * @description The number of jobs that failed repeatedly because of the gateway itself; counted up to 100.
             * @example 0
             */
            dead_jobs: number | null;
            deliveries: components["schemas"]["DeliveryCountsDto"] | null;
            /**
             * @description The number of conversations without answers because programs seem to answer each other there.
             * @example 0
             */
            loops: number | null;
            /**
             * @description Conversations that a person has taken over from the assistant.
             * @example 0
             */
            holds: number | null;
            /**
             * @description How long the oldest message waits for its answer, from its acceptance until the answer is sent. Null when none waits.
             * @example null
             */
            oldest_unanswered_seconds: number | null;
            /**
             * @description The id of its conversation.
             * @example null
             */
            oldest_unanswered_conversation: string | null;
            backup: components["schemas"]["BackupStateDto"];
            /** @description What needs a person now; what hinders most comes first. */
            alerts: components["schemas"]["AlertDto"][];
            memory: components["schemas"]["MemoryDto"];
        };
        WebhookListDto: {
            /** @description All on one page, in the order of the configuration. */
            items: components["schemas"]["WebhookDto"][];
        };
        /**
         * @description `gone`: the receiver answered 410.
         * @enum {string}
         */
        WebhookOutcome: "taken" | "gone" | "failed";
        WebhookTestDto: {
            /**
             * @description Its `webhook-id`.
             * @example msg_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            message_id: string;
            /** @description `gone`: the receiver answered 410. */
            outcome: components["schemas"]["WebhookOutcome"];
            /**
             * @description Status of the answer; null without one.
             * @example 204
             */
            status: number | null;
            /**
             * @description Why it was not taken.
             * @example null
             */
            reason: string | null;
        };
        ResentDto: {
            /**
             * @description How many messages wait again.
             * @example 12
             */
            count: number;
        };
        /** @enum {string} */
        LogLineLevel: "trace" | "debug" | "info" | "warn" | "error" | "fatal";
        LogLineDto: {
            /**
             * @description Names it within this process; the id of the event in a stream.
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
             * @description Never the text of a message, and no secret.
             * @example listening
             */
            message: string;
            /**
             * @description The event that it is about.
             * @example evt_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            event_id: string | null;
            /**
             * @description The conversation that it is about, in the channel's own form.
             * @example -;+12025550143
             */
            conversation_id: string | null;
            /**
             * @description The delivery that it is about.
             * @example dlv_01j9zq4c5x8r2m6t0w3y7v1b4d
             */
            delivery_id: string | null;
            /**
             * @description What else it has, such as `method`, `path` and `status` of a request.
             * @example {}
             */
            fields: {
                [key: string]: unknown;
            };
        };
        LogReplicasDto: {
            /** @description Those whose lines the answer has: the one that gave it. */
            covered: string[];
            /** @description Others that run jobs, each with a log of its own; null while the database does not tell. A replica that only serves the web is not listed. */
            others: string[] | null;
        };
        LogPageDto: {
            items: components["schemas"]["LogLineDto"][];
            /** @description Pass it as `cursor` to get the next page; null at the end. */
            next_cursor: string | null;
            /**
             * @description The newest line when the page was made, wanted or not: pass it as `Last-Event-ID` to follow from there.
             * @example 01j9zq4c5x8r2m6t0w3y7v1b4d.42
             */
            last_id: string;
            replicas: components["schemas"]["LogReplicasDto"];
        };
        McpServerListDto: {
            /** @description In the order of the configuration. */
            items: components["schemas"]["McpServerDto"][];
        };
        /**
         * @description By the own policy of the agent; those of places and senders may say otherwise there. `at-once`: called without asking; `asks`: each call waits for an approval; any other: why the agent does not have it.
         * @enum {string}
         */
        ToolUse: "at-once" | "asks" | "new" | "changed" | "not-chosen" | "unfit" | "denied" | "over-limit" | "no-list" | "not-named";
        ToolUseDto: {
            /** @example main */
            agent: string;
            /** @description By the own policy of the agent; those of places and senders may say otherwise there. `at-once`: called without asking; `asks`: each call waits for an approval; any other: why the agent does not have it. */
            use: components["schemas"]["ToolUse"];
            /**
             * @description More about that: which of its models does not get the tool, and why.
             * @example null
             */
            detail: string | null;
        };
        McpToolDto: {
            /** @example read_text_file */
            name: string;
            /**
             * @description The name under which models see it; null for one that is unfit.
             * @example files__read_text_file
             */
            model_name: string | null;
            /**
             * @description Why no model is offered it; null when it may be offered.
             * @example null
             * @enum {string|null}
             */
            withheld: "new" | "changed" | "not-chosen" | "unfit" | null;
            /**
             * @description More about that.
             * @example null
             */
            detail: string | null;
            /** @description Every agent. */
            agents: components["schemas"]["ToolUseDto"][];
            /**
             * @description Digest of the definition that the server offers; null for one that is unfit.
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
            /** @description All on one page, by name. */
            items: components["schemas"]["McpToolDto"][];
        };
        ShownToolDto: {
            /** @example read_text_file */
            name: string;
            /** @description Its digest, as the list has it. */
            digest: string;
        };
        AcceptToolsDto: {
            tools: components["schemas"]["ShownToolDto"][];
        };
        StartedLoginDto: {
            /** @example mlg_01kb8r0m4q3v6w9x2y5z8a1b4c */
            id: string;
            /**
             * @description Where a person logs in, in a browser. It works once.
             * @example https://login.example.org/authorize?client_id=4711&state=…
             */
            authorization_url: string;
            /**
             * @description Where the browser comes back to; it must reach this gateway there.
             * @example https://chat.example.org/mcp/callback
             */
            redirect_uri: string;
            /**
             * Format: date-time
             * @description When it is too late. ISO 8601, UTC.
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
             * @description Why it has failed.
             * @example null
             */
            problem: string | null;
            /**
             * Format: date-time
             * @description When it is, or was, too late. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
        };
        EndedLoginDto: {
            /**
             * @description Why the authorization server may still take the tokens; null when it has taken them back. They are forgotten here.
             * @example null
             */
            problem: string | null;
        };
        /** @enum {string} */
        BudgetSubject: "gateway" | "agent" | "sender" | "conversation" | "key";
        /** @enum {string} */
        BudgetUnit: "cost" | "tokens";
        BudgetCountDto: {
            /**
             * @description Empty for the gateway.
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
             * @description The limit, with allowances.
             * @example 40.000000
             */
            most: string;
            /**
             * @description Including reservations of running calls.
             * @example 12.250000
             */
            used: string;
            /**
             * @description By calls that have ended.
             * @example 12.204500
             */
            spent: string;
            /**
             * Format: date-time
             * @description When the next period begins. ISO 8601, UTC.
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
             * @description Until when it holds. ISO 8601, UTC.
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
             * @description The part of the limit that is used most, from 0.
             * @example 0.31
             */
            used_ratio: number;
            /** @description Those used most first, at most 200. Empty for viewers where they are about people. */
            counts: components["schemas"]["BudgetCountDto"][];
            /** @description Current allowances. Empty for viewers. */
            allowances: components["schemas"]["AllowanceDto"][];
        };
        BudgetListDto: {
            items: components["schemas"]["BudgetDto"][];
        };
        NewAllowanceDto: {
            /**
             * @description Whom it is for, as the counts of the budget name them: a sender (`channel:sender id`, or the id of a user), an agent, a conversation, a key. Empty for the gateway.
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
             * @description Until when it holds. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            until: string;
        };
        /** @enum {string} */
        UsageGroup: "day" | "agent" | "model" | "sender" | "conversation" | "key";
        UsageLineDto: {
            /** @description The day, agent, model, sender, conversation or key; empty where none applies. */
            name: string;
            /**
             * @description Calls of models, failed ones too.
             * @example 12
             */
            calls: number;
            /**
             * @description Calls whose tokens are our estimate, because the model reported none.
             * @example 12
             */
            estimated_calls: number;
            /**
             * @description Calls of models without a price; their cost counts as 0.
             * @example 12
             */
            unpriced_calls: number;
            /**
             * @description Tokens of requests, with those of the cache.
             * @example 12
             */
            input_tokens: number;
            /**
             * @description The part of them that came from the cache.
             * @example 12
             */
            cached_tokens: number;
            /**
             * @description The part of them that was written to the cache.
             * @example 12
             */
            cache_write_tokens: number;
            /**
             * @description Tokens of answers, with those of the reasoning.
             * @example 12
             */
            output_tokens: number;
            /**
             * @description The part of them that is reasoning.
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
             * @description The code of the reason; see docs/reference/reasons.md.
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
             * @description The code of the reason; see docs/reference/reasons.md.
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
             * @description The code of the reason; see docs/reference/reasons.md.
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
                /** @description Makes repeats safe: for 24 hours the same key with the same body does nothing and returns the first result: while the action is being performed a `CONFLICT` with `Retry-After`, and for one whose outcome is unknown the same `UNAVAILABLE`; with another body it is an `IDEMPOTENCY_MISMATCH`. A request that was refused frees its key. 1 to 255 visible ASCII characters. */
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
                    /** @description `true` when this is the answer to an earlier request with the same key. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionResultDto"];
                };
            };
            /** @description The message is still on its way. */
            202: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description `true` when this is the answer to an earlier request with the same key. */
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
                    /** @description Changes with the configuration; use it in `If-Match`. */
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
                /** @description The `ETag` of the configuration that was read. */
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
                    /** @description Changes with the configuration; use it in `If-Match`. */
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
                /** @description The id of a check, such as `imbridge.webhook`, or the part before its dot. All when left out. */
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
                /** @description Makes repeats safe: for 24 hours the same key with the same body sends nothing and returns the first deliveries; with another body it is an `IDEMPOTENCY_MISMATCH`. A request that was refused frees its key. 1 to 255 visible ASCII characters. */
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
                    /** @description `true` when this is the answer to an earlier request with the same key. */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Restricts the list to this channel, for instance `imbridge`. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                /** @description Makes repeats safe: for 24 hours the same key with the same body sends nothing and returns the first poll; with another body it is an `IDEMPOTENCY_MISMATCH`. A request that was refused frees its key. 1 to 255 visible ASCII characters. */
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
                    /** @description `true` when this is the answer to an earlier request with the same key. */
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
                /** @description Our account on the channel. Default: the only one, or `default`. */
                account?: string;
                /** @description The sender, as people write it on that channel; the channel converts it to its own form. */
                sender_id: string;
                /** @description The conversation, in the channel's own form or as `cnv_…`. Default: their direct chat with us, which need not exist yet. */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Only acts of this actor, for instance `token:owner`. */
                actor?: string;
                /** @description Only this action, for instance `pairing.approved`. */
                action?: string;
                /** @description Only acts on this id or name. */
                subject?: string;
                /** @description Only acts at this time or later. */
                since?: string;
                /** @description Only acts before this time. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Restricts the list to this channel, for instance `imbridge`. */
                channel?: string;
                /** @description Restricts the list to this account of ours. */
                account?: string;
                /** @description Restricts the list to this sender, as grants show them. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                    /** @description The name of the file. */
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
                /** @description The erasing. */
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
                    /** @description The cookie, for the browser alone. */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Restricts the list to the user with this address, whatever its case. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                /** @description The agent, as `GET /status` names it. */
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
                /** @description One of several accounts, also a new one; for a channel with one account only `default`. */
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
                /** @description One of several accounts, also a new one; for a channel with one account only `default`. */
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
                /** @description A page about the app. Default: that of the package before, else `gateway.publicUrl`. */
                website?: string;
                /** @description The name that people see. */
                name?: string;
                /** @description Default: raised with every change since the package that was written on the machine. */
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
                    /** @description The name of the file. */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                /** @description The approval: its id, or its code. */
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
                /** @description The approval: its id, or its code. */
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
                /** @description The approval: its id, or its code. */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Restricts the list to this channel, for instance `imbridge`. */
                channel?: string;
                /** @description Restricts the list to conversations with this text in the name, the id in the channel's own form, or our id. Upper and lower case are the same; no character has a special meaning. */
                q?: string;
                /** @description Restricts the list to conversations of this kind. */
                kind?: "direct" | "group" | "channel";
                /** @description Whether only those are listed that a person holds. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                /** @description Whether the assistant answers the last message that it would have answered. */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
            /** @description The conversation is answered again. */
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
                /** @description The `media_id` of a file of a message. */
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
                    /** @description The name of a file that may not be shown. */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                /** @description The `id:` of the last event received. Default: only events from now on. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, until one side closes the connection. */
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
                /** @description The event, a transcript line or delivery that resulted from it, or a conversation. */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                        /** @description Pass it as `cursor` to get the next page; null at the end. */
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
                /** @description Asks the service of each account now; may take seconds. */
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
                /** @description `1h` by minute, `24h` by hour, `30d` by day (of UTC). */
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
                /** @description The number of items on a page. */
                limit?: number;
                /** @description `next_cursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Only lines since then: a duration before now (`90s`, `10m`, `2h`, `1d`), or a time in UTC (`2026-11-25T20:30:00Z`). A stream sends the kept lines since then first. */
                since?: string;
                /** @description The least severe level. */
                level?: "fatal" | "error" | "warn" | "info" | "debug" | "trace";
                /** @description Only lines about this event: `event_id`. */
                event?: string;
                /** @description Only lines about this conversation: its `id` or its `conversation_id` in the channel's own form. */
                conversation?: string;
            };
            header?: {
                /** @description For a stream: the id of the last line received. The kept lines after it come first. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first; or a stream. */
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
            /** @description The tools of the server afterwards. */
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
                /** @description First day, such as `2026-11-01`. Unset = the first of this month. */
                from?: string;
                /** @description Last day. Unset = today, in `usage.timeZone`. */
                to?: string;
                /** @description What each line is about. `sender`, `conversation` and `key` need the role `operator`. */
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
