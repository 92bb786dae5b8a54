import { Trans } from '@lingui/react/macro';
import { PageHead } from '#app/document/page-head.public.tsx';
import { pageContext } from '#base/page-context.ts';
import { EmptyState } from '#base/ui/empty-state.tsx';
import { LinkButton } from '#base/ui/link-button.tsx';
import { PageFrame } from '#base/ui/page-frame.tsx';
import { TitledSection } from '#base/ui/titled-section.tsx';
import { ProductRows } from '../merch/product-rows.public.tsx';
import { loadProductRows } from '../merch/product-rows-loader.ts';
import type { Route } from './+types/home-screen';
import { CreatorCard } from './creator-card.tsx';
import { HomeHero } from './home-hero.tsx';
import classes from './home-screen.module.css';
import { HowItWorks } from './how-it-works.tsx';
import { RecentGifts } from './recent-gifts.tsx';

const rankedShown = 9;

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { services, tag } = page;
  tag('creators', 'recentGifts');
  const [creators, config, gifts, merch] = await Promise.all([
    services.call('GET User/List', { query: { Take: rankedShown } }, tag),
    services.call('GET Config', {}, tag),
    services.recentGifts(),
    loadProductRows(page),
  ]);
  return { creators: creators.items, count: creators.count, gifts, merch, currency: config.country.currencyLabel };
}

/** The first page: what this is, whom to give to, what is being given right now. */
export default function Home({ loaderData: { creators, count, gifts, merch, currency } }: Route.ComponentProps) {
  return (
    <PageFrame>
      <PageHead />
      <HomeHero creators={creators} />
      <RecentGifts gifts={gifts} currency={currency} />
      <TitledSection
        id="ranked"
        title={<Trans>Кого поддерживают</Trans>}
        more={
          count > creators.length && (
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
