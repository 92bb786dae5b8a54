/** Holds the OpenAPI document to the recommended rules of Redocly: an error or a warning fails (part of `npm run lint`). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { apiDocument } from '#app/api.server.ts';
import { calls } from '#app/calls.ts';

const Problems = z.object({
  problems: z.array(
    z.object({
      ruleId: z.string(),
      message: z.string(),
      location: z.array(z.object({ pointer: z.string().optional() })),
    }),
  ),
});

function askRedocly(json: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'opora-api-document-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, json);
    const command = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
    // It would send what it did to its makers, and ask for newer versions of itself.
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const asked = ['lint', file, '--extends', 'recommended', '--format', 'json', '--max-problems', '1000'];
    const { stdout, stderr } = spawnSync(process.execPath, [command, ...asked], { cwd: folder, env, encoding: 'utf8' });
    if (!stdout.trim().startsWith('{')) throw new Error(`Redocly says nothing of the document: ${stderr}`);
    const { problems } = Problems.parse(JSON.parse(stdout));
    return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const all = Object.values(calls).flatMap((area) => Object.values(area));
const json = JSON.stringify(apiDocument(all, 'https://opora.uz'));
const problems = askRedocly(json);
for (const problem of problems) console.error(problem);
console.log(`API document: ${all.length} calls, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
