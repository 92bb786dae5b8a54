import classes from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths of the content that it stands for. */
  readonly width?: string | number;
  readonly height: string | number;
  readonly radius?: number;
}

/** A placeholder for loading content. Its container must have `aria-busy`. */
export function Skeleton({ width = '100%', height, radius = 12 }: SkeletonProps) {
  return <div className={classes.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden />;
}
