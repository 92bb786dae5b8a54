import { IkatAvatar } from '#app/ikat/ikat.public.tsx';
import { Picture } from '#app/images/picture.public.tsx';
import type { Seller } from './seller.ts';
import classes from './seller-face.module.css';

/** The round face of whoever sells: his avatar, or his initial on his own ikat colour. Decoration beside the name. */
export function SellerFace({ seller, size }: { seller: Seller; size: 24 | 28 | 64 }) {
  const { userName, displayName, avatar } = seller;
  return (
    <span className={classes.face} style={{ width: size, height: size }}>
      {avatar === null ? (
        <IkatAvatar userName={userName} name={displayName} size={size} />
      ) : (
        <Picture name={avatar} alt="" width={size} height={size} sizes={`${String(size)}px`} from={64} to={256} />
      )}
    </span>
  );
}
