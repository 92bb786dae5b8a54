/** A turn of the event loop, in milliseconds. */
export interface LoopTurn {
  /** What the thread has computed. Other programs on the machine do not count. */
  readonly cpu: number;
  /** By the clock. */
  readonly wall: number;
}

export interface LoopWatch {
  /** The longest turn since the last call. Two short turns in a row may count as one. */
  take(): LoopTurn;
  stop(): void;
}

/** Watches how long the event loop of this thread is blocked. */
export function watchLoop(): LoopWatch {
  const cpuTime = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = { cpu: cpuTime(), wall: performance.now() };
  let longest: LoopTurn = { cpu: 0, wall: 0 };
  const look = () => {
    const now = { cpu: cpuTime(), wall: performance.now() };
    longest = { cpu: Math.max(longest.cpu, now.cpu - last.cpu), wall: Math.max(longest.wall, now.wall - last.wall) };
    last = now;
  };
  const timer = setInterval(look, 1);
  return {
    take() {
      look();
      const taken = longest;
      longest = { cpu: 0, wall: 0 };
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}
