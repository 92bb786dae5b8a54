import { type ComponentProps, lazy, Suspense } from 'react';
import { bring } from '#base/pages/bring.ts';
import { PickUpsToCome } from './pick-ups-to-come.tsx';

const PickUpChooser = lazy(() =>
  bring(() => import('./pick-up-chooser.tsx')).then(({ PickUpChooser }) => ({ default: PickUpChooser })),
);

interface PickUpChoiceProps extends ComponentProps<typeof PickUpChooser> {
  /** The pickup points are loaded again when it changes. */
  readonly looks?: number;
}

/** The choice of a pickup point, loaded when it is shown. */
export function PickUpChoice({ looks = 0, ...choice }: PickUpChoiceProps) {
  return (
    <Suspense fallback={<PickUpsToCome />}>
      <PickUpChooser key={looks} {...choice} />
    </Suspense>
  );
}
