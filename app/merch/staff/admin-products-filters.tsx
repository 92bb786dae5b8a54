import { useLingui } from '@lingui/react/macro';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { useAddressFilter } from '#base/ui/lists/address-filter.ts';
import { FoldedFilters } from '#base/ui/lists/folded-filters.tsx';
import { TextFilter } from '#base/ui/lists/list-filters.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { CreatorPick } from '../editor/creator-pick.tsx';
import type { Category, WireProduct } from '../merch-shapes.ts';

interface AdminProductsFiltersProps {
  readonly categories: readonly Category[];
  readonly creator: WireProduct['user'] | null;
}

/** The filters and the order of the list of products; they are in the address. */
export function AdminProductsFilters({ categories, creator }: AdminProductsFiltersProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const [category, setCategory] = useAddressFilter('category', { known: categories.map(({ id }) => String(id)) });
  const [state, setState] = useAddressFilter('state', { known: ['active', 'hidden'] });
  const [price, setPrice] = useAddressFilter('price', { known: ['up', 'down'] });
  const [, setCreator] = useAddressFilter('creator');
  return (
    <FoldedFilters
      label={t`Фильтры товаров`}
      first={<TextFilter name="q" label={t`Название`} isFirst />}
      chosen={[category, state, price, creator?.userId ?? ''].filter((one) => one !== '').length}
    >
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
    </FoldedFilters>
  );
}
