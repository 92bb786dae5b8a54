import { Skeleton } from '#base/ui/page/skeleton.tsx';
import classes from './pick-ups-to-come.module.css';

/** The place of the choice of a pickup point while its code and the points load: as high as a few of them, so that what follows stays where it is. */
export function PickUpsToCome() {
  return (
    <div className={classes.waiting} aria-busy>
      <Skeleton height={50} />
      <Skeleton height="100%" />
    </div>
  );
}
