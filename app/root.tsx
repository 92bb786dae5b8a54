import { useLingui } from '@lingui/react';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import { Links, Meta, Outlet, Scripts } from 'react-router';
import '#base/ui/styles.css';
import 'virtual:theme.css';
import { colourSchemeKey, Look } from '#base/ui/look.tsx';
import { useNonce } from './shell/document-context.ts';
import { ErrorScreen } from './shell/error-screen.tsx';
import { fontPreloads } from './shell/font-preloads.ts';
import { LanguageKeeper } from './shell/language-keeper.tsx';
import { Travel } from './shell/travel.tsx';

/** The document around every screen, the error screen too. */
export function Layout({ children }: { children: React.ReactNode }) {
  const { i18n } = useLingui();
  const nonce = useNonce();
  return (
    <html lang={i18n.locale} {...mantineHtmlProps} data-respect-reduced-motion>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#FBF8F3" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#151214" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {fontPreloads.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <Meta />
        <Links nonce={nonce} />
        <ColorSchemeScript
          nonce={nonce}
          suppressHydrationWarning
          defaultColorScheme="auto"
          localStorageKey={colourSchemeKey}
        />
      </head>
      <body>
        <Look nonce={nonce}>
          {children}
          <LanguageKeeper />
        </Look>
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <Travel>
      <Outlet />
    </Travel>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <ErrorScreen error={error} />;
}
