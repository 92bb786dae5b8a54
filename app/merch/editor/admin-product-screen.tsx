import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { Route } from './+types/admin-product-screen';
import classes from './admin-product-screen.module.css';
import { ProductEditor } from './product-editor.tsx';
import { loadChoices, loadModerated } from './product-editor-loader.ts';
import { formOf } from './product-form.ts';

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const [product, offered] = await Promise.all([loadModerated(params.id), loadChoices()]);
  return { product, ...offered };
}

/** The editor of a product. */
export default function AdminProduct({ loaderData: { product, choices, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const { id, name, isActive, isBlocked, revision } = product;
  return (
    <PageFrame>
      <PageHead title={t`${name} — товар`} noIndex />
      <Row gap={24} rowGap={8} align="start" justify="between">
        <PageTitle>{name}</PageTitle>
        <div className={classes.acts}>
          {isActive && !isBlocked && (
            <Link to={`/merch/${id}`}>
              <Trans>Открыть на сайте</Trans>
            </Link>
          )}
          <DeleteProduct id={id} name={name} />
        </div>
      </Row>
      {params.has('created') && (
        <p role="status" className={classes.note}>
          <Trans>Товар создан.</Trans>
        </p>
      )}
      {isBlocked && (
        <p className={classes.note}>
          <Trans>Автор заблокирован: товар никто не видит, пока его не разблокируют.</Trans>
        </p>
      )}
      <ProductEditor key={id} start={formOf(product)} edited={{ id, revision }} choices={choices} currency={currency} />
    </PageFrame>
  );
}

function DeleteProduct({ id, name }: { readonly id: string; readonly name: string }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  const { isBusy, failure, act } = useAction();

  const remove = async () => {
    if (await act(() => call('DELETE Product/Delete', { query: { id } }))) setDeleted(true);
    setAsking(false);
  };
  const restore = async () => {
    if (await act(() => call('POST Product/Restore', { query: { id } }))) setDeleted(false);
  };

  if (isDeleted)
    return (
      <div role="status" className={classes.deleted}>
        <Trans>Товар удалён.</Trans>
        {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
        <ActionButton look="quiet" disabled={isBusy} onClick={() => void restore()}>
          <Trans>Вернуть</Trans>
        </ActionButton>
        <ActionButton onClick={() => void navigate('/admin/products')}>
          <Trans>К товарам</Trans>
        </ActionButton>
      </div>
    );
  return (
    <>
      <ActionButton look="quiet" onClick={() => setAsking(true)}>
        <Trans>Удалить</Trans>
      </ActionButton>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={isBusy}
        title={<Trans>Удалить «{name}»?</Trans>}
        act={<Trans>Удалить товар</Trans>}
        onConfirm={() => remove()}
        onClose={() => setAsking(false)}
      >
        <Trans>Он пропадёт с витрины и из корзин. В старых заказах останется.</Trans>
      </ConfirmDialog>
    </>
  );
}
