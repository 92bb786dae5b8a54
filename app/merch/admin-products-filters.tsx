import { Trans, useLingui } from '@lingui/react/macro';
import { useAddressFilter } from '#base/ui/address-filter.ts';
import { Field } from '#base/ui/field.tsx';
import { useSearchKey } from '#base/ui/key-strokes.ts';
import { SelectField } from '#base/ui/select-field.tsx';
import { useTypedSearch } from '#base/ui/use-typed-search.ts';
import { productPageSizes } from './admin-products-loader.ts';
import classes from './admin-products-screen.module.css';
import { CreatorPick } from './creator-pick.tsx';
import type { Category, WireProduct } from './merch-shapes.ts';
import { productsPerPage } from './product-rules.ts';

/** The text that is searched for; `/` from anywhere leads here. */
function TextFilter() {
  const { t } = useLingui();
  const { field } = useTypedSearch('q');
  useSearchKey(field.ref);
  return (
    <Field
      {...field}
      className={classes.text}
      label={t`Название`}
      aria-keyshortcuts="/"
      placeholder={t`Найти товар, клавиша /`}
    />
  );
}

interface AdminProductsFiltersProps {
  readonly categories: readonly Category[];
  readonly creator: WireProduct['user'] | null;
  readonly take: number;
}

/** What the list of products is narrowed to and ordered by, kept in the address. */
export function AdminProductsFilters({ categories, creator, take }: AdminProductsFiltersProps) {
  const { t } = useLingui();
  const [category, setCategory] = useAddressFilter('category');
  const [state, setState] = useAddressFilter('state');
  const [price, setPrice] = useAddressFilter('price');
  const [, setCreator] = useAddressFilter('creator');
  const [, setTake] = useAddressFilter('take');
  return (
    <search className={classes.filters} aria-label={t`Фильтры товаров`}>
      <TextFilter />
      <CreatorPick label={t`Автор`} value={creator} onChange={(user) => setCreator(user === null ? '' : user.userId)} />
      <SelectField label={t`Категория`} value={category} onChange={(event) => setCategory(event.target.value)}>
        <option value="">{t`Все`}</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={t`Состояние`} value={state} onChange={(event) => setState(event.target.value)}>
        <option value="">{t`Любое`}</option>
        <option value="active">{t`На витрине`}</option>
        <option value="hidden">{t`Скрыты`}</option>
      </SelectField>
      <SelectField label={t`Порядок`} value={price} onChange={(event) => setPrice(event.target.value)}>
        <option value="">{t`Сначала новые`}</option>
        <option value="up">{t`Сначала дешёвые`}</option>
        <option value="down">{t`Сначала дорогие`}</option>
      </SelectField>
      <SelectField
        label={<Trans>На странице</Trans>}
        value={take}
        onChange={({ target: { value } }) => setTake(value === String(productsPerPage) ? '' : value)}
      >
        {productPageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </SelectField>
    </search>
  );
}
