import { afterAll, vi } from 'vitest';
import { closeLeftOpen } from './left-open.ts';

/** Files share a process: what one of them has replaced, the next one finds as it was. */
function undoStubs(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
}

afterAll(undoStubs);

// A file that failed to load has no hooks: the next one ends what it has begun.
undoStubs();
await closeLeftOpen();
