import { I18nProvider } from '@lingui/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isLocale } from '#base/locales.ts';
import { followColourScheme } from '#base/ui/colour-scheme.ts';
import { createI18n } from './i18n.ts';
import { keepErrorPagesAtHand } from './shell/late-error.tsx';

const shown = document.documentElement.lang;

// The page is hydrated in the language it was rendered in; a cache on the way may not know the visitor's own one.
const i18n = await createI18n(isLocale(shown) ? shown : 'ru');

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <HydratedRouter />
      </I18nProvider>
    </StrictMode>,
  );
});

followColourScheme();
keepErrorPagesAtHand();

// The page for when there is no network (public/sw.js). Widgets do without, and so does Vite, whose modules have no fixed names.
if (import.meta.env.PROD && 'serviceWorker' in navigator && !window.location.pathname.startsWith('/widgets/')) {
  const keepPage = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  // This file is imported by another one, so with warm caches the page has been loaded before it runs.
  if (document.readyState === 'complete') keepPage();
  else window.addEventListener('load', keepPage);
}
