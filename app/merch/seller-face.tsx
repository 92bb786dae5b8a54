import { IkatAvatar } from '#app/images/ikat.tsx';
import { Picture } from '#app/images/picture.tsx';
import type { Seller } from './seller.ts';
import classes from './seller-face.module.css';

/** The round avatar of the seller, or an initial on the seller's colour. Decoration beside the name. */
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
