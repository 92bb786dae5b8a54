import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Tool } from './tool.ts';

/** What must be installed for a part of the attack. */
export const commands: Readonly<Record<Exclude<Tool, 'baseline'>, { command: string; package: string }>> = {
  sqlmap: { command: 'sqlmap', package: 'sqlmap' },
  wapiti: { command: 'wapiti', package: 'wapiti' },
  slow: { command: 'slowhttptest', package: 'slowhttptest' },
  zzuf: { command: 'zzuf', package: 'zzuf' },
};

/** What came of a tool. */
interface ToolRun {
  /** What it wrote, of both kinds. */
  readonly output: Buffer;
  readonly code: number | null;
  /** It was ended because its time was over. */
  readonly wasCut: boolean;
}

const mostBytes = 64 * 2 ** 20;

/** Runs a command for at most so many seconds. Throws where there is no such command. */
export async function runTool(
  command: string,
  given: readonly string[],
  options: { seconds: number; folder: string; errors?: 'ignore' },
): Promise<ToolRun> {
  const child = spawn(command, given, {
    cwd: options.folder,
    stdio: ['ignore', 'pipe', options.errors ?? 'pipe'],
    env: { PATH: process.env.PATH, HOME: options.folder, LANG: 'C.UTF-8', TERM: 'dumb', PYTHONUNBUFFERED: '1' },
  });
  const parts: Buffer[] = [];
  let size = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= mostBytes) parts.push(part);
    });
  }
  let wasCut = false;
  const limit = setTimeout(() => {
    wasCut = true;
    child.kill('SIGINT');
    pause(5_000).then(() => child.kill('SIGKILL'));
  }, options.seconds * 1_000);
  try {
    const [code] = await once(child, 'close');
    return { output: Buffer.concat(parts), code: typeof code === 'number' ? code : null, wasCut };
  } finally {
    clearTimeout(limit);
  }
}

/** Whether the command of a tool can be found on this machine. */
export async function isInstalled(tool: keyof typeof commands): Promise<boolean> {
  const child = spawn('sh', ['-c', 'command -v "$0"', commands[tool].command], { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code === 0;
}

/** Works through a list, so many at once. */
export async function eachOf<Item>(items: Iterable<Item>, atOnce: number, work: (item: Item) => Promise<void>) {
  const left = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
