import { useLingui } from '@lingui/react';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, useLocation } from 'react-router';
import '#base/ui/theme/styles.css';
import extraEntry from 'virtual:extra-entry';
import 'virtual:theme.css';
import { LateAnalytics } from '#app/analytics/late-analytics.tsx';
import { entryGuard, useArrival } from '#app/identity/entry.ts';
import { earlyMark } from '#app/identity/has-session.ts';
import { fontPreloads } from '#app/site/font-preloads.ts';
import { LanguageKeeper } from '#app/site/language-keeper.tsx';
import { LateErrorScreen } from '#app/site/late-error.tsx';
import { LateFailureTranslator } from '#app/site/late-failure-translator.tsx';
import { Travel } from '#app/site/travel.tsx';
import { analyticsMeta } from '#base/pages/analytics-settings.ts';
import { useAnalyticsSettings, useNonce } from '#base/pages/document-context.ts';
import { FailureTranslator } from '#base/ui/failures/failure-text.tsx';
import { colourSchemeKey } from '#base/ui/theme/colour-scheme.ts';

/** The document around every screen, the error screen too. */
export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
  const isWidget = useLocation().pathname.startsWith('/widgets/');
  const nonce = useNonce();
  const analytics = useAnalyticsSettings();
  return (
    <html lang={i18n.locale} {...mantineHtmlProps} data-respect-reduced-motion>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#FBF8F3" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#151214" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {fontPreloads(i18n.locale).map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {!isWidget && analytics !== null && <meta name={analyticsMeta} content={analytics} />}
        <Meta />
        <Links nonce={nonce} />
        {!isWidget && (
          <ColorSchemeScript
            nonce={nonce}
            suppressHydrationWarning
            defaultColorScheme="auto"
            localStorageKey={colourSchemeKey}
          />
        )}
        {!isWidget && (
          <script nonce={nonce} suppressHydrationWarning>
            {earlyMark}
          </script>
        )}
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
      <LanguageKeeper />
      <Scripts nonce={nonce} />
    </FailureTranslator>
  );
}

/** A widget is not part of the navigable site and has its own entry script (app/widgets/overlay/widget-entry.tsx). */
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
    <Travel>
      <Outlet />
    </Travel>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <LateErrorScreen error={error} />;
}
