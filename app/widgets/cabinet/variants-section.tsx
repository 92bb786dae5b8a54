import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { mostVariants } from '../widget-choices.ts';
import type { ShownAlertSettings } from '../widget-shapes.ts';
import type { SectionProps } from './alert-sections.tsx';
import { useSampleDonation } from './alert-stage.tsx';
import classes from './cabinet.module.css';
import { LookFields } from './look-fields.tsx';
import { NumberField } from './settings-fields.tsx';

type Variant = ShownAlertSettings['variants'][number];

interface VariantsProps extends SectionProps {
  /** Shows a variant in the preview; null: the default alert. */
  readonly onShow: (at: number | null) => void;
}

const firstAmount = 50_000;

/** Other looks for larger donations. */
export function VariantsSection({ form, library, settings, onShow }: VariantsProps) {
  const { draft } = form;
  const { variants } = draft;
  // Variants have no id: each keeps a number while others are added and removed, so that React keeps typed text in its field.
  const [numbers, setNumbers] = useState(() => variants.map((_, at) => at));
  const setVariants = (next: Variant[]) => form.change({ variants: next });

  function add() {
    const { template, animation, duration, sound, image, theme, font, textColor, groundColor, accentColor } = draft;
    const look = { template, animation, duration, sound, image, theme, font, textColor, groundColor, accentColor };
    const sums = variants.map(({ minAmount }) => minAmount).filter(Number.isFinite);
    const highest = Math.max(firstAmount, 2 * Math.max(0, ...sums));
    setNumbers([...numbers.slice(0, variants.length), Math.max(-1, ...numbers) + 1]);
    setVariants([...variants, { minAmount: highest, ...look }]);
    onShow(variants.length);
  }

  function remove(at: number) {
    setNumbers(numbers.toSpliced(at, 1));
    onShow(null);
    setVariants(variants.toSpliced(at, 1));
  }

  return (
    <section className={classes.section}>
      <h2>
        <Trans>Вариации по сумме</Trans>
      </h2>
      <p>
        <Trans>
          Крупный донат можно показать иначе: со своей темой, текстом, картинкой и звуком. Если он достиг нескольких
          сумм, сработает большая из них.
        </Trans>
      </p>
      {variants.map((variant, at) => (
        <VariantCard
          key={numbers[at] ?? `new ${variant.minAmount}`}
          {...{ variant, at, form, library, settings, onShow }}
          onChange={(part) =>
            form.change(({ variants: now }) => ({
              variants: now.map((one, place) => (place === at ? { ...one, ...part } : one)),
            }))
          }
          onRemove={() => remove(at)}
        />
      ))}
      <FaultLine>{form.error('variants')}</FaultLine>
      <div>
        <ActionButton look="quiet" disabled={variants.length >= mostVariants} onClick={add}>
          <Trans>Добавить вариацию</Trans>
        </ActionButton>
      </div>
    </section>
  );
}

interface VariantCardProps extends VariantsProps {
  readonly variant: Variant;
  readonly at: number;
  readonly onChange: (part: Partial<Variant>) => void;
  readonly onRemove: () => void;
}

function VariantCard({ variant, at, form, library, settings, onShow, onChange, onRemove }: VariantCardProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const number = at + 1;
  const sample = useSampleDonation(variant);
  return (
    <fieldset className={classes.card}>
      <HiddenLegend>{t`Вариация ${number}`}</HiddenLegend>
      <NumberField
        label={t`От суммы`}
        value={variant.minAmount}
        mark={nameOf(settings.currency)}
        error={form.error(`variants.${at}.minAmount`)}
        onChange={(minAmount) => onChange({ minAmount })}
      />
      <LookFields
        {...{ library, settings, sample, onChange }}
        look={variant}
        volume={form.draft.volume}
        error={(field) => form.error(`variants.${at}.${field}`)}
      />
      <div className={classes.acts}>
        <ActionButton look="quiet" onClick={() => onShow(at)}>
          <Trans>Показать в предпросмотре</Trans>
        </ActionButton>
        <ActionButton look="quiet" onClick={onRemove}>
          <Trans>Удалить вариацию</Trans>
        </ActionButton>
      </div>
    </fieldset>
  );
}
