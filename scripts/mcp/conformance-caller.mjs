// The program that the conformance tests start for each scenario with the address of its server. It has the scenario
// played by scripts/mcp/conformance.mjs, which has loaded the client once: 40 programs at once would take too long.
import { request } from 'node:http';

const { MCP_CONFORMANCE_HOST, MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_CONTEXT = '{}' } = process.env;
const context = { ...JSON.parse(MCP_CONFORMANCE_CONTEXT), scenario: MCP_CONFORMANCE_SCENARIO };
const order = { url: process.argv.at(-1), context };

const asked = request(MCP_CONFORMANCE_HOST, { method: 'POST' }, (answer) => {
  answer.pipe(process.stderr);
  process.exitCode = answer.statusCode === 200 ? 0 : 1;
});
asked.end(JSON.stringify(order));
