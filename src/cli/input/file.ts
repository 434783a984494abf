import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { CliFailure, EXIT } from '../failure.js';

/**
 * Reads a file to send.
 * @param option as the person typed it, for the error
 * @throws CliFailure (usage) when it cannot be read
 */
export async function fileAt(option: string, path: string): Promise<{ buffer: string; filename: string }> {
  try {
    return { buffer: (await readFile(path)).toString('base64'), filename: basename(path) };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CliFailure(`${option}: ${path} cannot be read (${code})`, EXIT.usage);
  }
}
