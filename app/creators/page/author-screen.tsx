import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { ChoicesSlot } from '#app/choices/choices-slot.tsx';
import { ClockSlot } from '#app/donathon/clock-slot.tsx';
import { DonationForm } from '#app/donations/donation-form.tsx';
import { LastDonations } from '#app/donations/last-donations.tsx';
import { TopDonors } from '#app/donations/top-donors.tsx';
import { CreatorMerch } from '#app/merch/creator-merch.tsx';
import { loadCreatorMerch } from '#app/merch/creator-merch-loader.ts';
import { pageContext } from '#app/page-context.ts';
import { GoalBar } from '#app/widgets/goal-bar.tsx';
import { goalStart } from '#app/widgets/goal-start.ts';
import { bring } from '#base/pages/bring.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { PageFrame } from '#base/ui/page/page-frame.tsx';
import { accentStyle } from '#base/ui/theme/accent.ts';
import videoClasses from '#base/ui/video/video-player.module.css';
import { displayNameOf } from '../public-user.ts';
import type { Route } from './+types/author-screen';
import { AuthorHeader } from './author-header.tsx';
import { loadAuthor } from './author-page-loader.ts';
import classes from './author-screen.module.css';
import { AuthorTabs, authorTab } from './author-tabs.tsx';
import { EmbedDiscovery } from './embed-discovery.tsx';
import { PersonData } from './person-data.tsx';
import { donationFormId, SupportBar } from './support-bar.tsx';

// The page is complete without it. Its style sheet comes with the page, so that nothing jumps when its code arrives.
const PinnedVideo = lazy(() => import('./pinned-video.tsx').catch(() => ({ default: () => null })));

// Most visitors come to give. Its style sheet comes with the page, too.
const AuthorAbout = lazy(() => bring(() => import('./author-about.tsx')));

// Only for those who write a message. Without it the form works all the same.
const AlertPreview = lazy(() => import('#app/widgets/alert-preview.tsx').catch(() => ({ default: () => null })));

// Only for those who have chosen something, when they pay. The payment goes on without it.
const ChosenLines = lazy(() => import('#app/choices/chosen-lines.tsx').catch(() => ({ default: () => null })));

// Only where there is something to announce. Where its code is lost, what the server has sent stays: lines and links.
const Announced = lazy(() => import('./announced.tsx').catch(() => new Promise<never>(() => undefined)));

// Only for those who give every month.
const MonthlyForm = lazy(() => bring(() => import('#app/memberships/monthly-form.tsx')));

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const user = await loadAuthor(page, params.userName, url.search);
  const { call, openVotes, openTargets, openRewards, announcedDraws, announcedGifts, runningClock, timeZone } =
    page.services;
  const { projectId } = user;
  // Posts were a tab here before they had a page of their own.
  if (url.searchParams.get('tab') === 'posts') throw redirect(`/${user.userName}/posts`, 301);
  const tab = authorTab(url.searchParams);
  const [settings, donations, top, goal, votes, targets, rewards, draws, gifts, clock, config, merch, sharing] =
    await Promise.all([
      call('GET Donate/Settings', {}, page.tag),
      call('GET ProjectPay/List', { query: { projectId } }, page.tag),
      call('GET ProjectPay/Top', { query: { projectId } }, page.tag),
      call('GET Widget/Goal', { query: { projectId } }, page.tag),
      openVotes(projectId),
      openTargets(projectId),
      openRewards(projectId),
      announcedDraws(projectId),
      announcedGifts(projectId),
      runningClock(projectId),
      call('GET Config', {}, page.tag),
      tab === 'merch' ? loadCreatorMerch(page, user.userId) : null,
      user.isSharing ? call('GET Joint/Get', { query: { userName: user.userName } }, page.tag) : null,
    ]);
  const accent = accentStyle(user.accent);
  const { currencyLabel: currency, phoneMask } = config.country;
  const start = goal && goalStart(goal, { now: new Date(), locale: page.locale, timeZone });
  const offers = { votes, targets, rewards };
  const joint = sharing?.joint ?? null;
  // What the donor pays for is what the page shows.
  const seen = joint && { id: joint.id, revision: joint.revision };
  return {
    user,
    accent,
    settings,
    donations,
    top,
    goal,
    start,
    offers,
    draws,
    gifts,
    clock,
    merch,
    joint,
    seen,
    currency,
    phoneMask,
  };
}

