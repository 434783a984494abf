interface AlertsTable {
  id: string;
  code: string;
  /** The account, agent, budget, server or plugin; empty where there can be one only. */
  subject: string;
  message: string;
  /** Null where no one knows. */
  since: number | null;
  setting: string | null;
  remedy: string | null;
  raised_at: number;
  /** Since when it is not found any more; null while it is. */
  absent_since: number | null;
  /** Null while it is open. */
  cleared_at: number | null;
}

/** Tables of alerts. */
export interface AlertTables {
  alerts: AlertsTable;
}
