import { IconHeart } from '@tabler/icons-react';
import { IkatAvatar } from '#app/images/ikat.tsx';
import classes from './donation-lists.module.css';

const size = 40;

/** The donor's initial on a colour of his name, a heart for someone unnamed. Decoration beside the name. */
export function DonorMark({ name }: { name: string | null }) {
  if (name !== null) return <IkatAvatar userName={name} size={size} />;
  return (
    <span className={classes.unnamed}>
      <IconHeart size={20} stroke={1.75} aria-hidden />
    </span>
  );
}
