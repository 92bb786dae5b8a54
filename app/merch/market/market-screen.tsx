import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigation, useRevalidator, useSearchParams } from 'react-router';
import { pageContext } from '#app/page-context.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { FilterSheet } from '#base/ui/lists/filter-sheet.tsx';
import { PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { TypedSearch } from '#base/ui/lists/typed-search.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import cardClasses from '../product-card.module.css';
import { ProductCard, ProductCardSkeleton } from '../product-card.tsx';
import { productsPerPage } from '../product-rules.ts';
import { isWideCard } from '../product-view.ts';
import type { Route } from './+types/market-screen';
import { marketFilters, marketView } from './market-address.ts';
import { MarketChosen } from './market-chosen.tsx';
import { MarketFilters } from './market-filters.tsx';
import { loadMarket } from './market-loader.ts';
import { MarketNothing } from './market-nothing.tsx';
import { MarketOrder } from './market-order.tsx';
import classes from './market-screen.module.css';

export function loader({ context, url }: Route.LoaderArgs) {
  return loadMarket(context.get(pageContext), marketView(url.searchParams, pageNumber(url.searchParams)));
}

const places = Array.from({ length: productsPerPage }, (_, place) => place);
const listParameters = [...marketFilters, 'page'];
/** The number of cards visible without scrolling. */
const seenAtFirst = 3;

/** Whether another list is loading; a search among the creators does not change the list. */
function useWaiting(params: URLSearchParams): boolean {
  const { state, location } = useNavigation();
  if (state !== 'loading' || location.pathname !== '/market') return false;
  const next = new URLSearchParams(location.search);
  return listParameters.some((name) => next.get(name) !== params.get(name));
}

/** All merch: filters at the side (a sheet on a phone), search, order by price, nine products on a page. */
export default function Market({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const [params] = useSearchParams();
  const isWaiting = useWaiting(params);
  const { cards, count, choices, category, creator, isCreatorMissing, currency } = loaderData;
  const { search } = marketView(params, 1);
  const chosen = [category, creator].filter((one) => one !== null).length;
  const title = [category && nameOf(category.name), creator?.displayName].filter(Boolean).join(', ');
  return (
    <PageFrame>
      <PageHead
        title={title === '' ? t`Мерч` : t`${title} — мерч`}
        description={t`Футболки, худи, кружки и постеры от авторов, которых вы смотрите. Самовывоз и доставка по адресу.`}
        canonical={category === null ? '/market' : `/market?category=${String(category.id)}`}
        noIndex={search !== '' || count === 0}
      />
      <PageTitle>
        <Trans>Мерч</Trans>
      </PageTitle>
      <div className={classes.columns}>
        <aside className={classes.side}>
          <MarketFilters choices={choices} />
        </aside>
        <section className={classes.found} aria-busy={isWaiting}>
          <div className={classes.tools}>
            <TypedSearch name="search" title={t`Поиск по мерчу`} label={t`Что ищем?`} retains={marketFilters} />
            <FilterSheet chosen={chosen}>{(close) => <MarketFilters choices={choices} onChosen={close} />}</FilterSheet>
          </div>
          <MarketOrder />
          <MarketChosen category={category} creator={creator} />
          <p className={classes.count} role="status">
            {count > 0 && (
              <Plural
                value={count}
                one="Нашёлся # товар"
                few="Нашлись # товара"
                many="Нашлось # товаров"
                other="Нашлось # товара"
              />
            )}
          </p>
          {cards.length === 0 && !isWaiting ? (
            <MarketNothing
              count={count}
              isCreatorMissing={isCreatorMissing}
              isNarrowed={chosen > 0 || search !== ''}
              search={search}
            />
          ) : (
            <div className={cardClasses.grid}>
              {isWaiting
                ? places.map((place) => <ProductCardSkeleton key={place} isWide={isWideCard(place, places.length)} />)
                : cards.map((card, place) => (
                    <ProductCard
                      key={card.id}
                      product={card}
                      currency={currency}
                      level={2}
                      isFirst={place < seenAtFirst}
                      isWide={isWideCard(place, cards.length)}
                    />
                  ))}
            </div>
          )}
          <PageNumbers count={count} take={productsPerPage} />
        </section>
      </div>
    </PageFrame>
  );
}

/** The list could not be loaded: the filters stay in the address for another try. */
export function ErrorBoundary() {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  return (
    <PageFrame>
      <PageHead title={t`Мерч`} noIndex />
      <PageTitle>
        <Trans>Мерч</Trans>
      </PageTitle>
      <ErrorNotice onRetry={() => void revalidate()}>
        <Trans>Не получилось загрузить товары. Проверьте связь и попробуйте ещё раз: выбранное сохранится.</Trans>
      </ErrorNotice>
    </PageFrame>
  );
}
