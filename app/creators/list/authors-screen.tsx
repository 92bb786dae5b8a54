import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigation, useSearchParams } from 'react-router';
import { pageContext } from '#app/page-context.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { countFilters } from '#base/ui/lists/address-filter.ts';
import { FilterSheet } from '#base/ui/lists/filter-sheet.tsx';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { TypedSearch } from '#base/ui/lists/typed-search.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { CreatorCard, CreatorCardSkeleton } from '../creator-card.tsx';
import type { Route } from './+types/authors-screen';
import { authorsPerPage, authorsQuery } from './authors-address.ts';
import { AuthorsFilters } from './authors-filters.tsx';
import classes from './authors-screen.module.css';

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  page.tag('creators');
  return page.services.call(
    'GET User/List',
    { query: authorsQuery(url.searchParams, pageNumber(url.searchParams)) },
    page.tag,
  );
}

const places = Array.from({ length: authorsPerPage }, (_, place) => place);
/** The number of cards visible without scrolling. */
const seenAtFirst = 2;

/** All authors: filters by type and merch at the side (a sheet on a phone), search, ten a page. */
export default function Authors({ loaderData: { items, count } }: Route.ComponentProps) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const navigation = useNavigation();
  const isWaiting = navigation.state === 'loading' && navigation.location.pathname === '/authors';
  const { Search: search, userType, hasProducts } = authorsQuery(params, 1);
  const chosen = countFilters({ userType, hasProducts });
  const isNarrowed = search !== undefined || chosen > 0;
  return (
    <PageFrame>
      <PageHead
        title={t`Авторы`}
        description={t`Блогеры, стримеры, музыканты, художники: найдите своего автора и поддержите его.`}
        noIndex={params.has('search')}
      />
      <PageTitle>
        <Trans>Авторы</Trans>
      </PageTitle>
      <div className={classes.columns}>
        <aside className={classes.side}>
          <AuthorsFilters />
        </aside>
        <section className={classes.found} aria-busy={isWaiting}>
          <div className={classes.tools}>
            <TypedSearch
              name="search"
              title={t`Поиск по авторам`}
              label={t`Имя или ник автора`}
              retains={['type', 'products']}
            />
            <FilterSheet chosen={chosen}>{(close) => <AuthorsFilters onChosen={close} />}</FilterSheet>
          </div>
          <p className={classes.count} role="status">
            {count > 0 && (
              <Plural
                value={count}
                one="Нашёлся # автор"
                few="Нашлись # автора"
                many="Нашлось # авторов"
                other="Нашлось # автора"
              />
            )}
          </p>
          {items.length === 0 && !isWaiting ? (
            <Nothing count={count} isNarrowed={isNarrowed} search={search} />
          ) : (
            <div className={classes.grid}>
              {isWaiting
                ? places.map((place) => <CreatorCardSkeleton key={place} />)
                : items.map((user, place) => (
                    <CreatorCard key={user.userId} user={user} links level={2} isFirst={place < seenAtFirst} />
                  ))}
            </div>
          )}
          <PageNumbers count={count} take={authorsPerPage} />
        </section>
      </div>
    </PageFrame>
  );
}

interface NothingProps {
  readonly count: number;
  readonly isNarrowed: boolean;
  readonly search: string | undefined;
}

/** The empty list: the page is beyond the last one, the filters match no one, or the platform is new. */
function Nothing({ count, isNarrowed, search }: NothingProps) {
  if (count > 0) return <BeyondLastPage count={count} take={authorsPerPage} />;
  if (isNarrowed)
    return (
      <EmptyState
        title={
          search === undefined ? (
            <Trans>Никого не нашлось</Trans>
          ) : (
            <Trans>По запросу «{search}» никого не нашлось</Trans>
          )
        }
        action={
          <LinkButton to="/authors" look="quiet">
            <Trans>Показать всех авторов</Trans>
          </LinkButton>
        }
      >
        <Trans>Проверьте, как написано имя, или уберите часть фильтров.</Trans>
      </EmptyState>
    );
  return (
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
  );
}
