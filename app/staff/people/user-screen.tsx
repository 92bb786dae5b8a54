import { Trans, useLingui } from '@lingui/react/macro';
import type { OwnClockAnswer } from '#app/donathon/clock-shapes.ts';
import { ClocksTable } from '#app/donathon/clocks-table.tsx';
import { DrawsTable } from '#app/draws/draws-table.tsx';
import { JointsTable } from '#app/joint/joints-table.tsx';
import { RewardsTable } from '#app/rewards/rewards-table.tsx';
import { TargetsTable } from '#app/targets/targets-table.tsx';
import { VotesTable } from '#app/votes/votes-table.tsx';
import { idInAddress, orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import table from '#base/ui/lists/staff-list.module.css';
import { useFreshView } from '../staff-counts.ts';
import type { Route } from './+types/user-screen';
import { UserActs } from './user-acts.tsx';
import { UserFields } from './user-fields.tsx';
import { UserHead } from './user-head.tsx';
import { UserHistory } from './user-history.tsx';
import { DonationsTable, OrdersTable, SessionsTable, TrailTable } from './user-lists.tsx';
import { loadUser } from './user-loader.ts';
import { UserPart } from './user-part.tsx';
import classes from './user-screen.module.css';

export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  return orNotFound(loadUser(idInAddress(params.id), new URL(request.url).searchParams, request.signal));
}

/** The last clock as a list. */
const onlyClock = ({ clock }: OwnClockAnswer) =>
  clock === null ? { items: [], count: 0 } : { items: [clock], count: 1 };

/** Everything about one person on one screen. */
export default function UserScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  useFreshView();
  const {
    user,
    currency,
    history,
    received,
    given,
    votes,
    targets,
    rewards,
    draws,
    clock,
    joints,
    orders,
    sessions,
    trail,
  } = loaderData;
  return (
    <div className={table.page}>
      <PageHead title={user.userName} noIndex />
      <UserHead user={user} currency={currency} />
      <UserActs key={user.id} user={user} />
      <Stack className={classes.parts} gap={28}>
        <Text as="section" className={classes.part} shrinks aria-label={t`Поля профиля`}>
          <h2>
            <Trans>Поля профиля</Trans>
          </h2>
          <UserFields key={user.id} user={user} />
        </Text>
        <UserPart title={t`История решений`} name="history" part={history} empty={t`Решений ещё не было`}>
          {(page) => <UserHistory userId={user.id} items={page.items} />}
        </UserPart>
        <UserPart title={t`Полученные донаты`} name="received" part={received} empty={t`Донатов ещё не было`}>
          {(page) => <DonationsTable kind="received" items={page.items} currency={currency} />}
        </UserPart>
        <UserPart
          title={t`Отправленные донаты`}
          name="given"
          part={given}
          empty={t`Не отправлял донатов, пока был в аккаунте`}
        >
          {(page) => <DonationsTable kind="given" items={page.items} currency={currency} />}
        </UserPart>
        <UserPart title={t`Голосования`} name="votes" part={votes} empty={t`Голосований нет`}>
          {(page) => <VotesTable items={page.items} />}
        </UserPart>
        <UserPart title={t`Рубежи`} name="targets" part={targets} empty={t`Рубежей нет`}>
          {(page) => <TargetsTable items={page.items} currency={currency} />}
        </UserPart>
        <UserPart title={t`Награды`} name="rewards" part={rewards} empty={t`Наград нет`}>
          {(page) => <RewardsTable items={page.items} currency={currency} />}
        </UserPart>
        <UserPart title={t`Розыгрыши`} name="draws" part={draws} empty={t`Розыгрышей нет`}>
          {(page) => <DrawsTable items={page.items} currency={currency} />}
        </UserPart>
        <UserPart
          title={t`Донатон`}
          name="clock"
          part={'fault' in clock ? clock : onlyClock(clock)}
          empty={t`Донатона нет`}
        >
          {(page) => <ClocksTable items={page.items} />}
        </UserPart>
        <UserPart title={t`Стримы вместе`} name="joints" part={joints} empty={t`Стримов вместе нет`}>
          {(page) => <JointsTable items={page.items} currency={currency} />}
        </UserPart>
        <UserPart title={t`Заказы`} name="orders" part={orders} empty={t`Заказов нет`}>
          {(page) => <OrdersTable items={page.items} currency={currency} />}
        </UserPart>
        <UserPart
          title={t`Сеансы`}
          name="sessions"
          part={'fault' in sessions ? sessions : { items: sessions, count: sessions.length }}
          empty={t`Сейчас нигде не вошёл`}
        >
          {(page) => <SessionsTable items={page.items} />}
        </UserPart>
        <UserPart title={t`Журнал`} name="trail" part={trail} empty={t`Модераторы ничего с ним не делали`}>
          {(page) => <TrailTable items={page.items} />}
        </UserPart>
      </Stack>
    </div>
  );
}
