/** Preloaded into a server process (`--import`): answers on `LOOP_PORT` how long its event loop was blocked since the last question. */
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';
import { watchLoop } from './loop-watch.ts';

const port = process.env.LOOP_PORT;
if (isMainThread && port !== undefined) {
  delete process.env.LOOP_PORT;
  const watch = watchLoop();
  const server = createServer((_, response) => response.end(JSON.stringify(watch.take())));
  server.listen(Number(port), '127.0.0.1').unref();
}
