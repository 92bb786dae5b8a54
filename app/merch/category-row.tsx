import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/errors.ts';
import classes from './admin-categories-screen.module.css';
import type { Category } from './merch-shapes.ts';
import { longestCategoryName } from './product-rules.ts';

interface CategoryRowProps {
  readonly category: Category;
  /** It was renamed or deleted. */
  readonly onChanged: () => Promise<void>;
}

/** One category: its name to be changed in place, how many products it has, its end. */
export function CategoryRow({ category: { id, name, productCount }, onChanged }: CategoryRowProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(name);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setFault(null);
    try {
      await work();
      await onChanged();
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFault(error.message);
    }
    setBusy(false);
  };
  const rename = async () => {
    const next = typed.trim();
    if (next === '') return setTyped(name);
    if (next !== name) await attempt(() => call('PUT Product/UpdateCategory', { body: { id, name: next } }));
  };

  return (
    <div className={classes.row} aria-busy={isBusy}>
      <input
        className={classes.name}
        aria-label={t`Название: ${name}`}
        aria-invalid={fault !== null || undefined}
        maxLength={longestCategoryName}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void rename()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setTyped(name);
        }}
      />
      <Link className={classes.count} to={`/admin/products?category=${String(id)}`}>
        <Plural value={productCount} one="# товар" few="# товара" many="# товаров" other="# товара" />
      </Link>
      <button
        type="button"
        className={classes.remove}
        disabled={isBusy || productCount > 0}
        title={productCount > 0 ? t`Сначала перенесите или удалите товары` : undefined}
        aria-label={t`Удалить: ${name}`}
        onClick={() => void attempt(() => call('DELETE Product/DeleteCategory', { query: { id } }))}
      >
        <Trans>Удалить</Trans>
      </button>
      <span role="alert" className={classes.fault}>
        {fault}
      </span>
    </div>
  );
}
