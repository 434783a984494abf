export function requireCommonLibraries(file: string): void;
export function librariesOf(program: Buffer): string[];
