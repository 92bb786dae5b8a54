import classes from './skeleton.module.css';

interface SkeletonProps {
  /** Any CSS lengths; the real thing's shape. */
  readonly width?: string | number;
  readonly height: string | number;
  readonly radius?: number;
}

/** The place of something that is still loading, in its real shape. Its container says `aria-busy`. */
export function Skeleton({ width = '100%', height, radius = 12 }: SkeletonProps) {
  return <div className={classes.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden />;
}
