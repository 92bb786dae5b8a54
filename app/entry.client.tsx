import { I18nProvider } from '@lingui/react';
import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { rejoinTelegram } from '#app/notices/telegram-window.ts';
import { prepareErrorPages } from '#app/site/late-error.tsx';
import { EarlyInputReplay } from '#base/pages/early-input.tsx';
import { isLocale } from '#base/text/locales.ts';
import { followColourScheme } from '#base/ui/theme/colour-scheme.ts';
import { createI18n } from './i18n.ts';

const shown = document.documentElement.lang;

// The page is hydrated in the language it was rendered in, because a shared cache may have ignored the visitor's language.
const i18n = await createI18n(isLocale(shown) ? shown : 'ru');

const page = (
  <I18nProvider i18n={i18n}>
    <EarlyInputReplay>
      <HydratedRouter />
    </EarlyInputReplay>
  </I18nProvider>
);

function hydrate(): void {
  hydrateRoot(document, import.meta.env.DEV ? <StrictMode>{page}</StrictMode> : page, {
    onRecoverableError(error) {
      // A part that comes after the visitor has changed the language is drawn anew in it: no fault.
      if (i18n.locale === shown) reportError(error);
    },
  });
}

// A translator translates anew in the first pause, and React must be done by then.
const render = window.putTextsBack?.() ? flushSync : startTransition;
render(hydrate);

followColourScheme();
rejoinTelegram();
prepareErrorPages();

// Registers the offline page (public/sw.js), except in widgets and under Vite, whose modules have no fixed names.
if (import.meta.env.PROD && 'serviceWorker' in navigator && !location.pathname.startsWith('/widgets/')) {
  const keepPage = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  // Another file imports this one, so with warm caches the page may be loaded before it runs.
  if (document.readyState === 'complete') keepPage();
  else addEventListener('load', keepPage);
}
