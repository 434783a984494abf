/** Which tools may be used: `deny` wins, then `allow` and `alsoAllow`; without `allow` every tool. */
export interface ToolPolicy {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly alsoAllow?: readonly string[];
}
