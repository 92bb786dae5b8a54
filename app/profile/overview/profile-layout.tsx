import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconAppWindow,
  IconBellRinging,
  IconChartBar,
  IconCoins,
  IconLayoutDashboard,
  IconListDetails,
  IconLock,
  IconPencil,
  IconPlugConnected,
  IconWallet,
} from '@tabler/icons-react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { call } from '#app/call.ts';
import { useCurrentInSight } from '#base/ui/lists/use-current-in-sight.ts';
import { OnStreamSwitch } from '#base/ui/on-stream/on-stream-switch.tsx';
import { PageFrame } from '#base/ui/page/page-frame.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import type { OwnSection } from '../own-profile.ts';
import type { Route } from './+types/profile-layout';
import classes from './profile-layout.module.css';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [profile, { country }] = await Promise.all([
    call('GET PersonalAccount/Get', {}, { signal: request.signal }),
    call('GET Config', {}, { signal: request.signal }),
  ]);
  return { profile, currency: country.currencyLabel } satisfies OwnSection;
}

/** The sections of the own profile, each with its own address. */
export default function ProfileLayout({ loaderData: section }: Route.ComponentProps) {
  const { t } = useLingui();
  const row = useCurrentInSight(useLocation().pathname);
  const sections = [
    { to: '/profile', label: t`Обзор`, Icon: IconLayoutDashboard },
    { to: '/profile/edit', label: t`Страница`, Icon: IconPencil },
    { to: '/profile/alerts', label: t`Оповещения`, Icon: IconBellRinging },
    { to: '/profile/queue', label: t`Очередь`, Icon: IconListDetails },
    { to: '/profile/widgets', label: t`Виджеты`, Icon: IconAppWindow },
    { to: '/profile/statistics', label: t`Статистика`, Icon: IconChartBar },
    { to: '/profile/donations', label: t`Донаты`, Icon: IconCoins },
    { to: '/profile/balance', label: t`Баланс`, Icon: IconWallet },
    { to: '/profile/tools', label: t`Инструменты`, Icon: IconPlugConnected },
    { to: '/profile/security', label: t`Безопасность`, Icon: IconLock },
  ];
  return (
    <PageFrame>
      <div className={classes.columns}>
        <nav ref={row} className={classes.sections} aria-label={t`Разделы профиля`}>
          {sections.map(({ to, label, Icon }) => (
            <NavLink key={to} to={to} end={to === '/profile'} className={classes.section}>
              <Icon size={20} stroke={1.75} aria-hidden />
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={classes.mode}>
          <OnStreamSwitch />
        </div>
        <div className={classes.screen}>
          <Outlet context={section} />
        </div>
      </div>
    </PageFrame>
  );
}

/** Placeholder of the profile while it is loading. */
export function HydrateFallback() {
  return (
    <PageFrame>
      <div className={classes.columns} aria-busy>
        <div className={classes.sections} aria-hidden>
          <Skeleton height={44} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </div>
        <div className={classes.waiting}>
          <p hidden>
            <Trans>Загружаем профиль</Trans>
          </p>
          <Skeleton width="40%" height={40} />
          <Skeleton height={160} />
          <Skeleton height={240} />
        </div>
      </div>
    </PageFrame>
  );
}
