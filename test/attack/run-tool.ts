import { execFile, spawnSync } from 'node:child_process';

/** The result of a tool. */
interface ToolRun {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** 124: its time was over. */
  readonly code: number | string | null | undefined;
}

export const timeIsOver = 124;

/** Runs a command for at most so many seconds. */
export function runTool(
  command: string,
  given: readonly string[],
  { seconds, folder }: { seconds: number; folder: string },
): Promise<ToolRun> {
  const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', TERM: 'dumb', PYTHONUNBUFFERED: '1' };
  const options = { cwd: folder, env, encoding: 'buffer', maxBuffer: 64 * 2 ** 20 } as const;
  const limited = ['--signal=INT', '--kill-after=5', String(seconds), command, ...given];
  return new Promise((resolve) => {
    const child = execFile('timeout', limited, options, (error, stdout, stderr) =>
      resolve({ stdout, stderr, code: error === null ? 0 : error.code }),
    );
    child.stdin?.end();
  });
}

/** Whether a command is installed. */
export const isInstalled = (command: string) => spawnSync('sh', ['-c', 'command -v "$0"', command]).status === 0;

/** Works through a list, so many at once. */
export async function eachOf<Item>(items: Iterable<Item>, atOnce: number, work: (item: Item) => Promise<void>) {
  const left = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
