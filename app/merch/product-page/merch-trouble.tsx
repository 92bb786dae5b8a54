import { Trans, useLingui } from '@lingui/react/macro';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { PageHead } from '#base/pages/page-head.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';

/** Shown instead of a product that is no longer sold or could not be loaded. */
export function MerchTrouble({ error }: { error: unknown }) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <PageFrame>
      <PageHead title={isMissing ? t`Товара нет` : t`Мерч`} noIndex />
      <PageTitle>{isMissing ? <Trans>Этого товара больше нет</Trans> : <Trans>Мерч</Trans>}</PageTitle>
      {isMissing ? (
        <EmptyState
          title={<Trans>Автор убрал его с витрины, или в адресе ошибка</Trans>}
          action={
            <LinkButton to="/market">
              <Trans>Посмотреть другой мерч</Trans>
            </LinkButton>
          }
        >
          <Trans>Если вы уже купили эту вещь, с заказом всё в порядке: он в разделе «Заказы».</Trans>
        </EmptyState>
      ) : (
        <ErrorNotice onRetry={() => void revalidate()}>
          <Trans>Не получилось загрузить товар. Проверьте связь и попробуйте ещё раз.</Trans>
        </ErrorNotice>
      )}
    </PageFrame>
  );
}
