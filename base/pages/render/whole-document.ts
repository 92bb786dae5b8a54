import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { type RenderToPipeableStreamOptions, renderToPipeableStream, renderToString } from 'react-dom/server';

const renderTimeout = 8_000;
/** What React writes in place of a part that waits or has failed. */
const unfinished = '<!--$!-->';

/**
 * Renders a document as one string: cached pages cannot be streamed, and bots need all of it. Where nothing waits, without the costs of a
 * stream, which are a tenth of a page.
 */
export async function renderWhole(element: ReactNode, options: RenderToPipeableStreamOptions): Promise<string> {
  return renderAtOnce(element) ?? renderInTime(element, options);
}

/** Null if a part waits, such as code that is used for the first time, or fails: `renderToString` neither awaits nor reports. */
function renderAtOnce(element: ReactNode): string | null {
  try {
    const html = renderToString(element);
    return html.includes(unfinished) ? null : `<!DOCTYPE html>${html}`;
  } catch {
    return null;
  }
}

/** Collects what is written, without a queue: React hands over small chunks one after the other. */
function collector(finish: (html: string) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      finish(Buffer.concat(chunks).toString());
      done();
    },
  });
}

function renderInTime(element: ReactNode, options: RenderToPipeableStreamOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(element, {
      ...options,
      // Sent whole anyway: nothing is put aside for a script to bring to its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        clearTimeout(timer);
        pipe(collector(resolve));
      },
      onShellError: (error) => {
        clearTimeout(timer);
        reject(error);
      },
    });
    const timer = setTimeout(() => abort(new Error('The page took too long to render')), renderTimeout);
  });
}
