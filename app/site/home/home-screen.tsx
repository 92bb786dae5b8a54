import { Trans } from '@lingui/react/macro';
import { CreatorCard } from '#app/creators/creator-card.tsx';
import { ProductRows } from '#app/merch/product-rows.tsx';
import { loadProductRows } from '#app/merch/product-rows-loader.ts';
import { pageContext } from '#app/page-context.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame } from '#base/ui/page/page-frame.tsx';
import { TitledSection } from '#base/ui/page/titled-section.tsx';
import type { Route } from './+types/home-screen';
import { HomeHero } from './home-hero.tsx';
import classes from './home-screen.module.css';
import { HowItWorks } from './how-it-works.tsx';
import { RecentDonations } from './recent-donations.tsx';

/** Rows of three; eight of them fill rows of two and of four. The rest is behind the link above them. */
const rankedShown = 9;

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { services, tag } = page;
  tag('creators', 'recentDonations');
  const [creators, config, donations, merch] = await Promise.all([
    services.call('GET User/List', { query: { Take: rankedShown } }, tag),
    services.call('GET Config', {}, tag),
    services.recentDonations(),
    loadProductRows(page),
  ]);
  return { creators: creators.items, count: creators.count, donations, merch, currency: config.country.currencyLabel };
}

/** The home page: the claim, creators and the latest donations. */
export default function Home({ loaderData: { creators, count, donations, merch, currency } }: Route.ComponentProps) {
  return (
    <PageFrame>
      <PageHead />
      <HomeHero creators={creators} />
      <RecentDonations donations={donations} currency={currency} />
      <TitledSection
        id="ranked"
        title={<Trans>Кого поддерживают</Trans>}
        more={
          count >= rankedShown && (
            <LinkButton to="/authors" look="quiet">
              <Trans>Все авторы</Trans>
            </LinkButton>
          )
        }
      >
        {creators.length > 0 ? (
          <div className={classes.grid}>
            {creators.map((user) => (
              <CreatorCard key={user.userId} user={user} />
            ))}
          </div>
        ) : (
          <EmptyState
            title={<Trans>Здесь будут авторы</Trans>}
            action={
              <LinkButton to="/auth/registration">
                <Trans>Стать первым автором</Trans>
              </LinkButton>
            }
          >
            <Trans>Пока никто не открыл свою страницу. Заведите её за пару минут и принимайте донаты.</Trans>
          </EmptyState>
        )}
      </TitledSection>
      <ProductRows {...merch} currency={currency} />
      <HowItWorks />
    </PageFrame>
  );
}
