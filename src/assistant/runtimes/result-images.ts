import type { ToolImage, ToolResult } from '../runtime.js';
import type { Step } from './steps.js';

export const imagesIn = (result: ToolResult): readonly ToolImage[] =>
  result.ok ? (result.images ?? []) : [];

/** The result as it is stored, and shown to models that see no images. */
export const withoutImages = (result: ToolResult): ToolResult =>
  imagesIn(result).length > 0 && result.ok ? { ok: true, value: result.value } : result;

/** The step without the images in its results; the same object where there are none. */
export function withoutResultImages(step: Step): Step {
  const hasAny = step.past.some(({ calls }) => calls.some(({ result }) => imagesIn(result).length > 0));
  if (!hasAny) return step;
  const past = step.past.map((each) => ({
    ...each,
    calls: each.calls.map(({ call, result }) => ({ call, result: withoutImages(result) })),
  }));
  return { ...step, past };
}
