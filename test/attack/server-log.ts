import { z } from 'zod';
import type { Tool } from './explained.ts';
import type { Findings } from './findings.ts';
import type { Session } from './people.ts';
import type { Target } from './target.ts';

const Line = z.object({
  level: z.number(),
  msg: z.string().default(''),
  err: z.object({ message: z.string().default(''), stack: z.string().default('') }).optional(),
});

function readLine(text: string): z.output<typeof Line> | null {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Adds errors and secrets in the server's log. */
export function readServerLog(target: Target, tool: Tool, sessions: Iterable<Session>, findings: Findings): void {
  const lines = target.log();
  if (!target.isAlive()) findings.add({ tool, what: 'crash', where: 'the server', detail: lines.slice(-5).join(' ') });
  const secrets = [...sessions].flatMap(({ tokens }) => tokens);
  for (const text of lines) {
    const line = readLine(text);
    if (line !== null && line.level >= 50) {
      const detail = `${line.err?.message ?? ''} ${line.err?.stack.split('\n', 3).join(' ') ?? ''}`;
      findings.add({ tool, what: 'error in the log', where: line.msg, detail: detail.slice(0, 500) });
    }
    if (secrets.some((secret) => text.includes(secret)))
      findings.add({ tool, what: 'secret in the log', where: 'the server', detail: 'a token of a session' });
  }
}
