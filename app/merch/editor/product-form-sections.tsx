import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { Link } from 'react-router';
import { TaxItemFields } from '#app/payments/tax-item-fields.tsx';
import { amountMask } from '#base/text/amount-text.ts';
import { Field, TextField, Toggle } from '#base/ui/fields/field.tsx';
import { MaskedField } from '#base/ui/fields/masked-field.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { Unit } from '#base/ui/fields/unit.tsx';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import { CreatorPick } from './creator-pick.tsx';
import classes from './product-editor.module.css';
import type { ProductChoices } from './product-form.ts';
import type { ProductFormState } from './use-product-form.ts';

interface MainSectionProps {
  readonly product: ProductFormState;
  readonly choices: ProductChoices;
  readonly currency: string;
}

/** The name, price, creator and category of the product. */
export function MainSection({ product: { form, faults, change }, choices, currency }: MainSectionProps) {
  const nameOf = useNames();
  const { t } = useLingui();
  return (
    <section className={panel.panel} aria-label={t`О товаре`}>
      <Field
        label={<Trans>Название</Trans>}
        name="name"
        autoComplete="off"
        value={form.name}
        error={faults.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label={<Trans>Описание</Trans>}
        name="description"
        rows={4}
        value={form.description}
        error={faults.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <Stack className={classes.pair} gap={12}>
        <MaskedField
          label={<Trans>Цена</Trans>}
          name="price"
          inputMode="decimal"
          mask={amountMask}
          autoComplete="off"
          value={form.price}
          error={faults.price}
          mark={<Unit>{nameOf(currency)}</Unit>}
          onType={(price) => change({ price })}
        />
        <SelectField
          label={<Trans>Категория</Trans>}
          value={form.categoryId ?? ''}
          error={faults.categoryId}
          onChange={({ target: { value } }) => change({ categoryId: value === '' ? null : Number(value) })}
        >
          <option value="">{t`Выберите`}</option>
          {choices.categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {nameOf(name)}
            </option>
          ))}
        </SelectField>
      </Stack>
      {choices.categories.length === 0 && (
        <Text size={14} dim>
          <Trans>
            Категорий ещё нет. <Link to="/admin/categories">Добавить первую</Link>
          </Trans>
        </Text>
      )}
      <CreatorPick label={t`Автор`} value={form.user} error={faults.userId} onChange={(user) => change({ user })} />
    </section>
  );
}

/** What the tax service calls the product. */
export function TaxSection({ product: { form, faults, change } }: { readonly product: ProductFormState }) {
  const { t } = useLingui();
  return (
    <section className={panel.panel} aria-label={t`Для чека`}>
      <h2>
        <Trans>Для чека</Trans>
      </h2>
      <TaxItemFields
        label={t`Код товара (ИКПУ)`}
        name="tax"
        draft={form.taxItem}
        faults={faults.taxItem ?? {}}
        onChange={(taxItem) => change({ taxItem })}
      />
      <Text size={14} dim>
        <Trans>Пустой код — как у всех товаров сайта.</Trans>
      </Text>
    </section>
  );
}

/** The stock of the product and whether buyers see it. */
export function StockSection({ product: { form, faults, change, stockNow } }: { readonly product: ProductFormState }) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  return (
    <section className={panel.panel} aria-label={t`Остаток и витрина`}>
      <h2>
        <Trans>Остаток и витрина</Trans>
      </h2>
      <Toggle checked={form.isToOrder} onChange={(event) => change({ isToOrder: event.target.checked })}>
        <Trans>Делается под заказ, остаток не считается</Trans>
      </Toggle>
      {!form.isToOrder && (
        <Field
          ref={field}
          className={classes.short}
          label={<Trans>Сколько штук есть</Trans>}
          name="stock"
          inputMode="numeric"
          autoComplete="off"
          value={form.stock}
          error={faults.stock}
          onChange={(event) => change({ stock: event.target.value })}
        />
      )}
      {stockNow !== null && (
        <ActionButton
          look="quiet"
          className={classes.short}
          onClick={() => {
            change({ isToOrder: false, stock: String(stockNow) });
            field.current?.focus();
          }}
        >
          <Trans>Взять новый остаток: {stockNow}</Trans>
        </ActionButton>
      )}
      <Toggle checked={form.isActive} onChange={(event) => change({ isActive: event.target.checked })}>
        <Trans>На витрине: покупатели видят товар</Trans>
      </Toggle>
      <Toggle checked={form.isForMembers} onChange={(event) => change({ isForMembers: event.target.checked })}>
        <Trans>Только для подписчиков: купят те, кто поддерживает автора каждый месяц</Trans>
      </Toggle>
    </section>
  );
}
