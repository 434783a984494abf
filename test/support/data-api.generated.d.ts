// Made by `npm run generate` from openapi/data-api.v1.json. Do not edit.
export interface paths {
    "/v1/users/{id}": {
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
    "/v1/data/process": {
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
         * @description Gives `input_data` to the processor the operator has chosen: `profile` reports format and structure, `agent` asks the assistant. The input is kept no longer than until it is processed; the result can be read by its `id` for a day, or as long as the operator says. Needs an API key with the scope `data:process`.
         */
        post: operations["processData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/data/process/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a data-processing request
         * @description State and result of a request of the same user, whichever of their API keys made it. Needs an API key with the scope `data:process`.
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
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whose key this is, and what is left of its limits
         * @description Counted as every request is. The limits are those in force for this key. Needs an API key.
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
    "/v1/account/keys": {
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
         * Make another API key
         * @description What is left out is as the calling key has it. No more scopes, no higher limits, no later end than the calling key has. At most five keys made in this way at a time. The key is shown this once. Needs an API key.
         */
        post: operations["createAccountKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/keys/{id}": {
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
         * @description Also the calling one; none with a scope that the calling one has not. Refused at once. Needs an API key.
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
             * @description In the channel's own form.
             * @example +12025550143
             */
            sender_id: string;
            /**
             * @description As the service shows it; anyone may choose any name.
             * @example Robin
             */
            display_name: string | null;
            /**
             * Format: date-time
             * @description When the identity was linked. ISO 8601, UTC.
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
             * @description When the user was made. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the user was last changed. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            /** @description In the order of their linking. */
            identities: components["schemas"]["UserIdentity"][];
        };
        /** @enum {string} */
        ErrorCode: "INVALID_REQUEST" | "UNAUTHENTICATED" | "FORBIDDEN" | "HTTPS_REQUIRED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL" | "UNAVAILABLE";
        ErrorObject: {
            /** @example NOT_FOUND */
            code: components["schemas"]["ErrorCode"];
            /**
             * @description For people.
             * @example No such request.
             */
            message: string;
            /**
             * @description What to change, naming the field; may be empty.
             * @example id names no request of yours
             */
            details: string;
        };
        Error: {
            error: components["schemas"]["ErrorObject"];
        };
        ProcessOptions: {
            /**
             * @description `profile`: how to read the input: `auto` (default), `json`, `csv` or `text`. `agent`: free.
             * @example csv
             */
            param1?: string;
            /**
             * @description `profile`: the delimiter of CSV, one character or `tab`; found out when left out. `agent`: free.
             * @example ;
             */
            param2?: string;
        };
        ProcessRequest: {
            /**
             * @description Data to process; at most `dataApi.maxInputBytes` of UTF-8 (1 MiB unless the operator says otherwise).
             * @example name;price
             *     Apple;1.20
             *     Pear;0.95
             */
            input_data: string;
            options?: components["schemas"]["ProcessOptions"];
        };
        ColumnProfile: {
            /**
             * @description Values, nulls included.
             * @example 2
             */
            count: number;
            /**
             * @description Nulls; in CSV empty cells and the word `null`.
             * @example 0
             */
            nulls: number;
            /**
             * @description How many of each type, nulls left out: integer, number, boolean, date, string, object, array.
             * @example {
             *       "number": 2
             *     }
             */
            types: {
                [key: string]: number;
            };
            /**
             * @description Smallest number.
             * @example 0.95
             */
            min: number | null;
            /**
             * @description Largest number.
             * @example 1.2
             */
            max: number | null;
            /**
             * @description Earliest date, as written.
             * @example null
             */
            earliest: string | null;
            /**
             * @description Latest date, as written.
             * @example null
             */
            latest: string | null;
            /**
             * @description Characters of the shortest string, or items of the shortest array.
             * @example null
             */
            min_length: number | null;
            /**
             * @description Characters of the longest string, or items of the longest array.
             * @example null
             */
            max_length: number | null;
            /**
             * @description Numbers that a 64-bit float does not hold exactly (integers past 2^53) or at all (1e999).
             * @example 0
             */
            inexact_numbers: number;
            /**
             * @description From the header, cut after 100 characters; else `column_1` and so on.
             * @example price
             */
            name: string;
        };
        CsvProfile: {
            /** @example ; */
            delimiter: string;
            /**
             * @description Whether the first row was taken for names.
             * @example true
             */
            has_header: boolean;
            /**
             * @description Rows, without the header and empty lines.
             * @example 2
             */
            rows: number;
            /**
             * @description Columns of the widest row.
             * @example 2
             */
            column_count: number;
            /**
             * @description Rows that are longer or shorter than the first.
             * @example 0
             */
            ragged_rows: number;
            columns: components["schemas"]["ColumnProfile"][];
            /**
             * @description Whether there are more columns than the 200 listed.
             * @example false
             */
            columns_truncated: boolean;
        };
        /** @enum {string} */
        JsonType: "object" | "array" | "string" | "number" | "boolean" | "null";
        FieldProfile: {
            /**
             * @description Values, nulls included.
             * @example 2
             */
            count: number;
            /**
             * @description Nulls; in CSV empty cells and the word `null`.
             * @example 0
             */
            nulls: number;
            /**
             * @description How many of each type, nulls left out: integer, number, boolean, date, string, object, array.
             * @example {
             *       "number": 2
             *     }
             */
            types: {
                [key: string]: number;
            };
            /**
             * @description Smallest number.
             * @example 0.95
             */
            min: number | null;
            /**
             * @description Largest number.
             * @example 1.2
             */
            max: number | null;
            /**
             * @description Earliest date, as written.
             * @example null
             */
            earliest: string | null;
            /**
             * @description Latest date, as written.
             * @example null
             */
            latest: string | null;
            /**
             * @description Characters of the shortest string, or items of the shortest array.
             * @example null
             */
            min_length: number | null;
            /**
             * @description Characters of the longest string, or items of the longest array.
             * @example null
             */
            max_length: number | null;
            /**
             * @description Numbers that a 64-bit float does not hold exactly (integers past 2^53) or at all (1e999).
             * @example 0
             */
            inexact_numbers: number;
            /** @example $.items[].price */
            path: string;
        };
        JsonProfile: {
            root: components["schemas"]["JsonType"];
            /**
             * @description Levels of nesting; 1 for a flat object.
             * @example 1
             */
            depth: number;
            /**
             * @description Values of each type.
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
             * @description Keys of all objects.
             * @example 3
             */
            keys: number;
            /**
             * @description Keys that came more than once in their object.
             * @example 0
             */
            duplicate_keys: number;
            /** @description In the order of first appearance. */
            fields: components["schemas"]["FieldProfile"][];
            /**
             * @description Whether there are more paths than are listed, or deeper ones.
             * @example false
             */
            fields_truncated: boolean;
        };
        TextProfile: {
            /**
             * @description Words.
             * @example 2
             */
            words: number;
            /**
             * @description Blank lines.
             * @example 0
             */
            blank_lines: number;
            /**
             * @description Characters of the longest line.
             * @example 11
             */
            longest_line: number;
        };
        /** @enum {string} */
        DataFormat: "json" | "csv" | "text";
        ProfileOutput: {
            /** @example csv */
            format: components["schemas"]["DataFormat"];
            /**
             * @description Bytes of UTF-8.
             * @example 32
             */
            bytes: number;
            /**
             * @description Unicode code points.
             * @example 32
             */
            characters: number;
            /**
             * @description Lines.
             * @example 3
             */
            lines: number;
            /**
             * @description SHA-256 of the UTF-8 bytes, hexadecimal.
             * @example 45259bf9295901132272923b508bd88c990d79f9daed921f275f44fa3ed28d61
             */
            sha256: string;
            /**
             * @description Whether it begins with a byte order mark.
             * @example false
             */
            has_bom: boolean;
            /**
             * @description NUL characters.
             * @example 0
             */
            nul_characters: number;
            /**
             * @description U+FFFD characters: what a wrong encoding leaves behind.
             * @example 0
             */
            replacement_characters: number;
            /**
             * @description Halves of surrogate pairs that stand alone.
             * @example 0
             */
            lone_surrogates: number;
            csv?: components["schemas"]["CsvProfile"];
            json?: components["schemas"]["JsonProfile"];
            text?: components["schemas"]["TextProfile"];
        };
        AgentOutput: {
            /**
             * @description The assistant's answer; at most 1000000 UTF-16 units of it.
             * @example Apple 1.20, Pear 0.95
             */
            text: string;
            /**
             * @description Whether the answer was longer.
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
             * @description Bytes of UTF-8 in `input_data`.
             * @example 32
             */
            input_bytes: number;
            /** @description As they were given. */
            options: components["schemas"]["ProcessOptions"];
            /**
             * Format: date-time
             * @description When the request was taken. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @enum {string} */
            status: "completed";
            output: components["schemas"]["ProfileOutput"] | components["schemas"]["AgentOutput"];
            /**
             * @description How long the work took, ms.
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
        };
        DataRequest: {
            /** @example dpr_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            processor: components["schemas"]["Processor"];
            /**
             * @description Bytes of UTF-8 in `input_data`.
             * @example 32
             */
            input_bytes: number;
            /** @description As they were given. */
            options: components["schemas"]["ProcessOptions"];
            /**
             * Format: date-time
             * @description When the request was taken. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            status: components["schemas"]["DataRequestStatus"];
            /** @description Once completed. */
            output?: components["schemas"]["ProfileOutput"] | components["schemas"]["AgentOutput"];
            /** @description Once failed: what a synchronous request would have been told. */
            error?: components["schemas"]["ProcessError"];
            /**
             * @description Once over: how long the work took, ms.
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
             * @description How the key begins.
             * @example gh_4f7k2m
             */
            prefix: string;
            /** @example nightly import */
            name: string;
            /**
             * Format: date-time
             * @description When it was made. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The key its holder made it with; null when an operator made it.
             * @example key_01j9zq4c5x8r2m6t0w3y7v1b4c
             */
            made_with: string | null;
            /**
             * Format: date-time
             * @description From when on it is refused. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description At most a minute behind. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
        };
        /**
         * @description What the key may be used for.
         * @enum {string}
         */
        Scope: "users:read" | "data:process";
        LimitWindow: {
            /**
             * @description Requests it allows.
             * @example 100
             */
            limit: number;
            /**
             * @description How many are left, after this one.
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
            /** @description What the key may be used for. */
            scopes: components["schemas"]["Scope"][];
            /** @description Keys that were made with one another are counted together. */
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
             * @description How the key begins.
             * @example gh_4f7k2m
             */
            prefix: string;
            /** @example nightly import */
            name: string;
            scopes: components["schemas"]["Scope"][];
            limits: components["schemas"]["ApiKeyLimits"];
            /**
             * Format: date-time
             * @description When it was made. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The key its holder made it with; null when an operator made it.
             * @example key_01j9zq4c5x8r2m6t0w3y7v1b4c
             */
            made_with: string | null;
            /**
             * Format: date-time
             * @description From when on it is refused. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description At most a minute behind. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
        };
        ApiKeyList: {
            /** @description In the order of their making. */
            items: components["schemas"]["ApiKey"][];
            /**
             * @description Always null: the list is whole.
             * @example null
             */
            next_cursor: string | null;
        };
        NewApiKeyLimits: {
            /** @description Requests a minute. */
            per_minute?: number | null;
            /** @description Requests an hour. */
            per_hour?: number | null;
            /** @description Requests a day. */
            per_day?: number | null;
        };
        NewApiKey: {
            /**
             * @description For people, to know it by.
             * @example nightly import
             */
            name?: string | null;
            /** @description What it may be used for. */
            scopes?: components["schemas"]["Scope"][] | null;
            /**
             * Format: date-time
             * @description From when on it is refused; null = never.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at?: string | null;
            limits?: components["schemas"]["NewApiKeyLimits"] | null;
        };
        CreatedApiKey: {
            /** @example key_01j9zq4c5x8r2m6t0w3y7v1b4d */
            id: string;
            /**
             * @description How the key begins.
             * @example gh_4f7k2m
             */
            prefix: string;
            /** @example nightly import */
            name: string;
            scopes: components["schemas"]["Scope"][];
            limits: components["schemas"]["ApiKeyLimits"];
            /**
             * Format: date-time
             * @description When it was made. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The key its holder made it with; null when an operator made it.
             * @example key_01j9zq4c5x8r2m6t0w3y7v1b4c
             */
            made_with: string | null;
            /**
             * Format: date-time
             * @description From when on it is refused. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description At most a minute behind. ISO 8601, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description The key itself. It is shown this once and stored nowhere.
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description Name it when you report a problem. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
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
                /** @description `respond-async`: answer 202 at once and process afterwards (RFC 7240). */
                Prefer?: string;
                /** @description Makes a repeat safe: for 24 hours the same key with the same body gives the first result, also through another API key of the same user and after a restart. With another body, or while the first request is in progress, it is a `CONFLICT`. A request that was refused or failed frees its key; one that failed asynchronously can still be read by its `id`. 1 to 255 visible ASCII characters; a random UUID is best. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description `true` when this is the answer to an earlier request with the same key. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessResult"];
                };
            };
            /** @description Taken: read it at `Location` until it is `completed` or `failed`. */
            202: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description Where the request is. */
                    Location?: string;
                    /** @description `respond-async`, when that was asked for. */
                    "Preference-Applied"?: string;
                    /** @description Seconds after which to ask again. */
                    "Retry-After"?: number;
                    /** @description `true` when this is the answer to an earlier request with the same key. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description Name it when you report a problem. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description Seconds to wait before the next try. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description Seconds after which to ask again. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description Name it when you report a problem. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description Name it when you report a problem. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
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
            /** @description All of them. */
            200: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description Name it when you report a problem. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
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
                /** @description Makes a repeat safe: for 24 hours the same key makes nothing more. The repeat is a `CONFLICT` whose details name what was made, since the secret is shown once only: revoke it if you missed it, and ask with another key. A request that was refused frees its key. 1 to 255 visible ASCII characters. */
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
            /** @description Made. */
            201: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description Name it when you report a problem. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT` */
            409: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    /** @description Seconds to wait before the next try. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE` */
            415: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
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
            /** @description Gone. */
            204: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST` */
            400: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHENTICATED` */
            401: {
                headers: {
                    /** @description Name it when you report a problem. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND` */
            404: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit": number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining": number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `RATE_LIMITED` */
            429: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
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
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAVAILABLE` */
            503: {
                headers: {
                    /** @description Name it when you report a problem. */
                    "X-Request-Id": string;
                    /** @description Requests the tightest window allows. */
                    "X-RateLimit-Limit"?: number;
                    /** @description How many of them are left. */
                    "X-RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "X-RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
