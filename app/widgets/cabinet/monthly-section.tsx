import { Trans, useLingui } from '@lingui/react/macro';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import type { AlertLook } from '../look/alert-look.ts';
import { type VariantMonths, variantMonths } from '../widget-choices.ts';
import classes from './cabinet.module.css';
import { lookIn, VariantCard, type VariantsProps } from './variant-card.tsx';

/** Other looks for the months of monthly support: one for the first, one for any. */
export function MonthlySection({ form, library, settings, onShow }: VariantsProps) {
  const { t } = useLingui();
  const { monthlyVariants } = form.draft;
  const titles = { first: t`Первый месяц`, any: t`Любой месяц` } as const;
  const missing = variantMonths.filter((months) => monthlyVariants.every((one) => one.months !== months));

  function add(months: VariantMonths) {
    form.change({ monthlyVariants: [...monthlyVariants, { months, ...lookIn(form.draft) }] });
    onShow({ list: 'monthlyVariants', at: monthlyVariants.length });
  }

  function remove(months: VariantMonths) {
    onShow(null);
    form.change({ monthlyVariants: monthlyVariants.filter((one) => one.months !== months) });
  }

  const change = (months: VariantMonths, part: Partial<AlertLook>) =>
    form.change(({ monthlyVariants: now }) => ({
      monthlyVariants: now.map((one) => (one.months === months ? { ...one, ...part } : one)),
    }));

  return (
    <Section title={<Trans>Вариации для подписчиков</Trans>} card>
      <p>
        <Trans>
          Месяц поддержки можно показать иначе, чем разовый донат. Такая вариация важнее суммы, а у первого месяца может
          быть своя.
        </Trans>
      </p>
      {monthlyVariants.map((variant, at) => (
        <VariantCard
          key={variant.months}
          variant={variant}
          form={form}
          library={library}
          settings={settings}
          title={titles[variant.months]}
          error={(field) => form.error(`monthlyVariants.${at}.${field}`)}
          onChange={(part) => change(variant.months, part)}
          onShow={() => onShow({ list: 'monthlyVariants', at })}
          onRemove={() => remove(variant.months)}
        >
          <h3>{titles[variant.months]}</h3>
        </VariantCard>
      ))}
      <FaultLine>{form.error('monthlyVariants')}</FaultLine>
      {missing.length > 0 && (
        <div className={classes.acts}>
          {missing.map((months) => (
            <ActionButton key={months} look="quiet" onClick={() => add(months)}>
              {months === 'first' ? <Trans>Для первого месяца</Trans> : <Trans>Для любого месяца</Trans>}
            </ActionButton>
          ))}
        </div>
      )}
    </Section>
  );
}
