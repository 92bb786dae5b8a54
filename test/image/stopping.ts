import { setTimeout as pause } from 'node:timers/promises';
import type { Container } from './container.ts';

export interface Stopping {
  readonly code: number;
  readonly seconds: number;
  /** Pages asked for while it stopped, until it said at `/health/ready` that it does and for 1.5 s after that. */
  readonly answered: number;
  readonly refused: number;
  /** Whether the open stream of a widget was ended, not broken off. */
  readonly streamEnded: boolean;
}

const isReady = (url: string) =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Sends SIGTERM and asks for pages as a proxy does that has not noticed yet; `DRAIN_SECONDS` is 2. */
export async function stopUnderWork(container: Container, url: string, key: string): Promise<Stopping> {
  const counts = { answered: 0, refused: 0 };
  const stream = await fetch(`${url}/api/Widget/Events?key=${key}&source=stopping`);
  const streamEnded = stream.text().then(
    () => true,
    () => false,
  );
  const ending = container.terminate();
  while (await isReady(url)) await pause(20);
  for (const endAt = Date.now() + 1_500; Date.now() < endAt; await pause(50)) {
    const status = await fetch(url).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    counts[status === 200 ? 'answered' : 'refused'] += 1;
  }
  const { code, seconds } = await ending;
  return { code, seconds, ...counts, streamEnded: await streamEnded };
}
