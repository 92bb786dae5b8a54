import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigation, useSearchParams } from 'react-router';
import { PageHead } from '#app/document/page-head.public.tsx';
import { pageContext } from '#base/page-context.ts';
import { EmptyState } from '#base/ui/empty-state.tsx';
import { FilterSheet } from '#base/ui/filter-sheet.tsx';
import { LinkButton } from '#base/ui/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page-frame.tsx';
import { PageNumbers, pageNumber } from '#base/ui/page-numbers.tsx';
import { TypedSearch } from '#base/ui/typed-search.tsx';
import type { Route } from './+types/authors-screen';
import { authorsPerPage, authorsQuery } from './authors-address.ts';
import { AuthorsFilters } from './authors-filters.tsx';
import classes from './authors-screen.module.css';
import { CreatorCard, CreatorCardSkeleton } from './creator-card.tsx';

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

/** All authors: what they do and the merch switch at the side (a sheet on a phone), search, ten a page. */
export default function Authors({ loaderData: { items, count } }: Route.ComponentProps) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const navigation = useNavigation();
  const isWaiting = navigation.state === 'loading' && navigation.location.pathname === '/authors';
  const isNarrowed = ['search', 'type', 'products', 'page'].some((name) => params.has(name));
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
            <TypedSearch name="search" title={t`Поиск по авторам`} label={t`Имя или ник автора`} />
            <FilterSheet chosen={['type', 'products'].filter((name) => params.has(name)).length}>
              {(close) => <AuthorsFilters onChosen={close} />}
            </FilterSheet>
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
            <Nothing isNarrowed={isNarrowed} />
          ) : (
            <div className={classes.grid}>
              {isWaiting
                ? places.map((place) => <CreatorCardSkeleton key={place} />)
                : items.map((user) => <CreatorCard key={user.userId} user={user} links level={2} />)}
            </div>
          )}
          <PageNumbers count={count} take={authorsPerPage} />
        </section>
      </div>
    </PageFrame>
  );
}

/** Nobody: because of the filters, or because the platform is new. */
function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <EmptyState
        title={<Trans>Никого не нашлось</Trans>}
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
