/** The code that connects to servers, loaded when the first one is needed: the SDK takes 40 MB. */
export async function connecting() {
  const [{ openConnection }, { recordsIn }] = await Promise.all([
    import('./open-connection.js'),
    import('../programs/leftovers.js'),
  ]);
  return { openConnection, recordsIn };
}
