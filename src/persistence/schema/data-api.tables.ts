/** One data-processing request of the Data API. */
interface DataRequestsTable {
  id: string;
  user_id: string;
  /** The API key of the request; null for requests made before the column existed. */
  key_id: string | null;
  /** Chosen by the caller; unique per user. */
  idempotency_key: string | null;
  /** SHA-256 of the request, hexadecimal, for requests with an idempotency key. */
  fingerprint: string | null;
  status: 'queued' | 'processing' | 'completed' | 'failed';
  processor: string;
  /** A JSON string, so that it may contain NUL and lone surrogates; kept only until an asynchronous request ends. */
  input: string | null;
  input_bytes: number;
  /** JSON object. */
  options: string;
  /** JSON object, once completed. */
  output: string | null;
  /** JSON of the error object, once failed. */
  error: string | null;
  /** Until then the caller's own connection processes it; null for an asynchronous request, and after the end. */
  lease_until: number | null;
  created_at: number;
  duration_ms: number | null;
}

/** One row per API key and period; the values of an ended window have no meaning. */
interface RateLimitsTable {
  key_id: string;
  /** `minute`, `hour` or `day`. */
  period: string;
  /** Counted requests; on SQLite including some reserved in advance (ADR 0013). */
  hits: number;
  /** Epoch ms; on PostgreSQL by the clock of the database. */
  ends_at: number;
}

/** The Data API: its requests and the counters of its limits. */
export interface DataApiTables {
  data_requests: DataRequestsTable;
  rate_limits: RateLimitsTable;
}
