import { useState } from 'react';
import classes from './picture.module.css';
import { type PictureWidth, pictureAddress, pictureChoices } from './picture-address.ts';

interface PictureProps {
  /** A name that POST Images has given out. */
  readonly name: string;
  /** What is to be seen; empty: decoration. */
  readonly alt: string;
  /** Its shape in pixels, so that nothing jumps. */
  readonly width: number;
  readonly height: number;
  /** How wide it is shown, as the attribute `sizes` says it. */
  readonly sizes: string;
  /** The widths that the browser chooses from. Default 128 to 1024. */
  readonly from?: PictureWidth;
  readonly to?: PictureWidth;
  /** A data URI of a few hundred bytes, shown until the picture is there. */
  readonly placeholder?: string | null;
  /** It is what the view opens with. */
  readonly isFirst?: boolean;
}

/** A stored picture in the width that fits its place, blurred until it has come; fills its box. */
export function Picture(props: PictureProps) {
  const { name, alt, width, height, sizes, from = 128, to = 1024, placeholder = null, isFirst = false } = props;
  const [shown, setShown] = useState('');
  const isBlurred = placeholder !== null && shown !== name;
  return (
    <img
      className={classes.picture}
      style={isBlurred ? { backgroundImage: `url("${placeholder}")` } : undefined}
      src={pictureAddress(name, to)}
      srcSet={pictureChoices(name, from, to)}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      onLoad={() => setShown(name)}
    />
  );
}
