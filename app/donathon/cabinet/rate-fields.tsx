import { Trans, useLingui } from '@lingui/react/macro';
import { Choice } from '#base/ui/choices/choice.tsx';
import { AmountField } from '#base/ui/fields/amount-field.tsx';
import { Text } from '#base/ui/layout/parts.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { secondsFor } from '../clock-rules.ts';
import { useSpanText } from '../span-text.tsx';
import { type RateDraft, rateOf } from './clock-draft.ts';
import classes from './clock-screen.module.css';

interface RateFieldsProps {
  readonly draft: RateDraft;
  readonly faults: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly onChange: (change: Partial<RateDraft>) => void;
}

/** So much time for so much money. */
export function RateFields({ draft, faults, currency, onChange }: RateFieldsProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  return (
    <>
      <AmountField
        className={classes.number}
        label={t`За какую сумму`}
        unit={nameOf(currency)}
        name="sum"
        value={draft.sum}
        error={faults.sum}
        onType={(sum) => onChange({ sum })}
      />
      <AmountField
        className={classes.number}
        label={t`Прибавится времени`}
        unit={t`секунд`}
        name="seconds"
        value={draft.seconds}
        error={faults.seconds}
        onType={(seconds) => onChange({ seconds })}
      />
      <Choice
        label={t`Как считать`}
        value={draft.isLinear ? 'linear' : 'steps'}
        isWide
        options={[
          { value: 'steps', content: t`Целыми суммами` },
          { value: 'linear', content: t`И за часть суммы` },
        ]}
        onChange={(way) => onChange({ isLinear: way === 'linear' })}
      />
      <RatePreview draft={draft} currency={currency} />
    </>
  );
}

/** What two donations would add, the second of them no whole number of the sums. */
const examples = [2, 2.5];

function RatePreview({ draft, currency }: Pick<RateFieldsProps, 'draft' | 'currency'>) {
  const rate = rateOf(draft);
  const sumText = useSumText(currency);
  const spanText = useSpanText();
  return (
    <Text as="div" className={classes.preview} dim>
      {examples.map((times) => {
        const amount = Math.round((rate?.sum ?? 0) * times * 100) / 100;
        const sum = sumText(amount);
        const time = rate && spanText(secondsFor(amount, rate));
        return (
          <p key={times}>
            {time === null ? (
              '–'
            ) : (
              <Trans>
                {sum} продлят стрим на {time}
              </Trans>
            )}
          </p>
        );
      })}
    </Text>
  );
}
