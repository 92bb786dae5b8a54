import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import type { Category } from '../merch-shapes.ts';
import { longestCategoryName } from '../product-rules.ts';
import classes from './admin-categories-screen.module.css';

interface CategoryRowProps {
  readonly category: Category;
  /** Called after it was renamed or deleted. */
  readonly onChanged: () => Promise<void>;
}

/** One category: its name, which is edited in place, its number of products, and a button to delete it. */
export function CategoryRow({ category: { id, name, productCount }, onChanged }: CategoryRowProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(name);
  const { isBusy, failure, act } = useAction();

  const attempt = (work: () => Promise<unknown>) =>
    act(async () => {
      await work();
      await onChanged();
    });
  const rename = async () => {
    const next = typed.trim();
    if (next === '') return setTyped(name);
    if (next !== name) await attempt(() => call('PUT Product/UpdateCategory', { body: { id, name: next } }));
  };

  return (
    <Row className={classes.row} gap={12} rowGap={8} align="center" shrinks aria-busy={isBusy}>
      <input
        className={classes.name}
        aria-label={t`Название: ${name}`}
        aria-invalid={failure !== null || undefined}
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
        {...withKeptFocus({
          disabled: isBusy || productCount > 0,
          onClick: () => void attempt(() => call('DELETE Product/DeleteCategory', { query: { id } })),
        })}
        type="button"
        className={classes.remove}
        title={productCount > 0 ? t`Сначала перенесите или удалите товары` : undefined}
        aria-label={t`Удалить: ${name}`}
      >
        <Trans>Удалить</Trans>
      </button>
      <span role="alert" className={classes.fault}>
        <FailureText>{failure?.message}</FailureText>
      </span>
    </Row>
  );
}
