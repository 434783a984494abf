import type { Request } from 'express';

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods the application would have answered at this path, upper-case; empty for an unknown path. */
export function methodsAt(request: Request): string[] {
  const { router } = request.app as unknown as { router: { stack: readonly Layer[] } };
  const methods = router.stack
    .filter((layer) => layer.route && isMatch(layer, request.path))
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}));
  // Express answers HEAD wherever it answers GET.
  const all = methods.includes('get') ? [...methods, 'head'] : methods;
  return [...new Set(all)].map((method) => method.toUpperCase()).sort();
}

/** A path whose escapes cannot be decoded matches nothing. */
function isMatch(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
