import { Trans, useLingui } from '@lingui/react/macro';
import { Field } from '#base/ui/fields/field.tsx';
import { useSearchKey } from '#base/ui/fields/key-strokes.ts';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { useTypedSearch } from '#base/ui/fields/use-typed-search.ts';
import { useAddressFilter } from '#base/ui/lists/address-filter.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import { CreatorPick } from '../editor/creator-pick.tsx';
import type { Category, WireProduct } from '../merch-shapes.ts';
import { productsPerPage } from '../product-rules.ts';
import { productPageSizes } from './admin-products-loader.ts';
import classes from './admin-products-screen.module.css';

/** The search field; the key `/` moves the focus here. */
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

/** The filters and the order of the list of products; they are in the address. */
export function AdminProductsFilters({ categories, creator, take }: AdminProductsFiltersProps) {
  const { t } = useLingui();
  const nameOf = useNames();
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
            {nameOf(name)}
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
