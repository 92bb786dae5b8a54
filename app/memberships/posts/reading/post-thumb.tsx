import { useRef } from 'react';
import { useGuardedPicture, useNear } from './post-picture.tsx';
import classes from './post-thumb.module.css';

/** A small picture beside the words of a post, which say it all. One that does not come leaves its place as it is. */
export function PostThumb({ name }: { readonly name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const address = useGuardedPicture({ name, width: 256, isNear: useNear(frame) });
  return (
    <div ref={frame} className={classes.thumb}>
      {address && <img src={address} width={96} height={96} alt="" />}
    </div>
  );
}
