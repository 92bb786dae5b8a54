import { lazy, Suspense } from 'react';
import { bring } from '#base/pages/bring.ts';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import type { PointsMapProps } from './points-map.tsx';

const PointsMap = lazy(() => bring(() => import('./points-map.tsx')));

/** `PointsMap`, loaded when it is first shown: its code is many times the size of a page. */
export function LazyPointsMap(props: PointsMapProps) {
  return (
    <Suspense fallback={<Skeleton height="100%" />}>
      <PointsMap {...props} />
    </Suspense>
  );
}
