import { Writable } from 'node:stream';
import { I18nProvider } from '@lingui/react';
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import { siteTag } from '#app/site/site-tag.ts';
import { DocumentContext } from '#base/pages/document-context.ts';
import { accentSheet } from '#base/ui/theme/accent-sheet.ts';
import { createI18n } from './i18n.ts';
import { type PageContext, pageContext } from './page-context.ts';

const renderTimeout = 8_000;

/**
 * Makes the function that renders a page. base/pages/pages.server.ts takes it from the built module, so that React Router and
 * the context's key exist once, inside the build.
 */
export function createPageHandler(build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode);
  return (request: Request, page: PageContext): Promise<Response> => {
    const context = new RouterContextProvider();
    context.set(pageContext, page);
    return handle(request, context);
  };
}

/** Renders the whole document as one string: cached pages cannot be streamed, and bots need all of it. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const page = loadContext.get(pageContext);
  const { publicUrl, timeZone, analytics } = page.services;
  page.tag(siteTag);
  const brand = await page.services.readBrand();
  const i18n = await createI18n(page.locale);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  let outcome = status;
  const html = await renderWhole(
    <DocumentContext
      value={{
        nonce: page.nonce,
        publicUrl,
        timeZone,
        analytics: analytics && JSON.stringify(analytics),
        brand,
        brandSheet: accentSheet(brand.accent),
      }}
    >
      <I18nProvider i18n={i18n}>
        <ServerRouter context={routerContext} url={request.url} nonce={page.nonce} />
      </I18nProvider>
    </DocumentContext>,
    {
      nonce: page.nonce,
      onError: (error) => {
        outcome = 500;
        page.report(error);
      },
    },
  );
  return new Response(html, { status: outcome, headers });
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

function renderWhole(element: React.ReactNode, options: RenderToPipeableStreamOptions): Promise<string> {
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

/** Failures of loaders; a page that is missing is no failure. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (!request.signal.aborted) context.get(pageContext).report(error);
}
