import { Trans } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';

/** From when on donations count for a goal that has not begun. */
export default function GoalStartWords({ start }: { readonly start: string }) {
  const startText = useDateText()(start, { date: 'long', time: 'short' });
  return <Trans>Донаты считаются с {startText}</Trans>;
}
