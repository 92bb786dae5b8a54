import { useLingui } from '@lingui/react/macro';
import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { PageHead } from '#app/document/page-head.public.tsx';
import { pageContext } from '#base/page-context.ts';
import { PageFrame } from '#base/ui/page-frame.tsx';
import { DonationForm } from '../donations/donation-form.public.tsx';
import { LastGifts } from '../donations/last-gifts.public.tsx';
import { TopDonors } from '../donations/top-donors.public.tsx';
import { CreatorMerch } from '../merch/creator-merch.public.tsx';
import { loadCreatorMerch } from '../merch/creator-merch-loader.ts';
import { GoalBar } from '../widgets/goal-bar.public.tsx';
import type { Route } from './+types/author-screen';
import { AuthorAbout } from './author-about.tsx';
import { AuthorHeader } from './author-header.tsx';
import { loadAuthor } from './author-page-loader.ts';
import classes from './author-screen.module.css';
import { AuthorTabs, authorTab } from './author-tabs.tsx';
import { PersonData } from './person-data.tsx';
import { displayNameOf } from './public-user.ts';
import { giftFormId, SupportBar } from './support-bar.tsx';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const user = await loadAuthor(page, params.userName, url.search);
  const { call } = page.services;
  const { projectId } = user;
  const [settings, gifts, top, goal, config, merch] = await Promise.all([
    call('GET Donate/Settings', {}, page.tag),
    call('GET ProjectPay/List', { query: { projectId } }, page.tag),
    call('GET ProjectPay/Top', { query: { projectId } }, page.tag),
    call('GET Widget/Goal', { query: { projectId } }, page.tag),
    call('GET Config', {}, page.tag),
    authorTab(url.searchParams) === 'merch' ? loadCreatorMerch(page, user.userId) : null,
  ]);
  return { user, settings, gifts, top, goal, merch, currency: config.country.currencyLabel };
}

/** Another tab is the same data, but that merch comes when its tab is opened. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (currentUrl.pathname !== nextUrl.pathname) return defaultShouldRevalidate;
  return authorTab(nextUrl.searchParams) === 'merch' && authorTab(currentUrl.searchParams) !== 'merch';
}

/** A creator's public page: the window, then the gift form with the last and the largest gifts, merch, about. */
export default function Author({ loaderData }: Route.ComponentProps) {
  const { user, settings, gifts, top, goal, merch, currency } = loaderData;
  const { t } = useLingui();
  const [params] = useSearchParams();
  const tab = authorTab(params);
  const displayName = displayNameOf(user);
  return (
    <PageFrame>
      <PageHead
        title={displayName}
        description={user.about ?? t`Поддержите автора ${displayName}: донат прозвучит на стриме сразу после оплаты.`}
        image={`/og/${user.userName}.png`}
        type="profile"
        noIndex={user.userType.length === 0}
      />
      <PersonData user={user} />
      <AuthorHeader user={user} />
      <AuthorTabs current={tab} />
      {tab === 'support' && (
        <div className={classes.support}>
          <div id={giftFormId} className={classes.form}>
            <DonationForm
              key={user.projectId}
              creator={{ ...user, displayName }}
              settings={settings}
              currency={currency}
            />
          </div>
          <div className={classes.gifts}>
            {goal && <GoalBar goal={goal} currency={currency} />}
            <LastGifts key={user.projectId} projectId={user.projectId} initial={gifts} currency={currency} />
            <TopDonors rows={top} currency={currency} />
          </div>
        </div>
      )}
      {tab === 'merch' && merch && <CreatorMerch userName={user.userName} {...merch} currency={currency} />}
      {tab === 'about' && <AuthorAbout user={user} />}
      <SupportBar tab={tab} />
    </PageFrame>
  );
}
