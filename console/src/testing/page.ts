import type { ComponentChild } from 'preact';
import type * as ofPreact from 'preact';

type Listener = (event: object) => unknown;

/** As much of a node of a page as Preact asks for: a test without a browser finds there what a screen shows. */
export class FakeNode {
  readonly nodeType: number;
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml';
  readonly ownerDocument = fakeDocument;
  readonly style = {};
  readonly attributes: Record<string, unknown> = {};
  readonly childNodes: FakeNode[] = [];
  parentNode: FakeNode | null = null;
  private readonly listeners = new Map<string, Listener>();

  constructor(
    readonly localName: string,
    public data = '',
  ) {
    this.nodeType = localName === '' ? 3 : 1;
  }

  get firstChild(): FakeNode | null {
    return this.childNodes[0] ?? null;
  }

  get nextSibling(): FakeNode | null {
    const among = this.parentNode?.childNodes ?? [];
    return among[among.indexOf(this) + 1] ?? null;
  }

  get text(): string {
    return this.data + this.childNodes.map(({ text }) => text).join('');
  }

  insertBefore(node: FakeNode, before: FakeNode | null): void {
    node.remove();
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, node);
    node.parentNode = this;
  }

  remove(): void {
    const among = this.parentNode?.childNodes ?? [];
    if (among.includes(this)) among.splice(among.indexOf(this), 1);
    this.parentNode = null;
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes[name] = value;
  }

  removeAttribute(name: string): void {
    Reflect.deleteProperty(this.attributes, name);
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, listener);
  }

  removeEventListener(type: string): void {
    this.listeners.delete(type);
  }

  /** @param value of the field that is typed into */
  fire(type: string, value?: string): void {
    const event = { type, currentTarget: { value }, preventDefault: () => undefined };
    this.listeners.get(type)?.call(this, event);
  }

  /** Nothing here has the focus. */
  focus(): void {
    return;
  }

  /** Of a dialog: it is open while it is drawn. */
  showModal(): void {
    return;
  }

  /** All of that name below it. */
  all(name: string): FakeNode[] {
    return this.childNodes.flatMap((child) => [
      ...(child.localName === name ? [child] : []),
      ...child.all(name),
    ]);
  }

  /** The button with that text. @throws without one */
  button(text: string): FakeNode {
    const found = this.all('button').find((each) => each.text === text);
    if (!found) throw new Error(`no button ${text} in: ${this.text}`);
    return found;
  }
}

const fakeDocument = {
  hidden: false,
  createElementNS: (_namespace: string, name: string) => new FakeNode(name),
  createTextNode: (text: string) => new FakeNode('', text),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

/** A page without a browser. Call it before the first import of what draws on it. */
export async function fakePage() {
  Object.assign(globalThis, { document: fakeDocument });
  const { render }: typeof ofPreact = await import('preact');
  const { act } = await import('preact/test-utils');
  const page = new FakeNode('body');
  return {
    page,
    /** Draws, and waits for the effects of that. */
    draw: (content: ComponentChild) => act(() => render(content, page as unknown as Element)),
    /** Does something, and waits for what follows from it, promises that are settled by then included. */
    act: (work: () => unknown) =>
      act(async () => {
        await work();
        await new Promise((done) => setTimeout(done));
      }),
    end: () => act(() => render(null, page as unknown as Element)),
  };
}
