import { afterAll, vi } from 'vitest';

/** Files share a process: what one of them has replaced, the next one finds as it was. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
