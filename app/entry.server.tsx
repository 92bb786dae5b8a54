import { I18nProvider } from '@lingui/react';
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import { siteTag } from '#app/site/site-tag.ts';
import { DocumentContext } from '#base/pages/document-context.ts';
import { renderWhole } from '#base/pages/render/whole-document.ts';
import { accentSheet } from '#base/ui/theme/accent-sheet.ts';
import { createI18n } from './i18n.ts';
import { type PageContext, pageContext } from './page-context.ts';

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

/** Renders the whole document. */
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
  const context = await contextOf(routerContext);
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
        <ServerRouter context={context} url={request.url} nonce={page.nonce} />
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

/**
 * What one page needs: the data of the loaders, read to its end, so that the render need not wait for each piece of it, and the routes that
 * match, of more than a hundred.
 */
async function contextOf(context: EntryContext): Promise<EntryContext> {
  const value = await new Response(context.serverHandoffStream).text();
  const streamCache = [
    Object.assign(Promise.resolve(), { result: { done: false, value } }),
    Object.assign(Promise.resolve(), { result: { done: true, value: '' } }),
  ];
  const matching = new Set(context.staticHandlerContext.matches.map(({ route }) => route.id));
  const routes = Object.fromEntries(Object.entries(context.manifest.routes).filter(([id]) => matching.has(id)));
  return {
    ...context,
    manifest: { ...context.manifest, routes },
    renderMeta: { streamCache },
    // Another one for each render, which locks it and reads nothing from it.
    get serverHandoffStream() {
      return new ReadableStream<Uint8Array>();
    },
  };
}

/** Failures of loaders; a page that is missing is no failure. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (!request.signal.aborted) context.get(pageContext).report(error);
}
