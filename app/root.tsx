import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, useLocation } from 'react-router';
import '#base/ui/theme/styles.css';
import extraEntry from 'virtual:extra-entry';
import { LateAnalytics } from '#app/analytics/late-analytics.tsx';
import { entryGuard, useArrival } from '#app/identity/entry.ts';
import { LateErrorScreen } from '#app/site/late-error.tsx';
import { LateFailureTranslator } from '#app/site/late-failure-translator.tsx';
import { RestoreLanguage } from '#app/site/restore-language.tsx';
import { ServerHead } from '#app/site/server-head.tsx';
import { ViewTransition } from '#app/site/view-transition.tsx';
import { analyticsMeta } from '#base/pages/analytics-settings.ts';
import { useAnalyticsSettings, useNonce } from '#base/pages/document-context.ts';
import { FailureTranslator } from '#base/ui/failures/failure-text.tsx';

/** The document around every screen, the error screen too. */
export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
  const isWidget = useLocation().pathname.startsWith('/widgets/');
  const nonce = useNonce();
  const analytics = useAnalyticsSettings();
  return (
    <html lang={i18n.locale} data-colour-scheme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {import.meta.env.SSR && <ServerHead isWidget={isWidget} nonce={nonce} />}
        {!isWidget && analytics !== null && <meta name={analyticsMeta} content={analytics} />}
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        {isWidget ? (
          <WidgetBody nonce={nonce}>{children}</WidgetBody>
        ) : (
          <SiteBody nonce={nonce}>
            {children}
            <LateAnalytics settings={analytics} />
          </SiteBody>
        )}
      </body>
    </html>
  );
}

interface BodyProps {
  readonly nonce: string | undefined;
  readonly children: ReactNode;
}

function SiteBody({ nonce, children }: BodyProps) {
  return (
    <FailureTranslator value={LateFailureTranslator}>
      {children}
      <RestoreLanguage />
      <Scripts nonce={nonce} />
    </FailureTranslator>
  );
}

/** A widget is not part of the navigable site and has its own entry script (app/widgets/pages/widget-entry.tsx). */
function WidgetBody({ nonce, children }: BodyProps) {
  return (
    <>
      {children}
      {extraEntry?.preloads.map((href) => (
        <link key={href} rel="modulepreload" href={href} nonce={nonce} />
      ))}
      {extraEntry && <script type="module" src={extraEntry.src} nonce={nonce} />}
    </>
  );
}

export const clientMiddleware = [entryGuard];

export default function Root() {
  useArrival();
  return (
    <ViewTransition>
      <Outlet />
    </ViewTransition>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <LateErrorScreen error={error} />;
}
