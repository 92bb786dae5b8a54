import { Trans } from '@lingui/react/macro';
import { IconRosetteDiscountCheckFilled } from '@tabler/icons-react';
import { Ikat, IkatAvatar } from '#app/ikat/ikat.public.tsx';
import classes from './creator-face.module.css';
import { pictureUrl } from './picture-url.ts';

interface FaceProps {
  readonly userName: string;
  readonly displayName: string;
  readonly avatar: string | null;
}

/** A creator's avatar in a ring of the ground's colour, or his initial on his own ikat colour. Decoration beside the name. */
export function CreatorAvatar({ creator, size }: { creator: FaceProps; size: number }) {
  const { userName, displayName, avatar } = creator;
  const width = size > 96 ? 256 : 128;
  return (
    <span className={classes.ring} style={{ width: size, height: size }}>
      {avatar === null ? (
        <IkatAvatar userName={userName} name={displayName} size={size} />
      ) : (
        <img src={pictureUrl(avatar, width)} alt="" width={size} height={size} decoding="async" />
      )}
    </span>
  );
}

/** A creator's banner, or the ikat of his name; fills its box. `isFirst`: it is what the view opens with. */
export function CreatorBanner(props: {
  userName: string;
  banner: string | null;
  width: number;
  height: number;
  isFirst?: boolean;
}) {
  const { userName, banner, width, height, isFirst = false } = props;
  if (banner === null) return <Ikat userName={userName} width={width} height={height} />;
  return (
    <img
      className={classes.banner}
      src={pictureUrl(banner, isFirst ? 1024 : 512)}
      srcSet={isFirst ? `${pictureUrl(banner, 1024)} 1024w, ${pictureUrl(banner, 2048)} 2048w` : undefined}
      sizes={isFirst ? '100vw' : undefined}
      alt=""
      width={width}
      height={height}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
    />
  );
}

/** The mark of a creator whom a moderator has verified. */
export function VerifiedMark({ size = 20 }: { size?: number }) {
  return (
    <span className={classes.verified}>
      <IconRosetteDiscountCheckFilled size={size} aria-hidden />
      <span className={classes.spoken}>
        <Trans>Подтверждённый автор</Trans>
      </span>
    </span>
  );
}
