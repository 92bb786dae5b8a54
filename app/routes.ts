import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';

const coming = 'shell/coming-screen.tsx';

/** A route whose screen opens in a later work: an honest notice with a way onward, in the right layout. */
function comingRoute(path: string): RouteConfigEntry {
  return route(path, coming, { id: `coming:${path}` });
}

/** All screens, in the order of the specification's point 2; each is loaded on demand. */
export default [
  layout('shell/admin-layout.tsx', [
    comingRoute('admin'),
    comingRoute('admin/blogers'),
    comingRoute('admin/donate-settings'),
    comingRoute('admin/products'),
    comingRoute('admin/product'),
    comingRoute('admin/product/:id'),
    comingRoute('admin/categories'),
    comingRoute('admin/user/:id'),
    comingRoute('admin/orders'),
    comingRoute('admin/order/:id'),
    comingRoute('admin/locations'),
    comingRoute('admin/locations/point'),
    comingRoute('admin/locations/point/:id'),
    comingRoute('admin/filters'),
    route('admin/*', 'shell/not-found-screen.tsx', { id: 'admin-not-found' }),
  ]),
  layout('shell/auth-layout.tsx', [
    comingRoute('auth'),
    comingRoute('auth/registration'),
    comingRoute('auth/reset'),
    comingRoute('auth/identify'),
    comingRoute('registration'),
    comingRoute('reset'),
    comingRoute('identify'),
    route('auth/*', 'shell/not-found-screen.tsx', { id: 'auth-not-found' }),
  ]),
  layout('shell/main-layout.tsx', [
    index('creators/home-screen.tsx'),
    comingRoute('merch/:id'),
    comingRoute('basket'),
    comingRoute('profile'),
    comingRoute('profile/:userName'),
    comingRoute('order/:id'),
    comingRoute('orders'),
    comingRoute('market'),
    route('authors', 'creators/authors-screen.tsx'),
    route('offline', 'shell/offline-screen.tsx'),
    route('404', 'shell/not-found-screen.tsx', { id: 'not-found' }),
    route('thanks/:payId', 'donations/thanks-screen.tsx'),
    route(':userName', 'creators/author-screen.tsx'),
    route('*', 'shell/not-found-screen.tsx', { id: 'unmatched' }),
  ]),
  layout('shell/widgets-layout.tsx', [
    route('widgets/notification', 'widgets/notification-screen.tsx'),
    route('widgets/statistics', 'widgets/statistics-screen.tsx'),
    route('widgets/sticker', 'widgets/sticker-screen.tsx'),
  ]),
] satisfies RouteConfig;
