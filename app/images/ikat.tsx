import { useMemo } from 'react';
import classes from './ikat.module.css';
import { ikatColour, ikatSvg, initialOf } from './ikat-pattern.ts';

interface IkatProps {
  readonly userName: string;
  /** The pattern that he has chosen. */
  readonly pattern?: number | null | undefined;
  /** The shape in which it is woven; it then covers its box whatever the box's size is. */
  readonly width?: number;
  readonly height?: number;
  readonly className?: string;
}

/** A creator's ikat as a picture that fills its box: used by creators without a banner. Decoration, so it has no text. */
export function Ikat({ userName, pattern, width = 640, height = 240, className }: IkatProps) {
  const address = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(ikatSvg(userName, { width, height, scheme: 'light', pattern }))}`,
    [userName, pattern, width, height],
  );
  return (
    <img
      className={[classes.ikat, className].filter(Boolean).join(' ')}
      src={address}
      width={width}
      height={height}
      alt=""
      decoding="async"
    />
  );
}

/** The initial on the creator's own colour: used by creators without an avatar. `size` is in pixels. */
export function IkatAvatar({ userName, name, size }: { userName: string; name?: string | null; size: number }) {
  const { ground, ink } = ikatColour(userName);
  return (
    <span
      className={classes.avatar}
      style={{ background: ground, color: ink, width: size, height: size, fontSize: Math.round(size * 0.42) }}
      aria-hidden="true"
    >
      {initialOf(name ?? userName)}
    </span>
  );
}
