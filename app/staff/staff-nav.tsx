import { Trans, useLingui } from '@lingui/react/macro';
import {
  type Icon,
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
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#app/identity/session.ts';
import { SectionMenu } from '#base/ui/choices/section-menu.tsx';
import { type StaffCounts, useStaffCounts } from './staff-counts.ts';
import { staffOrderLook } from './staff-order-look.ts';

/** Orders that staff must act on: what is on its way goes on by itself. */
function ordersWaiting(counts: StaffCounts | null): number {
  const waiting = counts?.orders.filter(({ status }) => staffOrderLook(status) === 'waits') ?? [];
  return waiting.reduce((sum, { count }) => sum + count, 0);
}

interface Place {
  readonly to: string;
  readonly icon: Icon;
  readonly label: ReactNode;
  /** How many things staff must act on. */
  readonly waiting?: number;
}

interface PlaceGroup {
  readonly name: ReactNode | null;
  readonly sections: readonly Place[];
}

function usePlaces(): readonly PlaceGroup[] {
  const counts = useStaffCounts();
  const state = useSession();
  const isAdmin = state.status === 'user' && state.user.roles.includes('admin');
  const people = [
    {
      to: '/admin/blogers?view=queue',
      icon: IconChecklist,
      label: <Trans>Проверка</Trans>,
      waiting: counts?.people ?? 0,
    },
    { to: '/admin/blogers', icon: IconUsers, label: <Trans>Люди</Trans> },
    { to: '/admin/filters', icon: IconArrowsSort, label: <Trans>Порядок авторов</Trans> },
  ];
  const shop = [
    { to: '/admin/orders', icon: IconPackage, label: <Trans>Заказы</Trans>, waiting: ordersWaiting(counts) },
    { to: '/admin/products', icon: IconBuildingStore, label: <Trans>Товары</Trans> },
    { to: '/admin/categories', icon: IconCategory, label: <Trans>Категории</Trans> },
    { to: '/admin/promo-codes', icon: IconDiscount, label: <Trans>Промокоды</Trans> },
    { to: '/admin/locations', icon: IconMapPin, label: <Trans>Пункты выдачи</Trans> },
  ];
  const money = [
    {
      to: '/admin/payments',
      icon: IconCreditCardOff,
      label: <Trans>Платежи</Trans>,
      waiting: counts?.problemPayments ?? 0,
    },
    { to: '/admin/receipts', icon: IconReceipt, label: <Trans>Чеки</Trans> },
    { to: '/admin/memberships', icon: IconRepeat, label: <Trans>Подписки</Trans> },
  ];
  const adminMoney = [
    { to: '/admin/payouts', icon: IconWallet, label: <Trans>Выплаты</Trans> },
    { to: '/admin/reconciliation', icon: IconScale, label: <Trans>Сверка</Trans> },
  ];
  const adminSite = [
    { to: '/admin/donate-settings', icon: IconGift, label: <Trans>Настройки донатов</Trans> },
    { to: '/admin/site', icon: IconWorld, label: <Trans>Сайт</Trans> },
  ];
  const journal = { to: '/admin/audit', icon: IconHistory, label: <Trans>Журнал</Trans> };
  return [
    { name: null, sections: [{ to: '/admin/dashboard', icon: IconLayoutDashboard, label: <Trans>Обзор</Trans> }] },
    { name: <Trans>Авторы</Trans>, sections: people },
    { name: <Trans>Мерч</Trans>, sections: shop },
    { name: <Trans>Деньги</Trans>, sections: isAdmin ? [...money, ...adminMoney] : money },
    { name: <Trans>Площадка</Trans>, sections: isAdmin ? [...adminSite, journal] : [journal] },
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
  const groups = usePlaces().map(({ name, sections }) => ({
    name,
    sections: sections.map(({ waiting: count = 0, ...place }) => ({
      ...place,
      isHere: isHere(place.to, pathname, search),
      waiting: count > 0 ? { count, words: <Trans>ждут: {count}</Trans> } : undefined,
    })),
  }));
  return <SectionMenu label={t`Разделы управления`} groups={groups} />;
}
