import { IconAlertTriangle, IconArrowRight, IconCheck, IconClockHour4, IconMinus } from '@tabler/icons-react';
import type { StateLook } from './state-looks.ts';

const signs = {
  done: IconCheck,
  waits: IconClockHour4,
  underWay: IconArrowRight,
  trouble: IconAlertTriangle,
  over: IconMinus,
} as const satisfies Readonly<Record<StateLook, unknown>>;

/** The sign of a state, which repeats its text. */
export function StateSign({ look }: { readonly look: StateLook }) {
  const Sign = signs[look];
  return <Sign size={14} stroke={2.5} aria-hidden />;
}
