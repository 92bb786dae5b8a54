import type { ReactNode } from 'react';

/** A fieldset's legend for screen readers only. */
export function HiddenLegend({ children }: { readonly children: ReactNode }) {
  return <legend className="spoken">{children}</legend>;
}
