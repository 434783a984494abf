/** The oldest Node that runs this program; the built program's `engines` says the same. */
export const OLDEST_NODE = 24;

/**
 * Ends the process with 1 on an older Node, saying which one it wants. An older one may not even understand what
 * the program imports, so its entry files import nothing but this, and load the rest when it has returned.
 */
export function refuseOldNode(): void {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return;
  process.stderr.write(
    `Gatehouse needs Node ${OLDEST_NODE} or later; this is Node ${process.versions.node} (${process.execPath}).\n` +
      'In its repository, `npm start` and `npm run gatehouse` take the Node that `npm ci` installs.\n',
  );
  process.exit(1);
}
