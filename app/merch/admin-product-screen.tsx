import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { data, Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#app/document/page-head.public.tsx';
import { isCallFailure } from '#base/errors.ts';
import { ConfirmDialog } from '#base/ui/confirm-dialog.tsx';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { ActionButton } from '#base/ui/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page-frame.tsx';
import { Skeleton } from '#base/ui/skeleton.tsx';
import type { Route } from './+types/admin-product-screen';
import classes from './admin-product-screen.module.css';
import { ProductEditor } from './product-editor.tsx';
import { loadChoices, loadModerated } from './product-editor-loader.ts';
import { formOf } from './product-form.ts';

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const [product, offered] = await Promise.all([loadModerated(params.id), loadChoices()]);
  if (product === null) throw data(null, { status: 404 });
  return { product, ...offered };
}

export function HydrateFallback() {
  return (
    <PageFrame>
      <div aria-busy className={classes.waiting}>
        <Skeleton height={280} />
        <Skeleton height={200} />
      </div>
    </PageFrame>
  );
}

/** One product to be changed (specification, /admin/product/{id}). */
export default function AdminProduct({ loaderData: { product, choices, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const { id, name, isActive, isBlocked, revision } = product;
  return (
    <PageFrame>
      <PageHead title={t`${name} — товар`} noIndex />
      <div className={classes.head}>
        <PageTitle>{name}</PageTitle>
        <div className={classes.acts}>
          {isActive && !isBlocked && (
            <Link to={`/merch/${id}`}>
              <Trans>Открыть на сайте</Trans>
            </Link>
          )}
          <DeleteProduct id={id} name={name} />
        </div>
      </div>
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
  const [state, setState] = useState<'idle' | 'busy' | 'deleted' | { readonly fault: string }>('idle');

  const attempt = async (work: () => Promise<unknown>, then: 'idle' | 'deleted') => {
    setState('busy');
    try {
      await work();
      setState(then);
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setState({ fault: error.message });
    }
    setAsking(false);
  };

  if (state === 'deleted')
    return (
      <div role="status" className={classes.deleted}>
        <Trans>Товар удалён.</Trans>
        <ActionButton
          look="quiet"
          onClick={() => void attempt(() => call('POST Product/Restore', { query: { id } }), 'idle')}
        >
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
      {typeof state === 'object' && <ErrorNotice>{state.fault}</ErrorNotice>}
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={state === 'busy'}
        title={<Trans>Удалить «{name}»?</Trans>}
        act={<Trans>Удалить товар</Trans>}
        onConfirm={() => void attempt(() => call('DELETE Product/Delete', { query: { id } }), 'deleted')}
        onClose={() => setAsking(false)}
      >
        <Trans>Он пропадёт с витрины и из корзин. В старых заказах останется.</Trans>
      </ConfirmDialog>
    </>
  );
}
