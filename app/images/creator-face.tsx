import classes from './creator-face.module.css';
import { Ikat, IkatAvatar } from './ikat.tsx';
import { Picture } from './picture.tsx';

interface FaceProps {
  readonly userName: string;
  readonly displayName: string;
  readonly avatar: string | null;
}

/** The round avatar of a creator, or an initial on the creator's own colour. Decoration beside the name. */
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
          to={size < 72 ? 256 : 512}
          isFirst={size >= 96}
        />
      )}
    </span>
  );
}

/** The banner of a creator, or the ikat of the name; fills its box. `isWide`: it is as wide as the page; `isFirst`: it is above the fold. */
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
  const sizes = isWide
    ? '(width < 60em) calc(100vw - 32px), (width < 80em) calc(100vw - 524px), 756px'
    : '(width < 60em) calc(100vw - 32px), 420px';
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
