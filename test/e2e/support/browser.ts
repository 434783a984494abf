import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { timeLimit } from '../../../simulators/common/time-limit.js';
import { programPath } from '../../support/needs.js';
import { environment } from '../../support/programs.js';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const launched: Browser[] = [];

/** As root, which CI is, the browser has no sandbox of its own. It is closed after the tests of the file. */
export async function launchBrowser(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    executablePath: programPath('chromium'),
    args,
    env: environment({}),
    timeout: timeLimit(30_000),
  });
  launched.push(browser);
  return browser;
}

afterAll(() => Promise.all(launched.splice(0).map((browser) => browser.close())));

/** A page, and what went wrong in it, or in others of its context. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console, reports of the policy among them, and requests to another origin. */
  readonly problems: string[];
}

export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  // Colours that are still changing have no contrast of their own.
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(timeLimit(20_000));
  const problems: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  context.on('weberror', (webError) => problems.push(`error: ${webError.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'blob:') problems.push(`request to ${url.origin}`);
  });
  return { page: await context.newPage(), context, problems };
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/**
 * Measures every target with the flattest of texts, so that a target whose size depends on the installed fonts is found
 * with any of them. The rem stays what it is. A link within a sentence is exempt (WCAG 2.5.8), and a box stands for what
 * its label covers.
 */
const SMALL_TARGETS = `(() => {
  const flat = new CSSStyleSheet();
  flat.replaceSync('body, body * { font-size: 0.5rem !important }');
  document.adoptedStyleSheets.push(flat);
  const isInSentence = (target) =>
    getComputedStyle(target).display === 'inline' &&
    [...target.parentElement.childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.data.trim() !== '');
  const small = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((target) => target.checkVisibility() && !isInSentence(target))
    .map((target) => {
      const label = target.closest('label') ?? target;
      const { width, height } = label.getBoundingClientRect();
      return { width, height, target };
    })
    .filter(({ width, height }) => Math.min(width, height) < 24)
    .map(({ width, height, target }) => 'only ' + width + ' x ' + height + ' px: ' + target.outerHTML.slice(0, 200));
  document.adoptedStyleSheets.pop();
  return small;
})()`;

/**
 * The findings of axe-core on the page, and its small targets, one line each.
 * @param rules only those of axe-core; all unless told
 */
export async function accessibilityFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated from outside, because the page's policy allows no script but its own.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(`${axeSource};0`);
  const choice = rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } };
  const options = JSON.stringify({ resultTypes: ['violations'], ...choice });
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
  return rules ? found : [...found, ...(await page.evaluate<string[]>(SMALL_TARGETS))];
}

/** How far the page can be scrolled sideways, in pixels. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');

/** Signs in by the form, as a person does. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.goto('/console/');
  await page.getByLabel('Admin token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').waitFor();
}

/** Goes to another address below the console as the browser's own buttons do, without loading the page again. */
export async function goTo(page: Page, path: string): Promise<void> {
  const address = JSON.stringify(`/console/${path}`);
  await page.evaluate(
    `history.pushState(null, '', ${address}); window.dispatchEvent(new PopStateEvent('popstate'))`,
  );
}
