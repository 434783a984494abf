/** major.minor.patch without leading zeros, as the platform requires; the schema accepts any text. */
const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

/** @returns undefined for a text that is not a version */
export function versionParts(text: unknown): readonly [number, number, number] | undefined {
  const match = typeof text === 'string' ? VERSION.exec(text) : null;
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

/** Whether `version` is above `other`; false unless both are versions. */
export function isAbove(version: unknown, other: unknown): boolean {
  const [ours, theirs] = [versionParts(version), versionParts(other)];
  if (!ours || !theirs) return false;
  const at = ours.findIndex((part, index) => part !== theirs[index]);
  return at >= 0 && (ours[at] ?? 0) > (theirs[at] ?? 0);
}

/** `1.0.0` to `1.1.0`; the first version follows anything else. */
export function nextVersion(text: unknown): string {
  const parts = versionParts(text);
  return parts ? `${parts[0]}.${parts[1] + 1}.0` : '1.0.0';
}
