/** The oldest Node that runs this program; the built program's `engines` says the same. */
export const OLDEST_NODE = 24;

/**
 * Ends the process with 1 on an older Node, naming the version it needs. An older Node may not even parse the imports
 * of the program, so its entry files import only this, and load the rest once it has returned.
 */
export function refuseOldNode(): void {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return;
  process.stderr.write(
    `Gatehouse needs Node ${OLDEST_NODE} or later; this is Node ${process.versions.node} (${process.execPath}).\n` +
      'Install a newer Node, and start Gatehouse with it. ' +
      'In a checkout of the source, `npm start` and `npm run gatehouse` use the Node that `npm ci` installs.\n',
  );
  process.exit(1);
}
