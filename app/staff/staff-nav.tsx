import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconArrowsSort,
  IconBuildingStore,
  IconCategory,
  IconChecklist,
  IconCreditCardOff,
  IconDiscount,
  IconGift,
  IconHistory,
  IconLayoutDashboard,
  IconMapPin,
  IconPackage,
  IconReceipt,
  IconRepeat,
  IconScale,
  IconUsers,
  IconWallet,
  IconWorld,
} from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { useSession } from '#app/identity/session.ts';
import { SectionMenu } from '#base/ui/choices/section-menu.tsx';
import { type StaffCounts, useStaffCounts } from './staff-counts.ts';

/** Orders that staff must act on: paid or in processing. */
function ordersWaiting(counts: StaffCounts | null): number {
  return counts?.orders.reduce((sum, { count }) => sum + count, 0) ?? 0;
}

function usePlaces() {
  const counts = useStaffCounts();
  const state = useSession();
  const isAdmin = state.status === 'user' && state.user.roles.includes('admin');
  return [
    { to: '/admin/dashboard', icon: IconLayoutDashboard, label: <Trans>Обзор</Trans> },
    {
      to: '/admin/blogers?view=queue',
      icon: IconChecklist,
      label: <Trans>Проверка</Trans>,
      waiting: counts?.people ?? 0,
    },
    { to: '/admin/blogers', icon: IconUsers, label: <Trans>Люди</Trans> },
    { to: '/admin/orders', icon: IconPackage, label: <Trans>Заказы</Trans>, waiting: ordersWaiting(counts) },
    { to: '/admin/products', icon: IconBuildingStore, label: <Trans>Товары</Trans> },
    { to: '/admin/categories', icon: IconCategory, label: <Trans>Категории</Trans> },
    { to: '/admin/promo-codes', icon: IconDiscount, label: <Trans>Промокоды</Trans> },
    { to: '/admin/locations', icon: IconMapPin, label: <Trans>Пункты выдачи</Trans> },
    { to: '/admin/filters', icon: IconArrowsSort, label: <Trans>Порядок авторов</Trans> },
    {
      to: '/admin/payments',
      icon: IconCreditCardOff,
      label: <Trans>Платежи</Trans>,
      waiting: counts?.problemPayments ?? 0,
    },
    { to: '/admin/receipts', icon: IconReceipt, label: <Trans>Чеки</Trans> },
    { to: '/admin/memberships', icon: IconRepeat, label: <Trans>Подписки</Trans> },
    ...(isAdmin
      ? [
          { to: '/admin/donate-settings', icon: IconGift, label: <Trans>Настройки донатов</Trans> },
          { to: '/admin/reconciliation', icon: IconScale, label: <Trans>Сверка</Trans> },
          { to: '/admin/payouts', icon: IconWallet, label: <Trans>Выплаты</Trans> },
          { to: '/admin/site', icon: IconWorld, label: <Trans>Сайт</Trans> },
        ]
      : []),
    { to: '/admin/audit', icon: IconHistory, label: <Trans>Журнал</Trans> },
  ];
}

/** Two entries share a path: the queue is a view of the list of users. */
function isHere(to: string, pathname: string, search: string): boolean {
  const [path, view] = to.split('?');
  // One order and one product are below addresses of their own: `/admin/order/:id`.
  const single = `${path?.replace(/s$/, '')}/`;
  if (path !== '/admin/blogers')
    return pathname === path || `${pathname}/`.startsWith(single) || pathname.startsWith(`${path}/`);
  if (pathname.startsWith('/admin/user/')) return view === undefined;
  return pathname === path && (new URLSearchParams(search).get('view') === 'queue') === (view !== undefined);
}

/** Navigation of the admin area with the pending items of each section, refreshed automatically. */
export function StaffNav() {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  const sections = usePlaces().map(({ waiting: count = 0, ...place }) => ({
    ...place,
    isHere: isHere(place.to, pathname, search),
    waiting: count > 0 ? { count, words: <Trans>ждут: {count}</Trans> } : undefined,
  }));
  return <SectionMenu label={t`Разделы управления`} sections={sections} />;
}
