import type { ComponentProps, ReactNode } from 'react';
import { amountMask } from '#base/text/amount-text.ts';
import { MaskedField } from './masked-field.tsx';
import { Unit } from './unit.tsx';

interface AmountFieldProps extends Omit<ComponentProps<typeof MaskedField>, 'mark' | 'inputMode' | 'mask'> {
  readonly unit: ReactNode;
}

/** The field of a number with its unit, grouped as sums are. */
export function AmountField({ unit, ...field }: AmountFieldProps) {
  return <MaskedField {...field} mark={<Unit>{unit}</Unit>} inputMode="numeric" mask={amountMask} />;
}
