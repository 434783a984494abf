// Made by `npm run generate` from openapi/data-api.v1.json. Do not edit.
export interface paths {
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one user
         * @description Needs an API key with the scope `users:read`.
         */
        get: operations["readUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/process": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process data
         * @description Sends `input_data` to the processor that the operator has chosen: `profile` reports format and structure, `agent` asks the assistant. The input is deleted once it has been processed. The result can be read by its `id` for one day, or for the time set by the operator. Needs an API key with the scope `data:process`.
         */
        post: operations["processData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/process/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a data-processing request
         * @description Returns the state and result of a request by the same user, made with any of their API keys. Needs an API key with the scope `data:process`.
         */
        get: operations["readDataRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the key's user and its remaining limits
         * @description The request itself counts. Shows the limits that apply to this key. Needs an API key.
         */
        get: operations["readAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your API keys
         * @description Needs an API key.
         */
        get: operations["listAccountKeys"];
        put?: never;
        /**
         * Create another API key
         * @description Omitted fields are copied from the calling key. The new key cannot have more scopes, higher limits or a later expiry than the calling key. At most five keys created this way can exist at a time. The key is shown only once. Needs an API key.
         */
        post: operations["createAccountKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/keys/{id}": {
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
         * Revoke one of your API keys
         * @description The key stops working immediately. You can revoke the calling key itself, but not a key with a scope that the calling key lacks. Needs an API key.
         */
        delete: operations["revokeAccountKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        UserStatus: "active" | "disabled";
        UserIdentity: {
            /** @example imbridge */
            channel: string;
            /**
             * @description The sender's id on the channel.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description The name shown by the service. Senders choose it themselves, so do not trust it.
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
        User: {
            /** @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example Robin */
            display_name: string;
            /** @example robin@example.com */
            email: string;
            status: components["schemas"]["UserStatus"];
            /**
             * Format: date-time
             * @description Creation time of the user. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change of the user. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            /** @description The linked senders, oldest link first. */
            identities: components["schemas"]["UserIdentity"][];
        };
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
        ProcessOptions: {
            /**
             * @description `profile`: the format of the input: `auto` (default), `json`, `jsonl`, `csv` or `text`; `csv; header=present` and `csv; header=absent` say whether the first row contains the column names. `agent`: any text.
             * @example csv
             */
            param1?: string;
            /**
             * @description `profile`: the delimiter of CSV, one character or `tab`; detected if omitted. `agent`: any text.
             * @example ;
             */
            param2?: string;
        };
        ProcessRequest: {
            /**
             * @description The data to process, at most `dataApi.maxInputBytes` of UTF-8 (default: 1 MiB).
             * @example name;price
             *     Apple;1.20
             *     Pear;0.95
             */
            input_data: string;
            options?: components["schemas"]["ProcessOptions"];
        };
        ColumnProfile: {
            /**
             * @description The number of values, including nulls.
             * @example 2
             */
            count: number;
            /**
             * @description The number of nulls. In CSV: empty cells, `null` and `\N`.
             * @example 0
             */
            nulls: number;
            /**
             * @description The number of values per type, without nulls: integer, number, boolean, date, string, object, array.
             * @example {
             *       "number": 2
             *     }
             */
            types: {
                [key: string]: number;
            };
            /**
             * @description The smallest number.
             * @example 0.95
             */
            min: number | null;
            /**
             * @description The largest number.
             * @example 1.2
             */
            max: number | null;
            /**
             * @description The earliest date, as written. Times without a time zone are UTC.
             * @example null
             */
            earliest: string | null;
            /**
             * @description The latest date, as written.
             * @example null
             */
            latest: string | null;
            /**
             * @description The length of the shortest string (in characters) or array (in items).
             * @example null
             */
            min_length: number | null;
            /**
             * @description The length of the longest string (in characters) or array (in items).
             * @example null
             */
            max_length: number | null;
            /**
             * @description The number of integers that a 64-bit float cannot represent exactly (2^53 + 1), plus the number of values outside its range (1e999).
             * @example 0
             */
            inexact_numbers: number;
            /**
             * @description The name from the header, truncated to 100 characters. Columns without a name are `column_1` and so on.
             * @example price
             */
            name: string;
        };
        CsvProfile: {
            /** @example ; */
            delimiter: string;
            /**
             * @description Whether the first row contains the column names.
             * @example true
             */
            has_header: boolean;
            /**
             * @description The number of rows, excluding the header and empty lines.
             * @example 2
             */
            rows: number;
            /**
             * @description The number of columns in the widest row.
             * @example 2
             */
            column_count: number;
            /**
             * @description The number of rows with more or fewer cells than the first.
             * @example 0
             */
            ragged_rows: number;
            columns: components["schemas"]["ColumnProfile"][];
            /**
             * @description Whether there are more than the 200 listed columns.
             * @example false
             */
            columns_truncated: boolean;
        };
        /** @enum {string} */
        JsonType: "object" | "array" | "string" | "number" | "boolean" | "null";
        FieldProfile: {
            /**
             * @description The number of values, including nulls.
             * @example 2
             */
            count: number;
            /**
             * @description The number of nulls. In CSV: empty cells, `null` and `\N`.
             * @example 0
             */
            nulls: number;
            /**
             * @description The number of values per type, without nulls: integer, number, boolean, date, string, object, array.
             * @example {
             *       "number": 2
             *     }
             */
            types: {
                [key: string]: number;
            };
            /**
             * @description The smallest number.
             * @example 0.95
             */
            min: number | null;
            /**
             * @description The largest number.
             * @example 1.2
             */
            max: number | null;
            /**
             * @description The earliest date, as written. Times without a time zone are UTC.
             * @example null
             */
            earliest: string | null;
            /**
             * @description The latest date, as written.
             * @example null
             */
            latest: string | null;
            /**
             * @description The length of the shortest string (in characters) or array (in items).
             * @example null
             */
            min_length: number | null;
            /**
             * @description The length of the longest string (in characters) or array (in items).
             * @example null
             */
            max_length: number | null;
            /**
             * @description The number of integers that a 64-bit float cannot represent exactly (2^53 + 1), plus the number of values outside its range (1e999).
             * @example 0
             */
            inexact_numbers: number;
            /** @example $.items[].price */
            path: string;
        };
        JsonProfile: {
            root: components["schemas"]["JsonType"];
            /**
             * @description The nesting depth; 1 for a flat object.
             * @example 1
             */
            depth: number;
            /**
             * @description The number of values per type.
             * @example {
             *       "object": 1,
             *       "array": 0,
             *       "string": 2,
             *       "number": 1,
             *       "boolean": 0,
             *       "null": 0
             *     }
             */
            counts: {
                [key: string]: number;
            };
            /**
             * @description The number of keys in all objects.
             * @example 3
             */
            keys: number;
            /**
             * @description The number of duplicate keys.
             * @example 0
             */
            duplicate_keys: number;
            /** @description The paths, in order of first appearance. */
            fields: components["schemas"]["FieldProfile"][];
            /**
             * @description Whether there are more or deeper paths than listed.
             * @example false
             */
            fields_truncated: boolean;
        };
        JsonLinesProfile: {
            /**
             * @description The nesting depth; 1 for a flat object.
             * @example 1
             */
            depth: number;
            /**
             * @description The number of values per type.
             * @example {
             *       "object": 1,
             *       "array": 0,
             *       "string": 2,
             *       "number": 1,
             *       "boolean": 0,
             *       "null": 0
             *     }
             */
            counts: {
                [key: string]: number;
            };
            /**
             * @description The number of keys in all objects.
             * @example 3
             */
            keys: number;
            /**
             * @description The number of duplicate keys.
             * @example 0
             */
            duplicate_keys: number;
            /** @description The paths, in order of first appearance. */
            fields: components["schemas"]["FieldProfile"][];
            /**
             * @description Whether there are more or deeper paths than listed.
             * @example false
             */
            fields_truncated: boolean;
            /**
             * @description The number of lines, excluding blank ones. The path `$` stands for each line.
             * @example 2
             */
            records: number;
        };
        TextProfile: {
            /**
             * @description The number of words.
             * @example 2
             */
            words: number;
            /**
             * @description The number of blank lines.
             * @example 0
             */
            blank_lines: number;
            /**
             * @description The length of the longest line in characters.
             * @example 11
             */
            longest_line: number;
        };
        /** @enum {string} */
        DataFormat: "json" | "jsonl" | "csv" | "text";
        /** @enum {string} */
        ProfileWarningCode: "delimiter_unsure" | "header_unsure" | "ragged_row" | "mixed_types" | "no_such_day" | "not_json_lines";
        ProfileWarning: {
            code: components["schemas"]["ProfileWarningCode"];
            /**
             * @description The first affected row, counted from 1 including the header but not empty lines. For JSON lines: the line.
             * @example 3
             */
            row?: number;
            /** @description The affected column, counted from 1. */
            column?: number;
            /**
             * @description A readable description.
             * @example Row 3 has 2 cells; the first row has 3.
             */
            message: string;
        };
        ProfileOutput: {
            /** @example csv */
            format: components["schemas"]["DataFormat"];
            /**
             * @description The size in bytes of UTF-8.
             * @example 32
             */
            bytes: number;
            /**
             * @description The number of Unicode code points.
             * @example 32
             */
            characters: number;
            /**
             * @description The number of lines.
             * @example 3
             */
            lines: number;
            /**
             * @description The SHA-256 hash of the UTF-8 bytes, in hexadecimal.
             * @example 45259bf9295901132272923b508bd88c990d79f9daed921f275f44fa3ed28d61
             */
            sha256: string;
            /**
             * @description Whether the text starts with a byte order mark.
             * @example false
             */
            has_bom: boolean;
            /**
             * @description The number of NUL characters.
             * @example 0
             */
            nul_characters: number;
            /**
             * @description The number of U+FFFD characters, which are a sign of a wrong encoding.
             * @example 0
             */
            replacement_characters: number;
            /**
             * @description The number of lone surrogates.
             * @example 0
             */
            lone_surrogates: number;
            /** @description Guesses and doubtful values, most important first. */
            warnings: components["schemas"]["ProfileWarning"][];
            csv?: components["schemas"]["CsvProfile"];
            json?: components["schemas"]["JsonProfile"];
            jsonl?: components["schemas"]["JsonLinesProfile"];
            text?: components["schemas"]["TextProfile"];
        };
        AgentOutput: {
            /**
             * @description The assistant's answer, at most 1000000 UTF-16 units.
             * @example Apple 1.20, Pear 0.95
             */
            text: string;
            /**
             * @description Whether the answer was truncated.
             * @example false
             */
            text_truncated: boolean;
        };
        /** @enum {string} */
        Processor: "profile" | "agent";
        ProcessResult: {
            /** @example dpr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            processor: components["schemas"]["Processor"];
            /**
             * @description The size of `input_data` in bytes of UTF-8.
             * @example 32
             */
            input_bytes: number;
            /** @description The options of the request. */
            options: components["schemas"]["ProcessOptions"];
            /**
             * Format: date-time
             * @description Time at which the request was accepted. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @enum {string} */
            status: "completed";
            output: components["schemas"]["ProfileOutput"] | components["schemas"]["AgentOutput"];
            /**
             * @description The processing time in ms.
             * @example 3
             */
            duration_ms: number;
        };
        /** @enum {string} */
        DataRequestStatus: "queued" | "processing" | "completed" | "failed";
        ProcessError: {
            /** @example INVALID_REQUEST */
            code: string;
            /** @example The request is not valid. */
            message: string;
            /** @example input_data is not valid JSON */
            details: string;
            fields?: components["schemas"]["FieldFault"][];
        };
        DataRequest: {
            /** @example dpr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            processor: components["schemas"]["Processor"];
            /**
             * @description The size of `input_data` in bytes of UTF-8.
             * @example 32
             */
            input_bytes: number;
            /** @description The options of the request. */
            options: components["schemas"]["ProcessOptions"];
            /**
             * Format: date-time
             * @description Time at which the request was accepted. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            status: components["schemas"]["DataRequestStatus"];
            /** @description The result, once completed. */
            output?: components["schemas"]["ProfileOutput"] | components["schemas"]["AgentOutput"];
            /** @description The error that a synchronous request would have received, once failed. */
            error?: components["schemas"]["ProcessError"];
            /**
             * @description The processing time in ms, once finished.
             * @example 3
             */
            duration_ms?: number;
        };
        AccountUser: {
            /** @example usr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /** @example Robin */
            display_name: string;
            /** @example robin@example.com */
            email: string;
            status: components["schemas"]["UserStatus"];
        };
        AccountKey: {
            /** @example key_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /**
             * @description The first characters of the key.
             * @example gh_4f7k2m
             */
            prefix: string;
            /** @example nightly import */
            name: string;
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
        };
        /**
         * @description The scopes of the key.
         * @enum {string}
         */
        Scope: "users:read" | "data:process";
        LimitWindow: {
            /**
             * @description The number of requests allowed in the window.
             * @example 100
             */
            limit: number;
            /**
             * @description The number of requests left after this one.
             * @example 99
             */
            remaining: number;
            /**
             * @description Seconds until the window ends.
             * @example 60
             */
            reset: number;
        };
        AccountLimits: {
            per_minute: components["schemas"]["LimitWindow"];
            per_hour: components["schemas"]["LimitWindow"];
            per_day: components["schemas"]["LimitWindow"];
        };
        Account: {
            user: components["schemas"]["AccountUser"];
            key: components["schemas"]["AccountKey"];
            /** @description The scopes of the key. */
            scopes: components["schemas"]["Scope"][];
            /** @description Requests with a key and with the keys it created are counted together. */
            limits: components["schemas"]["AccountLimits"];
        };
        ApiKeyLimits: {
            /** @description Requests a minute; null = the gateway's. */
            per_minute: number | null;
            /** @description Requests an hour; null = the gateway's. */
            per_hour: number | null;
            /** @description Requests a day; null = the gateway's. */
            per_day: number | null;
        };
        ApiKey: {
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
        };
        ApiKeyList: {
            /** @description The keys, oldest first. */
            items: components["schemas"]["ApiKey"][];
            /**
             * @description Always null: the list is complete.
             * @example null
             */
            next_cursor: string | null;
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
            /** @description `HTTPS_REQUIRED`, `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    processData: {
        parameters: {
            query?: never;
            header?: {
                /** @description `respond-async`: returns 202 immediately and processes the data in the background (RFC 7240). */
                Prefer?: string;
                /** @description Makes retries safe. For 24 hours, a repeat with the same key and body returns the first result, even with another API key of the same user and after a restart. A different body fails with `IDEMPOTENCY_MISMATCH`. While the first request is in progress, a repeat fails with `CONFLICT` and `Retry-After`. Repeating an asynchronous request returns that request, finished or not. A rejected or failed request releases its key; one that failed asynchronously can still be read by its `id`. 1 to 255 visible ASCII characters; preferably a random UUID. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProcessRequest"];
            };
        };
        responses: {
            /** @description Processed. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
                    /** @description `true` if this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessResult"];
                };
            };
            /** @description Accepted. Poll the `Location` until the request is `completed` or `failed`. */
            202: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
                    /** @description The address of the request. */
                    Location?: string;
                    /** @description `respond-async`, if it was requested. */
                    "Preference-Applied"?: string;
                    /** @description Seconds to wait before the next request. */
                    "Retry-After"?: number;
                    /** @description `true` if this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataRequest"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
            /** @description `HTTPS_REQUIRED`, `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readDataRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
                    /** @description Seconds to wait before the next request. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataRequest"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
            /** @description `HTTPS_REQUIRED`, `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User, key, scopes and limits. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
            /** @description `HTTPS_REQUIRED` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAccountKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All keys. */
            200: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
            /** @description `HTTPS_REQUIRED` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createAccountKey: {
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
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
            /** @description `HTTPS_REQUIRED`, `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeAccountKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the key. */
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
            /** @description `HTTPS_REQUIRED`, `FORBIDDEN` */
            403: {
                headers: {
                    /** @description The id of the request; include it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit": number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy": string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
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
                    /** @description The number of requests allowed in the most restrictive window. */
                    "X-RateLimit-Limit"?: number;
                    /** @description The number of requests left in that window. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until that window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description The limits of the three windows: `q` requests in `w` seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description The current state of the three windows: `r` requests left, `t` seconds until the window ends. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
