export function writeTar(folder: string, file: string, programs: readonly string[]): Promise<void>;
