export function archiveIn(line: string): string | undefined;
