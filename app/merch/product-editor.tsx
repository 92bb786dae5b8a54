import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { LeaveDialog } from '#base/ui/leave-dialog.tsx';
import { ActionButton, ReloadButton } from '#base/ui/link-button.tsx';
import { useUnsaved } from '#base/ui/use-unsaved.ts';
import classes from './product-editor.module.css';
import type { ProductChoices, ProductForm } from './product-form.ts';
import { ChoicesSection } from './product-form-choices.tsx';
import { MainSection, StockSection } from './product-form-sections.tsx';
import { ProductPictures } from './product-pictures.tsx';
import { ProductPreview } from './product-preview.tsx';
import { type EditedProduct, type ProductFormState, useProductForm } from './use-product-form.ts';

interface ProductEditorProps {
  readonly start: ProductForm;
  /** Null: a new one. */
  readonly edited: EditedProduct | null;
  readonly choices: ProductChoices;
  readonly currency: string;
}

/** The form of a product with the product beside it as buyers will see it. */
export function ProductEditor({ start, edited, choices, currency }: ProductEditorProps) {
  const navigate = useNavigate();
  const product = useProductForm(start, edited);
  const blocker = useUnsaved(product.isUnsaved);
  const [isSending, setSending] = useState(false);
  const [created, setCreated] = useState<string | null>(null);

  // Only once nothing is unsaved any more, or leaving would ask.
  useEffect(() => {
    if (created !== null) void navigate(`/admin/product/${created}?created=1`, { replace: true });
  }, [created, navigate]);

  const save = async () => {
    const id = await product.save();
    if (id !== null && edited === null) setCreated(id);
  };

  return (
    <form
      noValidate
      className={classes.columns}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={classes.sections}>
        <MainSection product={product} choices={choices} currency={currency} />
        <ProductPictures product={product} colors={choices.colors} onSending={setSending} />
        <ChoicesSection product={product} choices={choices} />
        <StockSection product={product} />
      </div>
      <ProductPreview form={product.form} choices={choices} currency={currency} />
      <SaveBar product={product} edited={edited} isSending={isSending} />
      <LeaveDialog blocker={blocker} />
    </form>
  );
}

interface SaveBarProps {
  readonly product: ProductFormState;
  readonly edited: EditedProduct | null;
  readonly isSending: boolean;
}

function SaveBar({ product: { state, isUnsaved, reset }, edited, isSending }: SaveBarProps) {
  const isBusy = state === 'busy';
  return (
    <div className={classes.bar}>
      {typeof state === 'object' ? (
        <ErrorNotice>
          {state.fault}
          {state.isStale && (
            <ReloadButton>
              <Trans>Показать новую версию</Trans>
            </ReloadButton>
          )}
        </ErrorNotice>
      ) : (
        <p role="status">
          {isSending && <Trans>Картинки ещё загружаются</Trans>}
          {!isSending && isUnsaved && <Trans>Есть несохранённые изменения</Trans>}
          {!isSending && !isUnsaved && state === 'saved' && <Trans>Сохранено, покупатели уже видят</Trans>}
        </p>
      )}
      <div className={classes.acts}>
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
          type="submit"
          className={classes.save}
          disabled={isBusy || isSending || (edited !== null && !isUnsaved)}
        >
          {isBusy ? (
            <Trans>Сохраняем…</Trans>
          ) : edited === null ? (
            <Trans>Создать товар</Trans>
          ) : (
            <Trans>Сохранить</Trans>
          )}
        </button>
      </div>
    </div>
  );
}
