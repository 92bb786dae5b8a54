import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconArrowsSort,
  IconBuildingStore,
  IconCategory,
  IconChecklist,
  IconCreditCardOff,
  IconGift,
  IconHistory,
  IconLayoutDashboard,
  IconMapPin,
  IconPackage,
  IconUsers,
  IconWallet,
  IconWorld,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '#app/identity/session.ts';
import { useCurrentInSight } from '#base/ui/lists/use-current-in-sight.ts';
import { type StaffCounts, useStaffCounts } from './staff-counts.ts';
import classes from './staff-nav.module.css';

interface Place {
  readonly to: string;
  readonly icon: typeof IconUsers;
  readonly name: ReactNode;
  /** The number of pending items. */
  readonly waiting?: number;
}

/** Orders that staff must act on: paid or in processing. */
function ordersWaiting(counts: StaffCounts | null): number {
  return counts?.orders.reduce((sum, { count }) => sum + count, 0) ?? 0;
}

function usePlaces(): readonly Place[] {
  const counts = useStaffCounts();
  const state = useSession();
  const isAdmin = state.status === 'user' && state.user.roles.includes('admin');
  return [
    { to: '/admin/dashboard', icon: IconLayoutDashboard, name: <Trans>Обзор</Trans> },
    {
      to: '/admin/blogers?view=queue',
      icon: IconChecklist,
      name: <Trans>Проверка</Trans>,
      waiting: counts?.people ?? 0,
    },
    { to: '/admin/blogers', icon: IconUsers, name: <Trans>Люди</Trans> },
    { to: '/admin/orders', icon: IconPackage, name: <Trans>Заказы</Trans>, waiting: ordersWaiting(counts) },
    { to: '/admin/products', icon: IconBuildingStore, name: <Trans>Товары</Trans> },
    { to: '/admin/categories', icon: IconCategory, name: <Trans>Категории</Trans> },
    { to: '/admin/locations', icon: IconMapPin, name: <Trans>Пункты выдачи</Trans> },
    { to: '/admin/filters', icon: IconArrowsSort, name: <Trans>Порядок авторов</Trans> },
    { to: '/admin/donate-settings', icon: IconGift, name: <Trans>Настройки донатов</Trans> },
    {
      to: '/admin/payments',
      icon: IconCreditCardOff,
      name: <Trans>Платежи</Trans>,
      waiting: counts?.problemPayments ?? 0,
    },
    ...(isAdmin
      ? [
          { to: '/admin/payouts', icon: IconWallet, name: <Trans>Выплаты</Trans> },
          { to: '/admin/site', icon: IconWorld, name: <Trans>Сайт</Trans> },
        ]
      : []),
    { to: '/admin/audit', icon: IconHistory, name: <Trans>Журнал</Trans> },
  ];
}

/** Two entries share a path: the queue is a view of the list of users. */
function isHere(to: string, pathname: string, search: string): boolean {
  const [path, view] = to.split('?');
  if (path !== '/admin/blogers') return pathname === path || pathname.startsWith(`${path}/`);
  if (pathname.startsWith('/admin/user/')) return view === undefined;
  return pathname === path && (new URLSearchParams(search).get('view') === 'queue') === (view !== undefined);
}

/** Navigation of the admin area with the pending items of each section, refreshed automatically. */
export function StaffNav() {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  const places = usePlaces();
  const isCounted = useStaffCounts() !== null;
  const row = useCurrentInSight(`${pathname}${search} ${String(isCounted)}`);
  return (
    <nav ref={row} className={classes.nav} aria-label={t`Разделы управления`}>
      {places.map(({ to, icon: Icon, name, waiting = 0 }) => (
        <Link
          key={to}
          to={to}
          className={classes.place}
          aria-current={isHere(to, pathname, search) ? 'page' : undefined}
        >
          <Icon size={18} stroke={1.75} aria-hidden />
          <span className={classes.name}>{name}</span>
          {waiting > 0 && (
            <span className={classes.count}>
              <span aria-hidden>{waiting > 999 ? '999+' : waiting}</span>
              <span className="spoken">
                <Trans>ждут: {waiting}</Trans>
              </span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
