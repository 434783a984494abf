// Writes the model types that the settings know (src/config) from the wires in the built code (`npm run build` first).
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const FILE = new URL('../src/config/core/models/model-types.generated.ts', import.meta.url).pathname;
const { WIRES } = await import('../build/src/assistant/models/wires.js');

const types = WIRES.map(({ type, defaultBaseUrl, takesPdfs, needsKey }) => ({
  type,
  hasDefaultBaseUrl: defaultBaseUrl !== undefined,
  takesPdfs,
  needsKey,
}));
const text = `// Written by \`npm run generate\` from the wires of src/assistant/models.
export const MODEL_TYPES = [
${types.map((each) => `${JSON.stringify(each)},`).join('\n')}
] as const;
`;
writeFileSync(FILE, await format(text, { ...(await resolveConfig(FILE)), filepath: FILE }));
