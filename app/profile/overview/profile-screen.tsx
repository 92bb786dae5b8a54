import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { displayNameOf } from '#app/creators/public-user.ts';
import { LatestDonations, Takings } from '#app/donations/recent-income.tsx';
import { Invitations } from '#app/joint/invitations.tsx';
import { readOpenJoints } from '#app/joint/open-joints.ts';
import { NextPayout } from '#app/payouts/next-payout.tsx';
import { GoalPanel } from '#app/widgets/goal-panel.tsx';
import { StreamState } from '#app/widgets/stream-state.tsx';
import { add, fromMain, toMain } from '#base/money/money.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { Panel } from '#base/ui/panel/panel.tsx';
import { addressOfField } from '../edit/edit-sections.ts';
import { ProfilePreview } from '../edit/profile-preview.tsx';
import { FieldComment, FieldMark } from '../field-mark.tsx';
import { useFieldNames } from '../field-names.ts';
import { useOwnSection } from '../own-profile.ts';
import type { Profile } from '../profile.calls.ts';
import { profileDraftOf, valueIn } from '../profile-draft.ts';
import type { Route } from './+types/profile-screen';
import { AccountChoice } from './account-choice.tsx';
import { Checklist } from './checklist.tsx';
import { stateOfSteps } from './first-steps.ts';
import { PageLink } from './page-link.tsx';
import classes from './profile-screen.module.css';

async function readGoal(signal: AbortSignal) {
  const { donate } = await call('GET PersonalAccount/Get', {}, { signal });
  return call('GET Widget/Goal', { query: { projectId: donate.id } }, { signal });
}

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [statistics, latest, queue, payouts, goal, joints] = await Promise.all([
    call('GET Donate/Statistics', {}, { signal }),
    call('GET Donate/My', { query: { Take: 5 } }, { signal }),
    call('GET Widget/Queue', {}, { signal }),
    call('GET Payout/My', { query: { Take: 1 } }, { signal }),
    readGoal(signal),
    readOpenJoints(signal),
  ]);
  return { statistics, latest: latest.items, queue, waiting: payouts.waiting, goal, joints };
}

/** Reads the screen again when the creator comes back to it, for example from OBS. */
function useFreshOnReturn() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [revalidate]);
}

/** What a creator looks at first: what came in, the stream, the money, the page, and what is left to do. */
export default function ProfileOverview({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  const { profile, currency } = useOwnSection();
  const { statistics, latest, queue, waiting, goal, joints } = loaderData;
  useFreshOnReturn();
  const hasAlerts = [queue.current, ...queue.ended, ...queue.queued, ...queue.held].some((alert) => alert !== null);
  const steps = stateOfSteps({ profile, hasAlerts, hasDonations: latest.length > 0 });
  const available = toMain(add(...profile.accounts.map(({ balance }) => fromMain(balance))));
  return (
    <>
      <PageHead title={t`Обзор`} noIndex />
      <PageTitle>
        <Trans>Обзор</Trans>
      </PageTitle>
      <Stack className={classes.columns} gap={20} align="start">
        <div className={classes.stream}>
          <StreamState queue={queue} />
        </div>
        <Stack className={classes.first} gap={20} shrinks>
          <Invitations joints={joints} own={profile.userName} />
          {Object.values(steps).some((state) => state !== 'done') && <Checklist states={steps} />}
          <Review profile={profile} />
          {latest.length > 0 && <Takings statistics={statistics} currency={currency} />}
          <LatestDonations donations={latest} currency={currency} />
        </Stack>
        <Stack gap={20} shrinks>
          {goal !== null && <GoalPanel goal={goal} currency={currency} />}
          <NextPayout available={available} waiting={waiting} currency={currency} />
          <OwnPage profile={profile} />
          {profile.accounts.length > 1 && <AccountChoice profile={profile} currency={currency} />}
        </Stack>
      </Stack>
    </>
  );
}

function OwnPage({ profile }: { readonly profile: Profile }) {
  const draft = profileDraftOf(profile);
  const name = displayNameOf({ ...draft, hideFullName: valueIn(draft, 'HideFullName') === 'true' });
  return (
    <Panel
      title={<Trans>Ваша страница</Trans>}
      more={
        <Link to="/profile/edit">
          <Trans>Изменить</Trans>
        </Link>
      }
    >
      <PageLink userName={profile.userName} name={name} />
      <ProfilePreview draft={draft} />
      <LinkButton to={`/${profile.userName}`} look="quiet">
        <Trans>Открыть, как видят другие</Trans>
      </LinkButton>
    </Panel>
  );
}

function Review({ profile }: { readonly profile: Profile }) {
  const names = useFieldNames();
  const waiting = profile.fields.filter(({ state }) => state === 'Awaiting');
  const rejected = profile.fields.filter(({ state }) => state === 'Reject');
  if (waiting.length + rejected.length === 0) return null;
  return (
    <Panel title={<Trans>Проверка</Trans>}>
      {waiting.length > 0 && (
        <p>
          <Plural
            value={waiting.length}
            one="Модератор смотрит # изменение. Пока все видят прежнее."
            few="Модератор смотрит # изменения. Пока все видят прежние."
            many="Модератор смотрит # изменений. Пока все видят прежние."
            other="Модератор смотрит # изменения. Пока все видят прежние."
          />
        </p>
      )}
      <Stack as="ul" className={classes.list} gap={8}>
        {[...rejected, ...waiting].map(({ name, state, comment }) => (
          <li key={name}>
            <Link to={addressOfField(name)}>{names[name]}</Link>
            <FieldMark mark={state} />
            {comment !== null && <FieldComment comment={comment} />}
          </li>
        ))}
      </Stack>
    </Panel>
  );
}
