import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { Section } from '#base/ui/panel/section.tsx';
import { mostVariants } from '../widget-choices.ts';
import type { ShownAlertSettings } from '../widget-shapes.ts';
import { NumberField } from './settings-fields.tsx';
import { lookIn, VariantCard, type VariantsProps } from './variant-card.tsx';

type Variant = ShownAlertSettings['variants'][number];

const firstAmount = 50_000;

/** Other looks for larger donations. */
export function VariantsSection({ form, library, settings, onShow }: VariantsProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const { draft } = form;
  const { variants } = draft;
  // Variants have no id: each keeps a number while others are added and removed, so that React keeps typed text in its field.
  const [numbers, setNumbers] = useState(() => variants.map((_, at) => at));
  const setVariants = (next: Variant[]) => form.change({ variants: next });

  function add() {
    const sums = variants.map(({ minAmount }) => minAmount).filter(Number.isFinite);
    const highest = Math.max(firstAmount, 2 * Math.max(0, ...sums));
    setNumbers([...numbers.slice(0, variants.length), Math.max(-1, ...numbers) + 1]);
    setVariants([...variants, { minAmount: highest, ...lookIn(draft) }]);
    onShow({ list: 'variants', at: variants.length });
  }

  function remove(at: number) {
    setNumbers(numbers.toSpliced(at, 1));
    onShow(null);
    setVariants(variants.toSpliced(at, 1));
  }

  const change = (at: number, part: Partial<Variant>) =>
    form.change(({ variants: now }) => ({
      variants: now.map((one, place) => (place === at ? { ...one, ...part } : one)),
    }));
  const title = (number: number) => t`Вариация ${number}`;

  return (
    <Section title={<Trans>Вариации по сумме</Trans>} card>
      <p>
        <Trans>
          Крупный донат можно показать иначе: со своей темой, текстом, картинкой и звуком. Если он достиг нескольких
          сумм, сработает большая из них.
        </Trans>
      </p>
      {variants.map((variant, at) => (
        <VariantCard
          key={numbers[at] ?? `new ${variant.minAmount}`}
          variant={variant}
          form={form}
          library={library}
          settings={settings}
          title={title(at + 1)}
          error={(field) => form.error(`variants.${at}.${field}`)}
          onChange={(part) => change(at, part)}
          onShow={() => onShow({ list: 'variants', at })}
          onRemove={() => remove(at)}
        >
          <NumberField
            of="sum"
            label={t`От суммы`}
            value={variant.minAmount}
            mark={nameOf(settings.currency)}
            error={form.error(`variants.${at}.minAmount`)}
            onChange={(minAmount) => change(at, { minAmount })}
          />
        </VariantCard>
      ))}
      <FaultLine>{form.error('variants')}</FaultLine>
      <div>
        <ActionButton look="quiet" disabled={variants.length >= mostVariants} onClick={add}>
          <Trans>Добавить вариацию</Trans>
        </ActionButton>
      </div>
    </Section>
  );
}
