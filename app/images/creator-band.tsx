import { Link } from 'react-router';
import classes from './creator-band.module.css';
import { CreatorAvatar } from './creator-face.tsx';
import { Ikat } from './ikat.tsx';
import { Picture } from './picture.tsx';

interface CreatorBandProps {
  readonly creator: {
    readonly userName: string;
    readonly displayName: string;
    readonly avatar: string | null;
    readonly banner: string | null;
    readonly pattern: number | null;
  };
}

/** The creator's stage in small, above what belongs to the creator; leads to the creator's page. */
export function CreatorBand({ creator }: CreatorBandProps) {
  const { userName, displayName, banner, pattern } = creator;
  return (
    <Link to={`/${userName}`} className={classes.band}>
      <span className={classes.cover}>
        {banner === null ? (
          <Ikat userName={userName} pattern={pattern} width={672} height={72} />
        ) : (
          <Picture
            name={banner}
            alt=""
            width={672}
            height={72}
            sizes="(width < 45em) calc(100vw - 32px), 672px"
            from={256}
            to={1024}
            isFirst
          />
        )}
      </span>
      <span className={classes.avatar}>
        <CreatorAvatar creator={creator} size={64} />
      </span>
      <span className={classes.name}>{displayName}</span>
    </Link>
  );
}
