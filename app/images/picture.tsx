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
  /** It is what the view opens with. */
  readonly isFirst?: boolean;
}

/** A stored picture in the width that fits its place; the first ones of a view are blurred until they have come. Fills its box. */
export function Picture(props: PictureProps) {
  const { name, alt, width, height, sizes, from = 128, to = 1024, isFirst = false } = props;
  const [shown, setShown] = useState('');
  // A thumbnail of a kilobyte, stretched until it is soft; a small picture is there as soon as one would be. Pictures further down come before they
  // are seen, and their thumbnails would come before the view that is seen.
  const isBlurred = isFirst && width >= 256 && shown !== name;
  return (
    <img
      ref={(image) => {
        // It may have come before the page was alive.
        if (image?.complete) setShown(name);
      }}
      className={classes.picture}
      style={isBlurred ? { backgroundImage: `url("${pictureAddress(name, 64)}")` } : undefined}
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
