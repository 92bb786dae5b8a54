import { Trans, useLingui } from '@lingui/react/macro';
import { PageHead } from '#base/pages/page-head.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import type { Route } from './+types/admin-new-product-screen';
import { ProductEditor } from './product-editor.tsx';
import { loadChoices, loadModerated } from './product-editor-loader.ts';
import { emptyForm, formOf } from './product-form.ts';

/** `?copy=id`: starts with the data of another product. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const id = new URL(request.url).searchParams.get('copy');
  const [copied, offered] = await Promise.all([id === null ? null : loadModerated(id), loadChoices()]);
  return { copied, ...offered };
}

/** A new product, empty or a copy. */
export default function AdminNewProduct({ loaderData: { copied, choices, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  // A copy stays hidden until a moderator has checked it.
  const start = copied === null ? emptyForm : { ...formOf(copied), name: t`${copied.name} (копия)`, isActive: false };
  return (
    <PageFrame>
      <PageHead title={t`Новый товар`} noIndex />
      <PageTitle>
        <Trans>Новый товар</Trans>
      </PageTitle>
      <ProductEditor key={copied?.id ?? ''} start={start} edited={null} choices={choices} currency={currency} />
    </PageFrame>
  );
}
