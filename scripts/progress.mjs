import { createInterface } from 'node:readline';

/* The words of the scripts, and how far they are. Standard output belongs to the program that follows. No dependencies. */

const { stderr } = process;
/** A dumb terminal cannot draw a line again. */
const IS_TERMINAL = stderr.isTTY === true && process.env.TERM !== 'dumb';
const NEWS_MS = IS_TERMINAL ? 1_000 : 5_000;
const BAR_CHARS = 24;
const SLIDER_CHARS = 4;

let drawn = false;

export function fail(message, code = 1) {
  say(message);
  process.exit(code);
}

export function say(line) {
  erase();
  stderr.write(`${line}\n`);
}

/** Says what a program prints, line by line: one that wrote to the terminal itself would write over the bar. */
export function sayLinesOf(output) {
  createInterface({ input: output }).on('line', say);
}

/**
 * Tells what begins, and until it ends how far it is: as a bar on a terminal, else as a line every five seconds.
 * @param work a function whose promise is awaited
 * @param howFar returns `{ at, done, of, noun }` of this moment, as far as they are known; `at` is what is being done
 */
export async function during(title, work, howFar = () => ({})) {
  say(`> ${title}`);
  const begun = Date.now();
  const tell = () => {
    const news = newsOf(Math.round((Date.now() - begun) / 1_000), howFar());
    if (IS_TERMINAL) draw(news);
    else say(`  ${news.words}`);
  };
  const timer = setInterval(tell, NEWS_MS);
  try {
    const working = work();
    if (IS_TERMINAL) tell();
    return await working;
  } finally {
    clearInterval(timer);
    erase();
  }
}

function newsOf(seconds, { at, done = 0, of, noun }) {
  const count = done === 0 && of === undefined ? [] : [`${done}${of ? ` of ${of}` : ''} ${noun}`];
  const words = [`${seconds} s`, ...count].join(', ');
  return {
    words: at === undefined ? words : `${words}: ${at}`,
    part: of && Math.min(1, done / of),
    step: seconds % (BAR_CHARS - SLIDER_CHARS + 1),
  };
}

/** The cursor stays at the line's begin, where a program that writes meanwhile goes on. */
function draw({ words, part, step }) {
  // Where nothing says how much is left, a piece of it moves.
  const [before, full] = part === undefined ? [step, SLIDER_CHARS] : [0, Math.floor(part * BAR_CHARS)];
  const bar = '░'.repeat(before) + '█'.repeat(full) + '░'.repeat(BAR_CHARS - before - full);
  stderr.write(`\r  ${bar} ${words}\u001b[K\r`);
  drawn = true;
}

function erase() {
  if (drawn) stderr.write('\u001b[K');
  drawn = false;
}
