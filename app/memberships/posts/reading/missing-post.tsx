import { Trans } from '@lingui/react/macro';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';

/** Shown instead of a post that there is not, or not for this reader. */
export function MissingPost() {
  return (
    <>
      <PageTitle>
        <Trans>Этого поста здесь нет</Trans>
      </PageTitle>
      <EmptyState
        title={<Trans>Его скрыли или удалили, или в адресе ошибка</Trans>}
        action={
          <LinkButton to="/authors">
            <Trans>Найти автора</Trans>
          </LinkButton>
        }
      >
        <Trans>Другие посты — на странице автора.</Trans>
      </EmptyState>
    </>
  );
}
