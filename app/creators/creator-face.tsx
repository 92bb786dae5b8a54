import { Ikat, IkatAvatar } from '#app/images/ikat.tsx';
import { Picture } from '#app/images/picture.tsx';
import classes from './creator-face.module.css';

interface FaceProps {
  readonly userName: string;
  readonly displayName: string;
  readonly avatar: string | null;
}

/** The avatar of a creator with a ring, or his initial on his own ikat colour. Decoration beside the name. */
export function CreatorAvatar({ creator, size }: { creator: FaceProps; size: number }) {
  const { userName, displayName, avatar } = creator;
  return (
    <span className={classes.ring} style={{ width: size, height: size }}>
      {avatar === null ? (
        <IkatAvatar userName={userName} name={displayName} size={size} />
      ) : (
        <Picture
          name={avatar}
          alt=""
          width={size}
          height={size}
          sizes={`${String(size)}px`}
          from={64}
          to={512}
          isFirst={size >= 96}
        />
      )}
    </span>
  );
}

/** The banner of a creator, or the ikat of his name; fills its box. `isWide`: it is as wide as the page; `isFirst`: it is above the fold. */
export function CreatorBanner(props: {
  creator: { readonly userName: string; readonly banner: string | null; readonly pattern: number | null };
  width: number;
  height: number;
  isWide?: boolean;
  isFirst?: boolean;
}) {
  const { creator, width, height, isWide = false, isFirst = false } = props;
  const { userName, banner, pattern } = creator;
  if (banner === null) return <Ikat userName={userName} pattern={pattern} width={width} height={height} />;
  const sizes = isWide ? '(width < 80em) 100vw, 1280px' : '(width < 60em) 100vw, 420px';
  return (
    <Picture
      name={banner}
      alt=""
      width={width}
      height={height}
      sizes={sizes}
      from={256}
      to={isWide ? 2048 : 1024}
      isFirst={isFirst}
    />
  );
}
