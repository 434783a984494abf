/** Tells scripts/test.mjs what a run is doing, where that has started it. */
export const tellStart = (at) => process.send?.({ at });

/** A reporter: Jest shows its progress by itself on a terminal, else only the end of each file. */
export default class StartNews {
  #isOver = false;

  onRunStart({ numTotalTestSuites: files }) {
    if (process.stderr.isTTY) this.#end();
    else tellStart(`running the longest of ${files} files first; none has ended yet`);
  }

  onTestResult() {
    this.#end();
  }

  #end() {
    if (!this.#isOver) process.send?.({ isOver: true });
    this.#isOver = true;
  }
}