/** Another tab shows the same data, except merch, which is loaded when its tab opens. What has changed is asked for at the same address. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isOtherTab = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  if (!isOtherTab) return defaultShouldRevalidate;
  return authorTab(nextUrl.searchParams) === 'merch' && authorTab(currentUrl.searchParams) !== 'merch';
}

/** The public page of a creator: head with the goal, the donation form beside it, below them the donations, merch or about. */
export default function Author({ loaderData }: Route.ComponentProps) {
  const {
    user,
    accent,
    settings,
    donations,
    top,
    goal,
    start,
    offers,
    draws,
    gifts,
    clock,
    merch,
    joint,
    seen,
    currency,
    phoneMask,
  } = loaderData;
  const { t } = useLingui();
  const [params] = useSearchParams();
  const tab = authorTab(params);
  const displayName = displayNameOf(user);
  const clockPart = (amount?: number | null) =>
    clock && <ClockSlot user={user} clock={clock} currency={currency} amount={amount} />;
  return (
    <PageFrame>
      <PageHead
        title={displayName}
        description={user.about ?? t`Поддержите автора ${displayName}: донат прозвучит на стриме сразу после оплаты.`}
        image={`/og/${user.userName}.png`}
        type="profile"
        noIndex={!user.userType.length}
      />
      {import.meta.env.SSR && <EmbedDiscovery userName={user.userName} />}
      <PersonData user={user} />
      <div key={user.projectId} className={classes.stage} data-tab={tab} style={accent}>
        <AuthorHeader user={user}>
          {clockPart()}
          {goal && <GoalBar goal={goal} start={start} currency={currency} />}
        </AuthorHeader>
        <AuthorTabs user={user} current={tab} />
        <div id={donationFormId} className={classes.form}>
          {joint && (
            <div className={classes.joint}>
              <Suspense>
                <Announced joint={joint} />
              </Suspense>
            </div>
          )}
          <DonationForm
            creator={{ ...user, displayName, joint: seen }}
            settings={settings}
            currency={currency}
            preview={(donation) => (
              <Suspense fallback={<div style={{ padding: '40% 0 24px' }} />}>
                <AlertPreview projectId={user.projectId} donation={donation} />
              </Suspense>
            )}
            choices={({ draft, failure, refusedDraft, change, follow }, amount) => (
              <ChoicesSlot
                {...offers}
                chosen={draft}
                rewardFault={refusedDraft && failure?.message}
                fields={failure?.fields}
                before={refusedDraft?.before}
                amount={amount}
                currency={currency}
                onChoose={change}
                onFollow={follow}
              />
            )}
            chosen={(chosen) => <ChosenLines {...offers} chosen={chosen} />}
            clock={clockPart}
            shared={
              <Suspense>
                <Announced joint={joint} alone={displayName} />
              </Suspense>
            }
            monthly={(parts) => <MonthlyForm {...parts} creator={user} phoneMask={phoneMask} />}
          />
          {(gifts[0] ?? draws[0]) && (
            <Suspense fallback={<div className={classes.draw} />}>
              <Announced gifts={gifts} draws={draws} className={classes.draw} />
            </Suspense>
          )}
        </div>
        <div className={classes.content}>
          {tab === 'support' && (
            <>
              {user.video && (
                <Suspense fallback={<div className={videoClasses.video} />}>
                  <PinnedVideo user={user} />
                </Suspense>
              )}
              <LastDonations projectId={user.projectId} initial={donations} currency={currency} />
              <TopDonors rows={top} currency={currency} />
            </>
          )}
          {tab === 'merch' && merch && <CreatorMerch userName={user.userName} {...merch} currency={currency} />}
          {tab === 'about' && (
            <Suspense>
              <AuthorAbout user={user} />
            </Suspense>
          )}
        </div>
      </div>
      <SupportBar tab={tab} />
    </PageFrame>
  );
}
