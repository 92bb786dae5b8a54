import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconAppWindow,
  IconBellRinging,
  IconChartBar,
  IconCoins,
  IconFlag,
  IconGift,
  IconHeartHandshake,
  IconHourglass,
  IconLayoutDashboard,
  IconListCheck,
  IconListDetails,
  IconLock,
  IconMessage2,
  IconPencil,
  IconPlugConnected,
  IconTicket,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react';
import { Outlet, useLocation } from 'react-router';
import { call } from '#app/call.ts';
import { SectionMenu } from '#base/ui/choices/section-menu.tsx';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { OnStreamSign } from '#base/ui/on-stream/on-stream-sign.tsx';
import { OnStreamSwitch } from '#base/ui/on-stream/on-stream-switch.tsx';
import { PageFrame } from '#base/ui/page/page-frame.tsx';
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

/** What a creator opens from a phone. */
const atThumb = ['/profile', '/profile/donations', '/profile/alerts', '/profile/edit'];

/** The sections of the own profile, each with its own address. */
export default function ProfileLayout({ loaderData: section }: Route.ComponentProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const groups = [
    {
      name: null,
      sections: [
        { to: '/profile', label: t`Обзор`, icon: IconLayoutDashboard },
        { to: '/profile/edit', label: t`Страница`, icon: IconPencil },
      ],
    },
    {
      name: <Trans>Стрим</Trans>,
      sections: [
        { to: '/profile/alerts', label: t`Оповещения`, icon: IconBellRinging },
        { to: '/profile/queue', label: t`Очередь`, icon: IconListDetails },
        { to: '/profile/widgets', label: t`Виджеты`, icon: IconAppWindow },
        { to: '/profile/votes', label: t`Голосования`, icon: IconListCheck },
        { to: '/profile/targets', label: t`Рубежи`, icon: IconFlag },
        { to: '/profile/rewards', label: t`Награды`, icon: IconGift },
        { to: '/profile/draws', label: t`Розыгрыши`, icon: IconTicket },
        { to: '/profile/clock', label: t`Донатон`, icon: IconHourglass },
        { to: '/profile/together', label: t`Стрим вместе`, icon: IconHeartHandshake },
      ],
    },
    {
      name: <Trans>Люди и деньги</Trans>,
      sections: [
        { to: '/profile/statistics', label: t`Статистика`, icon: IconChartBar },
        { to: '/profile/donations', label: t`Донаты`, icon: IconCoins },
        { to: '/profile/members', label: t`Подписчики`, icon: IconUsersGroup },
        { to: '/profile/balance', label: t`Баланс`, icon: IconWallet },
      ],
    },
    {
      name: <Trans>Настройки</Trans>,
      sections: [
        { to: '/profile/notices', label: t`Уведомления`, icon: IconMessage2 },
        { to: '/profile/tools', label: t`Инструменты`, icon: IconPlugConnected },
        { to: '/profile/security', label: t`Безопасность`, icon: IconLock },
      ],
    },
  ].map(({ name, sections }) => ({
    name,
    sections: sections.map((one) => ({
      ...one,
      isHere: pathname === one.to || (one.to !== '/profile' && pathname.startsWith(`${one.to}/`)),
    })),
  }));
  return (
    <PageFrame>
      <Stack className={classes.columns} align="start">
        <SectionMenu label={t`Разделы профиля`} groups={groups} atThumb={atThumb} sign={<OnStreamSign />}>
          <OnStreamSwitch />
        </SectionMenu>
        <Text as="div" shrinks>
          <Outlet context={section} />
        </Text>
      </Stack>
    </PageFrame>
  );
}
