import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** Screens of the authentication layout are also served under /auth/ (docs/rules.md#screens); the short path is canonical. */
function alike(path: string, screen: string): RouteConfigEntry[] {
  return [route(path, screen), route(`auth/${path}`, screen, { id: `auth/${path}` })];
}

/** All screens (docs/rules.md#screens); each is loaded on demand. */
export default [
  layout('site/layouts/admin-layout.tsx', [
    route('admin', 'identity/screens/admin-login-screen.tsx'),
    layout('identity/guards/staff-layout.tsx', [
      route('admin/blogers', 'staff/people/blogers-screen.tsx'),
      route('admin/dashboard', 'staff/dashboard/dashboard-screen.tsx'),
      route('admin/payments', 'staff/dashboard/payments-screen.tsx'),
      route('admin/receipts', 'payments/tax/receipts-screen.tsx'),
      route('admin/reconciliation', 'payments/books/reconciliation-screen.tsx'),
      route('admin/memberships', 'memberships/staff/admin-memberships-screen.tsx'),
      route('admin/memberships/messages', 'memberships/messages/admin-messages-screen.tsx'),
      route('admin/audit', 'staff/audit/audit-screen.tsx'),
      route('admin/donate-settings', 'donations/settings/admin-settings-screen.tsx'),
      route('admin/products', 'merch/staff/admin-products-screen.tsx'),
      route('admin/product', 'merch/editor/admin-new-product-screen.tsx'),
      route('admin/product/:id', 'merch/editor/admin-product-screen.tsx'),
      route('admin/categories', 'merch/staff/admin-categories-screen.tsx'),
      route('admin/user/:id', 'staff/people/user-screen.tsx'),
      route('admin/orders', 'orders/staff/admin-orders-screen.tsx'),
      route('admin/order/:id', 'orders/staff/admin-order-screen.tsx'),
      route('admin/promo-codes', 'orders/promo-codes/admin-promo-codes-screen.tsx'),
      route('admin/locations', 'delivery/staff/admin-locations-screen.tsx'),
      route('admin/locations/delivery', 'delivery/staff/admin-delivery-screen.tsx'),
      route('admin/locations/point', 'delivery/staff/admin-location-screen.tsx'),
      route('admin/locations/point/:id', 'delivery/staff/admin-location-screen.tsx', { id: 'admin-location-point' }),
      route('admin/filters', 'creators/ranking/admin-ranking-screen.tsx'),
      route('admin/payouts', 'payouts/admin-payouts-screen.tsx'),
      route('admin/site', 'site/admin/site-screen.tsx'),
      route('admin/*', 'site/errors/not-found-screen.tsx', { id: 'admin-not-found' }),
    ]),
  ]),
  layout('site/layouts/auth-layout.tsx', [
    route('auth', 'identity/screens/auth-screen.tsx'),
    ...alike('registration', 'identity/screens/registration-screen.tsx'),
    ...alike('reset', 'identity/screens/reset-screen.tsx'),
    ...alike('identify', 'identity/screens/identify-screen.tsx'),
    route('auth/*', 'site/errors/not-found-screen.tsx', { id: 'auth-not-found' }),
  ]),
  layout('site/layouts/main-layout.tsx', [
    index('site/home/home-screen.tsx'),
    route('merch/:id', 'merch/product-page/merch-screen.tsx'),
    route('basket', 'orders/checkout/basket-screen.tsx'),
    route('market', 'merch/market/market-screen.tsx'),
    layout('identity/guards/signed-in-layout.tsx', [
      layout('profile/overview/profile-layout.tsx', [
        route('profile', 'profile/overview/profile-screen.tsx'),
        route('profile/edit', 'profile/edit/profile-edit-screen.tsx'),
        route('profile/alerts', 'widgets/cabinet/alerts-screen.tsx'),
        route('profile/queue', 'widgets/dock/queue-screen.tsx'),
        route('profile/widgets', 'widgets/cabinet/widgets-screen.tsx'),
        route('profile/security', 'profile/security/profile-security-screen.tsx'),
        route('profile/statistics', 'donations/statistics/statistics-screen.tsx', { id: 'profile-statistics' }),
        route('profile/donations', 'donations/lists/history-screen.tsx'),
        route('profile/members', 'memberships/members/members-screen.tsx'),
        route('profile/members/levels', 'memberships/levels/levels-screen.tsx'),
        route('profile/members/messages', 'memberships/messages/messages-screen.tsx'),
        route('profile/balance', 'payouts/balance-screen.tsx'),
        route('profile/notices', 'notices/cabinet/notices-screen.tsx'),
        route('profile/tools', 'integrations/tools/tools-screen.tsx'),
        route('profile/tools/import', 'donations/imports/import-screen.tsx'),
        route('profile/tools/webhooks', 'integrations/guide/webhook-guide-screen.tsx'),
      ]),
      route('profile/:userName', 'profile/overview/other-profile-screen.tsx'),
      route('order/:id', 'orders/order/order-screen.tsx'),
      route('orders', 'orders/list/orders-screen.tsx'),
      route('memberships', 'memberships/own/memberships-screen.tsx'),
    ]),
    route('authors', 'creators/list/authors-screen.tsx'),
    route('first-start', 'staff/first-start/first-start-screen.tsx'),
    route('about/:page', 'site/texts/site-page-screen.tsx'),
    route('offline', 'site/errors/offline-screen.tsx'),
    route('404', 'site/errors/not-found-screen.tsx', { id: 'not-found' }),
    route('thanks/:payId', 'donations/thanks/thanks-screen.tsx'),
    route('receipt/:id', 'receipts/receipt/receipt-screen.tsx'),
    route(':userName', 'creators/page/author-screen.tsx'),
    route('*', 'site/errors/not-found-screen.tsx', { id: 'unmatched' }),
  ]),
  layout('identity/guards/signed-in-layout.tsx', { id: 'signed-in-dock' }, [
    route('profile/dock', 'widgets/dock/dock-screen.tsx'),
  ]),
  layout('site/layouts/widgets-layout.tsx', [
    route('widgets/notification', 'widgets/overlay/notification-screen.tsx'),
    route('widgets/statistics', 'widgets/statistics/statistics-widget-screen.tsx'),
    route('widgets/sticker', 'widgets/sticker/sticker-screen.tsx'),
  ]),
] satisfies RouteConfig;
