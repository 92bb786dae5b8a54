import { Plural, useLingui } from '@lingui/react/macro';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';

const partsOf = (seconds: number) => ({
  hours: Math.floor(seconds / 3_600),
  minutes: Math.floor(seconds / 60) % 60,
  rest: seconds % 60,
});

/** Returns what writes a length of time shortly: «2 ч 5 мин», «30 с». */
export function useSpanText(): (seconds: number) => string {
  const { t } = useLingui();
  const amountText = useAmountText();
  return (seconds) => {
    const { hours, minutes, rest } = partsOf(seconds);
    const written = [
      hours > 0 && t`${amountText(hours)} ч`,
      minutes > 0 && t`${minutes} мин`,
      (rest > 0 || seconds === 0) && t`${rest} с`,
    ];
    return written.filter(Boolean).join(' ');
  };
}

/** Returns what writes a change of time: «+5 мин», «−30 с». */
export function useSignedSpanText(): (seconds: number) => string {
  const spanText = useSpanText();
  return (seconds) => `${seconds < 0 ? '−' : '+'}${spanText(Math.abs(seconds))}`;
}

/** A length of time in whole words: «1 минута 30 секунд». */
export function SpanWords({ seconds }: { readonly seconds: number }) {
  const { hours, minutes, rest } = partsOf(seconds);
  return (
    <>
      {hours > 0 && <Plural value={hours} one="# час" few="# часа" many="# часов" other="# часа" />}
      {hours > 0 && minutes > 0 && ' '}
      {minutes > 0 && <Plural value={minutes} one="# минута" few="# минуты" many="# минут" other="# минуты" />}
      {rest > 0 && hours + minutes > 0 && ' '}
      {rest > 0 && <Plural value={rest} one="# секунда" few="# секунды" many="# секунд" other="# секунды" />}
    </>
  );
}
