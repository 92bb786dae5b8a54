import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** A screen of the authentication layout answers alike under /auth/ (contract, section 13); the short path is the canonical one. */
function alike(path: string, screen: string): RouteConfigEntry[] {
  return [route(path, screen), route(`auth/${path}`, screen, { id: `auth/${path}` })];
}

/** All screens, in the order of the specification's point 2; each is loaded on demand. */
export default [
  layout('shell/admin-layout.tsx', [
    route('admin', 'identity/admin-login-screen.tsx'),
    layout('identity/staff-layout.tsx', [
      route('admin/blogers', 'moderation/blogers-screen.tsx'),
      route('admin/dashboard', 'moderation/dashboard-screen.tsx'),
      route('admin/payments', 'moderation/payments-screen.tsx'),
      route('admin/audit', 'moderation/audit-screen.tsx'),
      route('admin/donate-settings', 'donations/admin-settings-screen.tsx'),
      route('admin/products', 'merch/admin-products-screen.tsx'),
      route('admin/product', 'merch/admin-new-product-screen.tsx'),
      route('admin/product/:id', 'merch/admin-product-screen.tsx'),
      route('admin/categories', 'merch/admin-categories-screen.tsx'),
      route('admin/user/:id', 'moderation/user-screen.tsx'),
      route('admin/orders', 'orders/admin-orders-screen.tsx'),
      route('admin/order/:id', 'orders/admin-order-screen.tsx'),
      route('admin/locations', 'delivery/admin-locations-screen.tsx'),
      route('admin/locations/point', 'delivery/admin-location-screen.tsx'),
      route('admin/locations/point/:id', 'delivery/admin-location-screen.tsx', { id: 'admin-location-point' }),
      route('admin/filters', 'creators/admin-ranking-screen.tsx'),
      route('admin/payouts', 'payouts/admin-payouts-screen.tsx'),
      route('admin/*', 'shell/not-found-screen.tsx', { id: 'admin-not-found' }),
    ]),
  ]),
  layout('shell/auth-layout.tsx', [
    route('auth', 'identity/auth-screen.tsx'),
    ...alike('registration', 'identity/registration-screen.tsx'),
    ...alike('reset', 'identity/reset-screen.tsx'),
    ...alike('identify', 'identity/identify-screen.tsx'),
    route('auth/*', 'shell/not-found-screen.tsx', { id: 'auth-not-found' }),
  ]),
  layout('shell/main-layout.tsx', [
    index('creators/home-screen.tsx'),
    route('merch/:id', 'merch/merch-screen.tsx'),
    route('basket', 'orders/basket-screen.tsx'),
    route('market', 'merch/market-screen.tsx'),
    layout('identity/signed-in-layout.tsx', [
      layout('profile/profile-layout.tsx', [
        route('profile', 'profile/profile-screen.tsx'),
        route('profile/edit', 'profile/profile-edit-screen.tsx'),
        route('profile/alerts', 'widgets/alerts-screen.tsx'),
        route('profile/queue', 'widgets/queue-screen.tsx'),
        route('profile/widgets', 'widgets/widgets-screen.tsx'),
        route('profile/security', 'profile/profile-security-screen.tsx'),
        route('profile/statistics', 'donations/statistics-screen.tsx', { id: 'profile-statistics' }),
        route('profile/donations', 'donations/history-screen.tsx'),
        route('profile/balance', 'payouts/balance-screen.tsx'),
        route('profile/tools', 'integrations/tools-screen.tsx'),
      ]),
      route('profile/:userName', 'profile/other-profile-screen.tsx'),
      route('order/:id', 'orders/order-screen.tsx'),
      route('orders', 'orders/orders-screen.tsx'),
    ]),
    route('authors', 'creators/authors-screen.tsx'),
    route('offline', 'shell/offline-screen.tsx'),
    route('404', 'shell/not-found-screen.tsx', { id: 'not-found' }),
    route('thanks/:payId', 'donations/thanks-screen.tsx'),
    route(':userName', 'creators/author-screen.tsx'),
    route('*', 'shell/not-found-screen.tsx', { id: 'unmatched' }),
  ]),
  layout('identity/signed-in-layout.tsx', { id: 'signed-in-dock' }, [route('profile/dock', 'widgets/dock-screen.tsx')]),
  layout('shell/widgets-layout.tsx', [
    route('widgets/notification', 'widgets/notification-screen.tsx'),
    route('widgets/statistics', 'widgets/statistics-screen.tsx'),
    route('widgets/sticker', 'widgets/sticker-screen.tsx'),
  ]),
] satisfies RouteConfig;
