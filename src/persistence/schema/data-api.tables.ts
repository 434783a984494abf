/** One data-processing request of the Data API. */
interface DataRequestsTable {
  id: string;
  user_id: string;
  /** The caller's; unique per user. */
  idempotency_key: string | null;
  /** SHA-256 of the request, hexadecimal, where there is an idempotency key. */
  fingerprint: string | null;
  status: 'queued' | 'processing' | 'completed' | 'failed';
  processor: string;
  /** A JSON string, so that it may hold NUL and lone surrogates; only while an asynchronous request is not over. */
  input: string | null;
  input_bytes: number;
  /** JSON object. */
  options: string;
  /** JSON object, once completed. */
  output: string | null;
  /** JSON of the error object, once failed. */
  error: string | null;
  /** Until when the caller's own connection works on it; null for an asynchronous one, and when it is over. */
  lease_until: number | null;
  created_at: number;
  duration_ms: number | null;
}

/** One row per API key and period; what it says of a window that has ended is of no account. */
interface RateLimitsTable {
  key_id: string;
  /** `minute`, `hour` or `day`. */
  period: string;
  /** Requests counted; on SQLite including some that are yet to be made (ADR 0013). */
  hits: number;
  /** Epoch ms; on PostgreSQL by the clock of the database. */
  ends_at: number;
}

/** The Data API: requests under way and the counts of its limits. */
export interface DataApiTables {
  data_requests: DataRequestsTable;
  rate_limits: RateLimitsTable;
}
