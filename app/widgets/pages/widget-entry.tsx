import { I18nProvider } from '@lingui/react';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { createI18n } from '#app/i18n.ts';
import { bring } from '#base/pages/bring.ts';
import { isLocale } from '#base/text/locales.ts';
import { widgetRootId } from '../widget-root.ts';

/**
 * The browser entry of widget pages, which replaces the site's router: a browser source in OBS is a single page without
 * navigation, so it loads a third less.
 */
const widgets: Readonly<Record<string, () => Promise<ComponentType>>> = {
  '/widgets/notification': async () =>
    (await bring(() => import('../overlay/notification-widget.tsx'))).NotificationWidget,
  '/widgets/statistics': async () =>
    (await bring(() => import('../statistics/statistics-widget.tsx'))).StatisticsWidget,
  '/widgets/votes': async () => (await bring(() => import('../votes/votes-widget.tsx'))).VotesWidget,
  '/widgets/targets': async () => (await bring(() => import('../targets/targets-widget.tsx'))).TargetsWidget,
  '/widgets/clock': async () => (await bring(() => import('../clock/clock-widget.tsx'))).ClockWidget,
  '/widgets/draws': async () => (await bring(() => import('../draws/draws-widget.tsx'))).DrawsWidget,
  '/widgets/sticker': async () => (await bring(() => import('../sticker/sticker-widget.tsx'))).StickerWidget,
};

const shown = document.documentElement.lang;
const place = document.getElementById(widgetRootId);
const load = widgets[location.pathname.replace(/\/$/, '')];

if (place && load) {
  const [Widget, i18n] = await Promise.all([load(), createI18n(isLocale(shown) ? shown : 'ru')]);
  createRoot(place).render(
    <I18nProvider i18n={i18n}>
      <Widget />
    </I18nProvider>,
  );
}
