import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import { ActionButton, ReloadButton } from '#base/ui/page/link-button.tsx';
import classes from './product-editor.module.css';
import type { ProductChoices, ProductForm } from './product-form.ts';
import { ChoicesSection } from './product-form-choices.tsx';
import { MainSection, StockSection, TaxSection } from './product-form-sections.tsx';
import { ProductPictures } from './product-pictures.tsx';
import { ProductPreview } from './product-preview.tsx';
import { type EditedProduct, type ProductFormState, useProductForm } from './use-product-form.ts';

interface ProductEditorProps {
  readonly start: ProductForm;
  /** Null: a new product. */
  readonly edited: EditedProduct | null;
  readonly choices: ProductChoices;
  readonly currency: string;
}

/** The form of a product with a preview beside it. */
export function ProductEditor({ start, edited, choices, currency }: ProductEditorProps) {
  const navigate = useNavigate();
  const [isSending, setSending] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  const product = useProductForm(start, edited, setCreated);
  const blocker = useUnsaved(product.isUnsaved);

  // Navigates after the form is saved, or the dialog about unsaved changes would open.
  useEffect(() => {
    if (created !== null) void navigate(`/admin/product/${created}?created=1`, { replace: true });
  }, [created, navigate]);

  return (
    <SentForm className={classes.columns} onSend={product.save}>
      <Stack gap={16} fit>
        <MainSection product={product} choices={choices} currency={currency} />
        <ProductPictures product={product} colors={choices.colors} onSending={setSending} />
        <ChoicesSection product={product} choices={choices} />
        <TaxSection product={product} />
        <StockSection product={product} />
      </Stack>
      <ProductPreview form={product.form} choices={choices} currency={currency} />
      <SaveBar product={product} edited={edited} isSending={isSending} />
      <LeaveDialog blocker={blocker} />
    </SentForm>
  );
}

interface SaveBarProps {
  readonly product: ProductFormState;
  readonly edited: EditedProduct | null;
  readonly isSending: boolean;
}

function SaveBar({ product, edited, isSending }: SaveBarProps) {
  const { isBusy, isSaved, isUnsaved, failure, isStale, reset } = product;
  return (
    <Row className={classes.bar} gap={12} align="center" justify="between">
      {failure !== null ? (
        <ErrorNotice>
          {failure.message}
          {isStale && (
            <ReloadButton>
              <Trans>Показать новую версию</Trans>
            </ReloadButton>
          )}
        </ErrorNotice>
      ) : (
        <p role="status">
          {isSending && <Trans>Картинки ещё загружаются</Trans>}
          {!isSending && isUnsaved && <Trans>Есть несохранённые изменения</Trans>}
          {!isSending && !isUnsaved && isSaved && <Trans>Сохранено, покупатели уже видят</Trans>}
        </p>
      )}
      <Row className={classes.acts} gap={10}>
        {edited !== null && !isUnsaved && (
          <Link className={classes.quiet} to={`/admin/product?copy=${edited.id}`}>
            <Trans>Копировать</Trans>
          </Link>
        )}
        {isUnsaved && (
          <ActionButton look="quiet" disabled={isBusy} onClick={reset}>
            <Trans>Отменить</Trans>
          </ActionButton>
        )}
        <button
          {...withKeptFocus({ disabled: isBusy || isSending || (edited !== null && !isUnsaved) })}
          type="submit"
          className={classes.save}
        >
          {isBusy ? (
            <Trans>Сохраняем…</Trans>
          ) : edited === null ? (
            <Trans>Создать товар</Trans>
          ) : (
            <Trans>Сохранить</Trans>
          )}
        </button>
      </Row>
    </Row>
  );
}
