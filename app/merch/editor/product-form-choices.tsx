import { Trans, useLingui } from '@lingui/react/macro';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { TextField } from '#base/ui/fields/field.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import { ChartTable } from '../chart-table.tsx';
import { readChart } from '../size-chart.ts';
import classes from './product-editor.module.css';
import { type ProductChoices, toggled } from './product-form.ts';
import type { ProductFormState } from './use-product-form.ts';

interface ChipsProps {
  readonly title: string;
  readonly offered: readonly { readonly id: number; readonly name: string; readonly hex?: string }[];
  readonly chosen: readonly number[];
  readonly first: number | null;
  readonly error: string | undefined;
  /** The label of the list of the preselected choice. */
  readonly firstLabel: string;
  readonly onChange: (ids: readonly number[], first: number | null) => void;
}

function Chips({ title, offered, chosen, first, error, firstLabel, onChange }: ChipsProps) {
  const nameOf = useNames();
  return (
    <fieldset className={classes.chips} aria-invalid={error !== undefined || undefined}>
      <legend>{title}</legend>
      <Row gap={8}>
        {offered.map(({ id, name, hex }) => (
          <label key={id} className={classes.chip}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => {
                const next = toggled(chosen, id, first);
                onChange(next.ids, next.first);
              }}
            />
            {hex !== undefined && <span className={classes.dot} style={{ background: hex }} aria-hidden="true" />}
            {nameOf(name)}
          </label>
        ))}
      </Row>
      <span role="alert" className={classes.fault}>
        <FailureText>{error}</FailureText>
      </span>
      {chosen.length > 1 && (
        <SelectField
          className={classes.short}
          label={firstLabel}
          value={first ?? ''}
          onChange={(event) => onChange(chosen, Number(event.target.value))}
        >
          {offered
            .filter(({ id }) => chosen.includes(id))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {nameOf(name)}
              </option>
            ))}
        </SelectField>
      )}
    </fieldset>
  );
}

interface ChoicesSectionProps {
  readonly product: ProductFormState;
  readonly choices: ProductChoices;
}

/** The offered sizes and colours, and which of them are preselected. */
export function ChoicesSection({ product: { form, faults, change }, choices }: ChoicesSectionProps) {
  const { t } = useLingui();
  return (
    <section className={panel.panel} aria-label={t`Размеры и цвета`}>
      <h2>
        <Trans>Размеры и цвета</Trans>
      </h2>
      <Chips
        title={t`Размеры`}
        firstLabel={t`Размер по умолчанию`}
        offered={choices.sizes}
        chosen={form.sizeIds}
        first={form.sizeId}
        error={faults.sizeIds}
        onChange={(sizeIds, sizeId) => change({ sizeIds, sizeId })}
      />
      <Chips
        title={t`Цвета`}
        firstLabel={t`Цвет по умолчанию`}
        offered={choices.colors}
        chosen={form.colorIds}
        first={form.colorId}
        error={faults.colorIds}
        onChange={(colorIds, colorId) => {
          // A picture of a colour that is no longer offered loses its colour.
          const images = form.images.map((image) =>
            image.colorId !== null && !colorIds.includes(image.colorId) ? { ...image, colorId: null } : image,
          );
          change({ colorIds, colorId, images });
        }}
      />
      <ChartField text={form.sizeChart} error={faults.sizeChart} onType={(sizeChart) => change({ sizeChart })} />
    </section>
  );
}

interface ChartFieldProps {
  readonly text: string;
  readonly error: string | undefined;
  readonly onType: (text: string) => void;
}

/** The size chart, typed or pasted from a spreadsheet, and below it as buyers will see it. */
function ChartField({ text, error, onType }: ChartFieldProps) {
  const { t } = useLingui();
  const chart = error === undefined ? readChart(text) : null;
  return (
    <>
      <TextField
        label={t`Таблица размеров`}
        hint={t`По строке на размер, ячейки через точку с запятой; можно вставить из таблицы. Первая строка: заголовки.`}
        name="sizeChart"
        rows={4}
        value={text}
        error={error}
        onChange={(event) => onType(event.target.value)}
      />
      {chart !== null && <ChartTable chart={chart} />}
    </>
  );
}
