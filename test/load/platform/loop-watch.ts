import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/** Watches how long the event loop of this thread computes in one turn. Other programs on the machine do not count. */
export function watchLoop() {
  const cpuTime = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = cpuTime();
  let longest = 0;
  const look = () => {
    const now = cpuTime();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  return {
    /** Milliseconds of the longest turn since the last call. Two short turns in a row may count as one. */
    take(): number {
      look();
      const taken = longest;
      longest = 0;
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}

// Preloaded into a server process (`--import`), it answers on `LOOP_PORT` how long the loop was blocked since the last question.
const port = process.env.LOOP_PORT;
if (isMainThread && port !== undefined) {
  delete process.env.LOOP_PORT;
  const watch = watchLoop();
  const server = createServer((_, response) => response.end(JSON.stringify(watch.take())));
  server.listen(Number(port), '127.0.0.1').unref();
}
