/** An element of an XML document; `text` is that between its tags, without the elements. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const TOKEN =
  /<\?xml [^?]*\?>|<!--((?:(?!--)[^])*)-->|<!DOCTYPE [^>[]*>|<\/([\w.-]+)\s*>|<([\w.-]+)((?:\s+[\w.:-]+="[^"<]*")*)\s*(\/?)>|[^<]+/y;

/**
 * The root of a document, as strictly as the small files of ours need it.
 * @throws Error for what is not well-formed
 */
export function xmlIn(document: string): Element {
  const top: Open = { name: '', attributes: {}, children: [], text: '' };
  const open: Open[] = [top];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < document.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(document);
    if (!match) throw new Error(`not well-formed: ${document.slice(at, at + 60)}`);
    const [token, , closes, opens, attributes = '', isEmpty] = match;
    const current = open.at(-1)!;
    if (token.startsWith('<?') && at !== 0) throw new Error('the declaration must come first');
    if (closes !== undefined) {
      if (closes !== current.name) throw new Error(`</${closes}> closes <${current.name}>`);
      open.pop();
    } else if (opens !== undefined) {
      const element: Open = { name: opens, attributes: attributesIn(attributes), children: [], text: '' };
      current.children.push(element);
      if (isEmpty === '') open.push(element);
    } else if (!token.startsWith('<')) current.text += unescaped(token);
  }
  const [root, ...others] = top.children;
  if (open.length > 1 || !root || others.length > 0 || top.text.trim() !== '')
    throw new Error('a document has one root element, which is closed');
  return root;
}

const attributesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w.:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  );

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replaceAll(/&(\w*;?)/g, (_, name: string) => {
    const character = name.endsWith(';') ? ENTITIES[name.slice(0, -1)] : undefined;
    if (character === undefined) throw new Error(`&${name} is not a known entity`);
    return character;
  });

/** The value of a property list, as launchd reads it. */
export function plistIn(document: string): unknown {
  const root = xmlIn(document);
  if (root.name !== 'plist' || root.attributes.version !== '1.0' || root.children.length !== 1)
    throw new Error('not a property list');
  return valueOf(root.children[0]!);
}

function valueOf({ name, text, children }: Element): unknown {
  if (name === 'string') return text;
  if (name === 'true' || name === 'false') return name === 'true';
  if (name === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (name === 'array') return children.map(valueOf);
  if (name !== 'dict' || children.length % 2 !== 0) throw new Error(`<${name}> is not a value`);
  const keys = children.filter((_, index) => index % 2 === 0);
  if (keys.some((key) => key.name !== 'key')) throw new Error('a dictionary has keys and values in turn');
  return Object.fromEntries(keys.map((key, index) => [key.text, valueOf(children[2 * index + 1]!)]));
}
