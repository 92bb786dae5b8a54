import { IconPhoto } from '@tabler/icons-react';
import { Picture } from '#app/images/picture.tsx';
import classes from './order-picture.module.css';

/** A product's picture in a square. It is decoration: the name stands beside it. */
export function OrderPicture({ name, size = 96 }: { readonly name: string | null; readonly size?: number }) {
  return (
    <span className={classes.picture} style={{ width: size, height: size }}>
      {name === null ? (
        <IconPhoto size={28} stroke={1.25} aria-hidden />
      ) : (
        <Picture name={name} alt="" width={size} height={size} sizes={`${String(size)}px`} from={128} to={256} />
      )}
    </span>
  );
}
