interface McpToolsTable {
  server: string;
  name: string;
  /** Digest of the server's address or command: another server under the same name begins anew. */
  origin: string;
  /** The definition that may be used, as JSON; null for a tool that nobody has accepted. */
  accepted: string | null;
  accepted_at: number | null;
  /** Null for the first list of a server. */
  accepted_by: string | null;
  /** The definition in the server's last list, as JSON; null when the tool is not in it any more. */
  offered: string | null;
  offered_at: number;
}

/** Tools besides `message`. */
export interface ToolTables {
  mcp_tools: McpToolsTable;
}
