/** Of what TypeScript cannot read the types. */
interface Project {
  readonly manifest: { readonly dependencies: Readonly<Record<string, string | undefined>> };
  readonly lock: { readonly packages: Readonly<Record<string, object>> };
}
export const TOOLS: readonly string[];
export function projectOfBuild(root: string): Project;
