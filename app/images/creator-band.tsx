import { Link } from 'react-router';
import classes from './creator-band.module.css';
import { CreatorAvatar, CreatorBanner } from './creator-face.tsx';

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
  const { userName, displayName } = creator;
  return (
    <Link to={`/${userName}`} className={classes.band}>
      <span className={classes.cover}>
        <CreatorBanner creator={creator} width={680} height={72} isFirst />
      </span>
      <span className={classes.avatar}>
        <CreatorAvatar creator={creator} size={64} />
      </span>
      <span className={classes.name}>{displayName}</span>
    </Link>
  );
}
