const lookMilliseconds = 250;

/**
 * Calls `gone` when npm, which runs this process as a script, has ended. npm forwards SIGTERM and SIGINT to the script, but not SIGHUP and
 * SIGKILL.
 */
export function whenNpmIsGone(scripts: readonly string[], gone: () => void): void {
  const script = process.env.npm_lifecycle_event;
  if (process.platform === 'win32' || script === undefined || !scripts.includes(script)) return;
  const npm = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(looking);
    gone();
  }, lookMilliseconds);
  looking.unref();
}
